import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { columnTypes } from '#server/db/column-types.ts';
import { connectDatabase, type Database } from '#server/db/connect.ts';
import { bodyHash } from '#server/db/idempotency.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import { createPlatform, type Platform } from '#server/platform.ts';
import { testClock } from '#tests/support/clock.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { clientRow, linesOf, mailsOf, newTariff, subscriber } from '#tests/support/subscribers.ts';

/**
 * To the database, a process that is killed is a connection that ends between two statements. Here each act is cut
 * before every one of its statements, and once more right after its commit, then done again as after a restart.
 */
const log = pino({ level: 'silent' });
const clock = testClock();
let testDatabase: TestDatabase;
let database: Database;
let pool: pg.Pool;
let platform: Platform;
let app: { clock: typeof clock; platform: Platform };
let cheap: string;
let dear: string;

const cashierId = '0197a3c0-0000-7000-8000-0000000000aa';

/** Statements until the cut; whether it comes before or after the last of them. */
const cut = { in: Infinity, after: false, seen: 0, dead: false };

beforeAll(async () => {
  testDatabase = await freshDatabase();
  const config = readConfig({
    DATABASE_URL: testDatabase.url,
    SECRET_KEY: 'x'.repeat(40),
    LOG_LEVEL: 'silent',
  });
  database = await connectDatabase({ databaseUrl: testDatabase.url, dataDir: config.dataDir, log });
  pool = new pg.Pool({ ...testDatabase.connection, types: columnTypes, max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: fragile(pool) }) });
  const secretKey = config.secretKey ?? '';
  platform = await createPlatform({
    config,
    secretKey,
    database: { ...database, db },
    clock,
    log,
    print: () => {},
  });
  await platform.queue.start({ supervise: false });
  app = { clock, platform };
  const who = { id: cashierId, email: 'c@example.com', email_key: 'c@example.com', name: 'Cashier' };
  const now = clock.now();
  await database.db
    .insertInto('users')
    .values({ ...who, permissions: ['clients.replenish'], locale: 'en', created_at: now, updated_at: now })
    .execute();
  [cheap, dear] = [await newTariff(app, { month: 3_000 }), await newTariff(app, { month: 9_000 })];
});
afterAll(async () => {
  await platform.queue.stop(1_000);
  await pool.end();
  await database.close();
  await testDatabase.drop();
});

/** A pool whose connections break where `cut` says. */
function fragile(real: pg.Pool): PostgresPool {
  const query = async (client: pg.PoolClient, state: { broken: boolean }, args: unknown[]) => {
    if (cut.dead) {
      state.broken = true; // whatever it had begun ends with it
      throw new Error('killed');
    }
    cut.seen += 1;
    const isLast = cut.seen === cut.in;
    const breakOff = () => {
      state.broken = true;
      cut.dead = true;
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy(); // pg hides it
    };
    if (isLast && !cut.after) breakOff();
    const result = await (client.query as (...all: unknown[]) => Promise<unknown>)(...args);
    if (isLast) {
      breakOff();
      throw new Error('killed');
    }
    return result;
  };
  return {
    async connect() {
      const client = await real.connect();
      const state = { broken: false };
      return {
        query: (...args: unknown[]) => query(client, state, args),
        release: () => client.release(state.broken),
      } as unknown as PostgresPoolClient; // Kysely asks no more of it
    },
    options: real.options,
    end: async () => {},
  };
}

/** Does an act, cut so many statements in; gives how many it made. */
async function acting(
  act: () => Promise<unknown>,
  { killedAt = Infinity, after = false } = {},
): Promise<number> {
  Object.assign(cut, { in: killedAt, after, seen: 0, dead: false });
  try {
    await act();
    return cut.seen;
  } catch (error) {
    if (killedAt === Infinity) throw error;
    return cut.seen;
  } finally {
    Object.assign(cut, { in: Infinity, after: false, dead: false });
  }
}

