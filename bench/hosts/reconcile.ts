import { linkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { startServer } from '#server/server.ts';
import { compareCabinets } from '#server/cabinets/comparison/compare-cabinets.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import type { Figure } from '../figure.ts';
import { emptyDataDir } from '../own-server.ts';

const count = Number(process.env.BENCH_CABINETS ?? 10_000);
const times = 3;

/** The comparison of all cabinets with their wanted state, in one process that also hosts them. */
export async function* reconcile(): AsyncGenerator<Figure> {
  await using folder = await emptyDataDir();
  const [port, cabinetPort] = [await freePort(), await freePort()];
  const config = readConfig({
    DATA_DIR: folder.path,
    PORT: String(port),
    CABINET_PORT: String(cabinetPort),
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'Passw0rd-of-benches',
  });
  const log = pino({ level: 'silent' });
  const server = await startServer({ config, clock: systemClock, log, print: () => undefined });
  try {
    await fill(server.platform.database.db, folder.path);
    const samples: number[] = [];
    let differing = 0;
    for (let time = 0; time < times; time += 1) {
      const started = performance.now();
      const compared = await compareCabinets(server.platform);
      samples.push(performance.now() - started);
      if (compared?.cabinets !== count) throw new Error(`compared ${compared?.cabinets} cabinets`);
      differing += compared.differing;
    }
    if (differing > 0) throw new Error('sound cabinets were taken for different ones');
    yield { what: `${count} cabinets compared with what is wanted`, samples, unit: 'ms', goal: 60_000 };
  } finally {
    await server.stop();
  }
}

/** Makes that many clients with an active cabinet; their databases are one file under many names. */
async function fill(db: Db, dataDir: string): Promise<void> {
  await sql`
    insert into clients (id, name, type, email, email_key, confirmed_at, country_code, phone, phone_e164, ident, locale,
      status, tariff_id, trial_ends, domain, cabinet_status, created_at, updated_at)
    select md5('client' || n)::uuid, 'Client ' || n, 'individual', n || '@example.com', n || '@example.com', now(), 'UA',
      lpad(n::text, 9, '0'), '+380' || lpad(n::text, 9, '0'), '1234567890', 'uk', 'active',
      (select id from tariffs limit 1), now() + interval '1 year', 'cabinet-' || n || '.localhost', 'active', now(), now()
    from generate_series(1, ${count}) n`.execute(db);
  await sql`
    insert into cabinets (client_id, driver, secret_sealed, reference, started_at, ready_at)
    select id, 'embedded', 'sealed', id::text, now(), now() from clients`.execute(db);
  const folder = path.join(dataDir, 'cabinets');
  const registry = new DatabaseSync(path.join(folder, 'registry.sqlite'));
  const { rows } = await sql<{ id: string; domain: string }>`select id, domain from clients`.execute(db);
  const first = path.join(folder, 'one.part');
  new DatabaseSync(first).exec('CREATE TABLE one (id INTEGER)');
  registry.exec('BEGIN');
  const insert = registry.prepare('INSERT INTO instances (client_id, domain, secret) VALUES (?, ?, ?)');
  for (const { id, domain } of rows) {
    insert.run(id, domain, 'x'.repeat(40));
    linkSync(first, path.join(folder, `${id}.sqlite`));
  }
  registry.exec('COMMIT');
  registry.close();
}
