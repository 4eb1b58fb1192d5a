import { linkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { Platform } from '#server/platform.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';
import type { Figure } from '../figure.ts';
import { emptyDataDir } from '../support/own-server.ts';
import { databaseUrlOf } from '../support/database-url.ts';
import { type Front, startFront } from '../support/front.ts';
import { startWeb } from '../support/web-server.ts';

const count = Number(process.env.BENCH_CABINETS ?? 10_000);
const times = 3;
const mostWorkers = 3;
const names = ['a', 'b', 'c', 'd'] as const;
/** As from a host far away. */
const slowMs = 200;
const secretKey = 'a secret of benchmarks that nobody has to know';

/**
 * The comparison of all cabinets with their wanted state: over four hosts in processes of their own, by one to three
 * workers in processes of their own, at once and with answers that take long.
 */
export async function* reconcile(): AsyncGenerator<Figure> {
  await using folder = await emptyDataDir();
  const frontPort = await freePort();
  const ports = await Promise.all(names.map(() => freePort()));
  const environment = {
    CABINET_HOSTS: names.map((name, index) => `${name}=http://127.0.0.1:${ports[index]}`).join(','),
    CABINET_HOST_ROOM: String(count),
    CABINET_PORT: String(frontPort),
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a-token-for-metrics-in-benches',
    SECRET_KEY: secretKey,
  };
  const server = await startWeb(environment, path.join(folder.path, 'web'));
  try {
    const { db, connection } = server.platform.database;
    const shared = { ...environment, DATABASE_URL: databaseUrlOf(connection), LOG_LEVEL: 'error' };
    const start = (name: string, own: Record<string, string>) =>
      startProcess(
        { ...shared, ...own, DATA_DIR: path.join(folder.path, name) },
        { ready: `runs: ${own.ROLES}` },
      );
    for (const [index, name] of names.entries()) {
      await start(name, {
        ROLES: 'cabinets',
        CABINET_HOST_NAME: name,
        CABINET_LISTEN_PORT: String(ports[index]),
      });
    }
    await fill(db, folder.path);
    await using front = await startFront(frontPort, ports);
    yield* byWorkers(server.platform, front, (number) => start(`worker-${number}`, { ROLES: 'worker' }));
  } finally {
    await server.stop();
  }
}

async function* byWorkers(
  platform: Platform,
  front: Front,
  startWorker: (number: number) => Promise<ServerProcess>,
): AsyncGenerator<Figure> {
  const first = new Map<number, number>();
  for (let workers = 1; workers <= mostWorkers; workers += 1) {
    await startWorker(workers);
    // The comparisons of the benchmark are the only ones.
    await sql`delete from jobs.schedule where name = 'compare-cabinets'`.execute(platform.database.db);
    for (const delayMs of [0, slowMs]) {
      front.delayMs = delayMs;
      const samples: number[] = [];
      for (let time = 0; time < times; time += 1) samples.push(await compare(platform));
      const answers = delayMs > 0 ? `, answers after ${delayMs} ms` : '';
      const what = `${count} cabinets on ${names.length} hosts compared by ${workers}${answers}`;
      yield { what, samples, unit: 'ms', goal: 60_000 };
      const middle = samples.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? NaN;
      const before = first.get(delayMs);
      if (before === undefined) first.set(delayMs, middle);
      else yield { what: `faster than by one${answers}`, samples: [before / middle], unit: '×' };
    }
  }
}

/** Has all cabinets compared by the workers; returns how long that took. */
async function compare({ queue, database: { db } }: Platform): Promise<number> {
  const done = () => db.selectFrom('reconciliations').selectAll().orderBy('finished_at', 'desc').execute();
  const before = (await done()).length;
  const started = performance.now();
  await queue.enqueue(db, 'compare-cabinets', {});
  const [report] = await until(
    'the comparison',
    async () => {
      const all = await done();
      return all.length > before && all;
    },
    { withinMs: 300_000 },
  );
  const took = performance.now() - started;
  if (report?.cabinets !== count) throw new Error(`compared ${report?.cabinets} cabinets`);
  await requireNoDifference(db);
  return took;
}

/** A report counts only what has lasted for minutes; here nothing may be seen even once. */
async function requireNoDifference(db: Db): Promise<void> {
  const seen = await db
    .selectFrom('cabinet_findings')
    .select(['kind', 'detail'])
    .select(({ fn }) => fn.countAll<string>().as('cabinets'))
    .groupBy(['kind', 'detail'])
    .execute();
  if (seen.length > 0)
    throw new Error(`sound cabinets were taken for different ones: ${JSON.stringify(seen)}`);
}

/**
 * Makes that many clients with an active cabinet; the databases of a host are one file under many names. Their ids are
 * real UUIDs: hosts know no others.
 */
async function fill(db: Db, root: string): Promise<void> {
  await sql`
    insert into clients (id, name, type, email, email_key, confirmed_at, country_code, phone, phone_e164, ident, locale,
      status, tariff_id, trial_ends, domain, cabinet_status, created_at, updated_at)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Client ' || n, 'individual', n || '@example.com', n || '@example.com', now(), 'UA',
      lpad(n::text, 9, '0'), '+380' || lpad(n::text, 9, '0'), '1234567890', 'uk', 'active',
      (select id from tariffs limit 1), now() + interval '1 year', 'cabinet-' || n || '.localhost', 'active', now(), now()
    from generate_series(1, ${count}) n`.execute(db);
  await sql`
    insert into cabinets (client_id, driver, secret_sealed, reference, started_at, ready_at, host)
    select id, 'embedded', 'sealed', id::text, now(), now(),
      (${[...names]}::text[])[1 + (row_number() over (order by id)) % ${names.length}]
    from clients`.execute(db);
  const { rows } = await sql<{ id: string; domain: string; host: string }>`
    select id, domain, host from clients join cabinets on client_id = id`.execute(db);
  for (const name of names) {
    fillHost(
      path.join(root, name, 'cabinets'),
      rows.filter(({ host }) => host === name),
    );
  }
}

function fillHost(folder: string, cabinets: readonly { id: string; domain: string }[]): void {
  const registry = new DatabaseSync(path.join(folder, 'registry.sqlite'));
  const first = path.join(folder, 'one.part');
  new DatabaseSync(first).exec('CREATE TABLE one (id INTEGER)');
  registry.exec('BEGIN');
  const insert = registry.prepare('INSERT INTO instances (client_id, domain, secret) VALUES (?, ?, ?)');
  for (const { id, domain } of cabinets) {
    insert.run(id, domain, 'x'.repeat(40));
    linkSync(first, path.join(folder, `${id}.sqlite`));
  }
  registry.exec('COMMIT');
  registry.close();
}
