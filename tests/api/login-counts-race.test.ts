import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetAccount, type LoginCount, lockCounts } from '#server/auth/login-guard/login-failure-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('lets a reset and logins with the old password wait for each other in one order', async () => {
  const { db } = app.platform.database;
  const now = app.clock.now();
  const emailKey = 'raced@example.com';
  const countOf = (key: string): LoginCount => ({
    key,
    scope: 'pair',
    kind: 'customer',
    emailKey,
    address: null,
  });
  const [first, second] = [countOf('pair:a'), countOf('pair:b')];
  // The table has them in the opposite order, in which a plain delete would lock them.
  await db.transaction().execute((tx) => lockCounts(tx, [second], now));
  await db.transaction().execute((tx) => lockCounts(tx, [first], now));

  const reset: Promise<void>[] = [];
  await db.transaction().execute(async (login) => {
    await lockCounts(login, [first], now);
    reset.push(db.transaction().execute((tx) => forgetAccount(tx, 'customer', emailKey)));
    await until('the reset waits', async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return (rows[0]?.n ?? 0) > 0;
    });
    await lockCounts(login, [second], now);
  });
  await Promise.all(reset);
  const left = await db
    .selectFrom('login_failures')
    .select('key')
    .where('email_key', '=', emailKey)
    .execute();
  expect(left).toEqual([]);
});
