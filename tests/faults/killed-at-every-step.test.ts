import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import type { ClientStatus } from '#contract/entities/client.ts';
import { compileCache } from '#server/processes/compile-cache.ts';
import { probe } from '#server/cabinets/drivers/probe.ts';
import { sayNothing } from '#server/db/answered.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { beginTask } from '#server/cabinets/comparison/repair-cabinet.ts';
import { giveUpCabinet } from '#server/cabinets/tasks/give-up-cabinet.ts';
import { recoverCabinets } from '#server/cabinets/tasks/recover-cabinets.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';
import type { Order, Report } from './stopping-cabinet-worker.ts';

/**
 * Every kind of work on a cabinet is done by a process that is killed with SIGKILL before each of its statements and
 * before each request of its driver: one client for each place, all at once. Between two places without a request in
 * between, the outside sees no difference.
 */
const clients = 80;
let app: TestApp;
let ids: string[];
let next: Worker;

beforeAll(async () => {
  app = await startApp({ ROLES: 'cabinets' });
  const tariffId = await newTariff(app, { month: 0 });
  const made = await Promise.all(
    Array.from({ length: clients }, () =>
      subscriber(app, {
        tariffId,
        status: 'unconfirmed',
        // Who can sign in is told that the cabinet is ready.
        more: { trial_ends: null, anchor: null, password_hash: 'somebody’s' },
      }),
    ),
  );
  ids = made.map(({ id }) => id);
  next = startWorker();
});
afterAll(async () => {
  await Promise.all([...workers].map((worker) => worker.kill()));
  await app.close();
});

interface Worker {
  works(order: Order): Promise<Report>;
  kill(): Promise<void>;
}
const workers = new Set<Worker>();