const caller = (): Caller<StaffActor> => ({
  actor: {
    ...{ kind: 'staff', id: cashierId, name: 'Cashier', sessionId: '' },
    ...{ permissions: [], mustSetUpTwoFactor: false },
  },
  ...{ now: clock.now(), locale: 'en', ip: null, requestId: null, userAgent: null },
});
const keyOf = (id: string, body: object) => ({
  caller: 'staff',
  route: `POST ${id}`,
  key: 'k',
  bodyHash: bodyHash(body),
});

const acts = {
  'a charge': {
    begin: async () => (await subscriber(app, { tariffId: cheap, endsIn: -1, balance: 10_000 })).id,
    act: (_id: string) => platform.subscriptions.runs.run(),
    lines: [10_000, -3_000],
    state: { status: 'active', balance: 7_000 },
    mails: [],
  },
  'a top-up': {
    begin: async () => (await subscriber(app, { tariffId: cheap, status: 'blocked', endsIn: -20 })).id,
    act: (id: string) => {
      const body = { service: 'card' as const, amount: 5_000, invoice: id, year: 2026 };
      return platform.wallet.replenish(caller(), id, body, keyOf(id, body));
    },
    lines: [5_000, -3_000],
    state: { status: 'active', balance: 2_000 },
    mails: ['access_resumed', 'top_up_receipt'],
  },
  'a tariff change': {
    begin: async () => {
      const { id } = await subscriber(app, { tariffId: cheap, endsIn: -0.001, balance: 20_000 });
      await platform.subscriptions.runs.run();
      return id;
    },
    act: (id: string) => {
      const input = { tariff_id: dear, when: 'now' as const };
      return platform.plans.change(caller(), id, input, keyOf(id, input));
    },
    lines: [20_000, -3_000, expect.any(Number), -9_000],
    state: { status: 'active', tariff_id: '' },
    mails: ['tariff_changed'],
  },
  'a deletion': {
    begin: async () => (await subscriber(app, { tariffId: cheap, status: 'blocked', endsIn: -40 })).id,
    act: (_id: string) => platform.subscriptions.runs.run(),
    lines: [],
    state: { status: 'archived', balance: 0 },
    mails: ['data_deleted'],
  },
} as const;

describe.each(Object.entries(acts))('%s', (name, { begin, act, lines, state, mails }) => {
  async function expectOnce(id: string): Promise<void> {
    const row = await clientRow(app, id);
    expect(row).toMatchObject(name === 'a tariff change' ? { status: 'active', tariff_id: dear } : state);
    const written = await linesOf(app, id);
    expect(written.map(({ amount }) => amount)).toEqual(lines);
    expect(written.at(-1)?.balance_after ?? 0).toBe(row.balance);
    expect((await mailsOf(app, id)).map(({ kind }) => kind).toSorted()).toEqual(mails);
  }

  it('is whole or not at all wherever it is killed, and done once after a restart', async () => {
    const first = await begin();
    const statements = await acting(() => act(first));
    await expectOnce(first);
    expect(statements).toBeGreaterThan(4);

    for (let killedAt = 1; killedAt <= statements; killedAt += 1) {
      const id = await begin();
      const before = await clientRow(app, id);
      const linesBefore = await linesOf(app, id);
      await acting(() => act(id), { killedAt });
      const after = await clientRow(app, id);
      if (
        after.status === before.status &&
        after.balance === before.balance &&
        after.tariff_id === before.tariff_id
      ) {
        expect(await linesOf(app, id)).toEqual(linesBefore);
      }
      await acting(() => act(id));
      await expectOnce(id);
    }
  });

  it('is not done again when it is killed right after any of its statements, its commit among them', async () => {
    const first = await begin();
    const statements = await acting(() => act(first));
    for (let killedAt = Math.max(1, statements - 3); killedAt <= statements; killedAt += 1) {
      const id = await begin();
      await acting(() => act(id), { killedAt, after: true });
      await acting(() => act(id));
      await expectOnce(id);
    }
    expect((await platform.wallet.prove(clock.now())).broken_client_ids).toEqual([]);
  });
});
