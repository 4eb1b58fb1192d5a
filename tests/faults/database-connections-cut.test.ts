import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** As a database that restarts, or fails over, does to whoever is connected. */
async function cutAll(): Promise<number> {
  const client = new pg.Client(app.platform.database.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return rowCount ?? 0;
}

describe('a server whose connections to the database are cut', () => {
  it('lives on, is ready again and makes cabinets', async () => {
    await customerWithCabinet(app);
    for (let round = 0; round < 10; round++) {
      // Under queries of every pool, jobs included.
      const busy = Promise.allSettled(
        Array.from({ length: 10 }, () => app.platform.queue.counts().then(() => app.call('GET', '/readyz'))),
      );
      expect(await cutAll()).toBeGreaterThan(0);
      await busy;
    }
    await until('readiness', async () => (await app.call('GET', '/readyz')).status === 200);
    await customerWithCabinet(app);
  });
});
