import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/kernel/clock.ts';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
import { addUpWallets } from '#server/wallet/proof-store.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { call } from '#tests/support/http.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import {
  clientRow,
  likeThis,
  linesOf,
  newTariff,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Passw0rd-of-tests' };
const credentials = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
let testDatabase: TestDatabase;
let database: Database;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  testDatabase = await freshDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-billing-'));
  const log = pino({ level: 'silent' });
  database = await connectDatabase({ databaseUrl: testDatabase.url, dataDir, log });
});
afterAll(async () => {
  await killAll();
  await database.close();
  await testDatabase.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const app = () => ({ clock: systemClock, platform: { database } });
const start = () =>
  startProcess({
    ...admin,
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
  });
const due = async () => {
  const { count } = await database.db
    .selectFrom('clients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('next_event_at', '<=', systemClock.now())
    .executeTakeFirstOrThrow();
  return count;
};

describe('a server killed with kill -9 again and again while it charges and is topped up', () => {
  it('charges everybody once, keeps every acknowledged top-up once, and its sums are right', async () => {
    const tariffId = await newTariff(app(), { month: 1_000 });
    const first = await subscriber(app(), { tariffId, endsIn: -1, balance: 1_500 });
    const clients = [first.id, ...(await likeThis(app(), first, 2_000))];
    const wallet = first.id;
    const acknowledged = new Set<string>();
    let token = '';
    const logIn = async () => {
      const { body } = await call(`${server.url}/api/admin/auth/login`, 'POST', { body: credentials });
      token = body.access_token;
    };
    /** Sends a key until it is acknowledged, or the server is gone. */
    const topUp = async (key: string) => {
      const { status } = await call(`${server.url}/api/admin/clients/${wallet}/replenish`, 'POST', {
        token,
        body: { service: 'cash', amount: 7 },
        headers: { 'idempotency-key': key },
      });
      if (status === 201) acknowledged.add(key);
    };
    const keys = Array.from({ length: 40 }, (_, number) => `key-${number}`);
    for (const aliveMs of [300, 700]) {
      server = await start();
      await logIn();
      const trying = (async () => {
        while (server.isRunning()) {
          const open = keys.filter((key) => !acknowledged.has(key)).slice(0, 4);
          await Promise.all(open.map((key) => topUp(key).catch(() => undefined)));
          if (open.length === 0) break;
        }
      })();
      await delay(aliveMs);
      await server.kill('SIGKILL');
      await trying;
    }
    server = await start();
    await logIn();
    await until('the last charge', async () => (await due()) === 0);
    for (const key of keys) await topUp(key);
    expect(acknowledged.size).toBe(keys.length);

    const { rows } = await database.pool.query<{ charges: number }>(
      `select count(*) as charges from ledger_entries where kind = 'charge' group by client_id`,
    );
    expect(rows).toHaveLength(clients.length);
    expect(new Set(rows.map(({ charges }) => charges))).toEqual(new Set([1]));
    const topUps = (await linesOf(app(), wallet)).filter(({ amount }) => amount === 7);
    expect(topUps).toHaveLength(keys.length);
    expect((await clientRow(app(), wallet)).balance).toBe(500 + 7 * keys.length);
    expect((await addUpWallets(database.db)).broken_client_ids).toEqual([]);
    await server.kill('SIGTERM');
  });
});
