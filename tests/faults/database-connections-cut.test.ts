import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { countDue } from '#server/subscriptions/subscription-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Like a database that restarts or fails over, also in the middle of queries. */
async function cutAll(busy: () => Promise<unknown>): Promise<number> {
  const client = new pg.Client(app.platform.database.connection);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  // In the order of the platform's own transactions, which write their jobs last.
  await client.query('lock table clients, jobs.job in access exclusive mode');
  const ended = busy();
  await until('queries in the middle', async () => {
    await client.query('select pg_stat_clear_snapshot()'); // within a transaction it would stay as first seen
    const { rows } = await client.query<{ names: number }>(
      `select count(distinct application_name) as names from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]?.names) === 2;
  });
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  await ended;
  return rowCount ?? 0;
}

describe('a server whose connections to the database are cut', () => {
  it('lives on, is ready again and makes cabinets', async () => {
    await customerWithCabinet(app);
    const { platform } = app;
    for (let round = 0; round < 3; round++) {
      const cut = await cutAll(() =>
        Promise.allSettled([platform.queue.counts(), countDue(platform.database.db, new Date())]),
      );
      expect(cut).toBeGreaterThan(0);
    }
    await until('readiness', async () => (await app.call('GET', '/readyz')).status === 200);
    await customerWithCabinet(app);
  });
});