function startWorker(): Worker {
  const { databaseUrl = '', dataDir, port, secretKey = '' } = app.platform.config;
  const child: ChildProcess = fork(fileURLToPath(new URL('stopping-cabinet-worker.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      CABINET_PORT: String(app.cabinetPort),
      SECRET_KEY: secretKey,
      // Most of the start-up time is spent on loading.
      NODE_COMPILE_CACHE: compileCache,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const exit = once(child, 'exit');
  const said = () =>
    Promise.race([
      once(child, 'message').then(([message]) => message as Report), // of its own file
      exit.then(() => {
        throw new Error('the process ended by itself');
      }),
    ]);
  const ready = said();
  const worker: Worker = {
    async works(order) {
      await ready;
      child.send(order);
      return said();
    },
    async kill() {
      workers.delete(worker);
      child.kill('SIGKILL');
      await exit;
    },
  };
  workers.add(worker);
  return worker;
}

const db = () => app.platform.database.db;
const now = () => app.clock.now();

const become = (status: ClientStatus) => async (id: string) =>
  void (await db().updateTable('clients').set({ status }).where('id', '=', id).execute());

interface Kind {
  begin(id: string): Promise<unknown>;
  ends: CabinetStatus;
  /** A client's emails after all kinds of work so far. */
  mailed: number;
  deleted: number;
}

/** Each begins where the one before left the cabinets. */
const kinds: Record<string, Kind> = {
  'a creation': {
    begin: (id) =>
      db()
        .transaction()
        .execute((tx) => startCabinet(app.platform, tx, id, now())),
    ends: 'active',
    mailed: 1,
    deleted: 0,
  },
  'a suspension': { begin: become('blocked'), ends: 'suspended', mailed: 1, deleted: 0 },
  'a resumption': { begin: become('active'), ends: 'active', mailed: 1, deleted: 0 },
  'a repair': {
    begin: (id) =>
      db()
        .transaction()
        .execute((tx) => beginTask(tx, systemCaller(now(), 'en'), id, 'repair')),
    ends: 'active',
    mailed: 1,
    deleted: 0,
  },
  'a backup and deletion': {
    async begin(id) {
      await become('blocked')(id);
      await runTasks(app.platform, id);
      await become('archived')(id);
    },
    ends: 'deleted',
    mailed: 1,
    deleted: 1,
  },
  'a creation from the backup': {
    async begin(id) {
      await makeAndDelete(id);
      await become('active')(id);
    },
    ends: 'active',
    mailed: 2,
    deleted: 1,
  },
  'the undoing of a failed creation': {
    async begin(id) {
      await db().updateTable('clients').set({ cabinet_status: 'failed' }).where('id', '=', id).execute();
      await db().updateTable('cabinets').set({ task: 'create' }).where('client_id', '=', id).execute();
      await giveUpCabinet(app.platform, systemCaller(now(), 'en'), id, sayNothing);
    },
    ends: 'failed',
    mailed: 2,
    deleted: 2,
  },
};

/** It has more places than the kinds before it, so the last clients are still untouched. */
async function makeAndDelete(id: string): Promise<void> {
  const [found] = await cabinetsOf([id]);
  if (found?.cabinet_status === 'deleted') return;
  if (!found) {
    await kinds['a creation']?.begin(id);
    await runTasks(app.platform, id);
    fill(id);
  }
  await become('archived')(id);
  await runTasks(app.platform, id);
}

const fileOf = (id: string) => path.join(app.platform.config.dataDir, 'cabinets', `${id}.sqlite`);

/** Writes a customer's data into the cabinet. */
function fill(id: string): void {
  const cabinet = new DatabaseSync(fileOf(id));
  cabinet.exec("INSERT INTO goods (id, name, price, quantity, created_at) VALUES ('1', 'Хліб', 1, 1, 1)");
  cabinet.close();
}
function goodsOf(id: string): unknown[] {
  const cabinet = new DatabaseSync(fileOf(id));
  const goods = cabinet.prepare('SELECT name FROM goods').all();
  cabinet.close();
  return goods;
}

/**
 * Lets the worker do it for one client after another, each stopped at the next place, until one is finished; then
 * kills it. Returns these clients, the finished one last.
 */
async function killAtEveryPlace({ begin }: Kind): Promise<string[]> {
  const worker = next;
  next = startWorker();
  for (const [index, id] of ids.entries()) {
    await begin(id);
    const { isStopped, acts } = await worker.works({ id, at: index + 1 });
    if (isStopped) continue;
    expect(acts).toBe(index);
    await worker.kill();
    await until('the database to have noticed', async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(db());
      return rows.length === 0;
    });
    return ids.slice(0, index + 1);
  }
  throw new Error(`${ids.length} clients are too few for the places`);
}

/** The start of the next process, and the jobs that it finds; returns whose work that was. */
async function goOn(): Promise<Set<string>> {
  await sql`delete from jobs.job`.execute(db());
  await recoverCabinets(app.platform);
  const { rows } = await sql<{ id: string }>`
    select distinct data->>'clientId' as id from jobs.job where name in ('make-cabinet', 'settle-cabinet')`.execute(
    db(),
  );
  for (const { id } of rows) await runTasks(app.platform, id);
  return new Set(rows.map(({ id }) => id));
}

const cabinetsOf = (touched: readonly string[]) =>
  db()
    .selectFrom('clients as c')
    .innerJoin('cabinets as k', 'k.client_id', 'c.id')
    .select(['c.id', 'c.cabinet_status', 'c.domain', 'k.task'])
    .where('c.id', 'in', touched)
    .execute();

/** The different values among all of them. */
const allOf = (found: readonly unknown[]) => [...new Set(found.map((one) => JSON.stringify(one)))];

describe('a worker killed with kill -9 at every place of', () => {
  it.each(Object.entries(kinds))(
    '%s leaves nobody behind',
    async (name, kind) => {
      const { ends, mailed, deleted } = kind;
      const touched = await killAtEveryPlace(kind);
      const left = await cabinetsOf(touched);
      const taken = await goOn();
      // Never a client without a job, a cabinet as it should be, or a visible failure.
      const isSettled = ({ cabinet_status, task }: (typeof left)[number]) => cabinet_status === ends && !task;
      expect(left.filter((one) => !taken.has(one.id) && !isSettled(one))).toEqual([]);
      expect(taken.size).toBeGreaterThan(touched.length / 2);

      const after = await cabinetsOf(touched);
      expect(allOf(after.map(({ cabinet_status, task }) => ({ cabinet_status, task })))).toEqual(
        allOf([{ cabinet_status: ends, task: null }]),
      );
      expect(allOf(await countsOf(touched))).toEqual(allOf([{ mailed, said: mailed, deleted, findings: 0 }]));
      const isOpen = ends === 'active';
      const isThere = isOpen || ends === 'suspended';
      expect(allOf(await Promise.all(after.map(({ domain }) => healthOf(domain))))).toEqual(
        allOf([isOpen ? 200 : isThere ? 503 : null]),
      );
      expect(allOf(touched.map((id) => existsSync(fileOf(id))))).toEqual(allOf([isThere]));
      if (name === 'a creation') touched.forEach(fill);
      if (isThere) expect(allOf(touched.map(goodsOf))).toEqual(allOf([[{ name: 'Хліб' }]]));
      if (ends === 'deleted') await expectBackups(touched);
    },
    120_000,
  );
});

async function countsOf(touched: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select (select count(*)::int from emails e where e.client_id = c.id and e.kind = 'cabinet_ready') as mailed,
      (select count(*)::int from audit_entries a where a.client_id = c.id and a.action = 'cabinet.ready') as said,
      (select count(*)::int from cabinet_deletions d where d.client_id = c.id) as deleted,
      (select count(*)::int from cabinet_findings f where f.client_id = c.id) as findings
    from clients c where c.id = any(${touched})`.execute(db());
  return rows;
}

async function healthOf(domain: string | null): Promise<number | null> {
  const url = app.platform.urlOf(domain);
  const probed = url === null ? undefined : await probe(url, { timeoutMs: 10_000 });
  return probed?.answered ? probed.status : null;
}

/** Each record of a deletion names a complete backup. */
async function expectBackups(touched: readonly string[]): Promise<void> {
  const kept = await db()
    .selectFrom('cabinet_deletions as d')
    .innerJoin('cabinet_backups as b', 'b.id', 'd.backup_id')
    .select(['b.id', 'b.sha256', 'd.client_id'])
    .execute();
  expect(kept.map(({ client_id }) => client_id).sort()).toEqual([...touched].sort());
  for (const { id, sha256 } of kept) {
    const file = readFileSync(path.join(app.platform.config.backupDir, `${id}.backup`));
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
  }
}
