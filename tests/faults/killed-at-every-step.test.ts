import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CabinetStatus } from '#contract/cabinets/cabinet.ts';
import type { ClientStatus } from '#contract/entities/client.ts';
import { probe } from '#server/cabinets/drivers/probe.ts';
import { sayNothing } from '#server/db/answered.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { beginTask } from '#server/cabinets/comparison/repair-cabinet.ts';
import { giveUpCabinet } from '#server/cabinets/tasks/give-up-cabinet.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { continueWork, killedWorkers } from '#tests/support/processes/killed-places.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/**
 * Every kind of work on a cabinet, but a move, is done by a process that is killed before each of its statements and
 * each request of its driver.
 */
const clients = 80;
let app: TestApp;
let ids: string[];
let workers: ReturnType<typeof killedWorkers>;

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
  workers = killedWorkers(app);
});
afterAll(async () => {
  await workers.end();
  await app.close();
});

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
      const touched = await workers.killAtEveryPlace(ids, kind.begin);
      const left = await cabinetsOf(touched);
      const taken = await continueWork(app);
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
