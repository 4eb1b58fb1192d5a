import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueue } from '#server/jobs/queue.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';

/** When a job is begun again (decision 320). */
let app: TestApp;
let boss: PgBoss;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  const { connection } = app.platform.database;
  boss = new PgBoss({ ...(connection as object), schema: 'jobs', supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await app.close();
});

const started = async () => {
  const queue = createQueue({
    connection: app.platform.database.connection,
    log: pino({ level: 'silent' }),
  });
  await queue.start({ supervise: false });
  return queue;
};

it('limits of this version reach the queues that an earlier one made', async () => {
  await boss.updateQueue('verify-ledger', { expireInSeconds: 120, heartbeatSeconds: null });
  const queue = await started();
  expect(await boss.getQueue('verify-ledger')).toMatchObject({
    expireInSeconds: 12 * 3600,
    heartbeatSeconds: 120,
  });
  const { updatedOn } = (await boss.getQueue('verify-ledger')) ?? {};
  await queue.stop(5_000);
  await (await started()).stop(5_000);
  expect((await boss.getQueue('verify-ledger'))?.updatedOn).toEqual(updatedOn);
});

it('a job is left alone however long it takes, and begun again once its worker is silent', async () => {
  const { db } = app.platform;
  const queue = await started();
  const end = Promise.withResolvers<void>();
  let begun = 0;
  await queue.work('verify-ledger', () => {
    begun += 1;
    return end.promise;
  });
  await queue.enqueue(db, 'verify-ledger', {});
  await until('the job', () => begun === 1);
  const shift = (column: 'started_on' | 'heartbeat_on', ago: string) =>
    sql`update jobs.job set ${sql.ref(column)} = now() - ${ago}::interval
      where name = 'verify-ledger' and state = 'active'`.execute(db);
  const stateAfterLook = async () => {
    await sql`update jobs.queue set monitor_claim_on = null, monitor_on = null`.execute(db);
    await boss.supervise('verify-ledger');
    const { rows } = await sql<{ state: string }>`
      select state from jobs.job where name = 'verify-ledger' order by created_on desc limit 1`.execute(db);
    return rows[0]?.state;
  };
  await shift('started_on', '3 hours');
  expect(await stateAfterLook()).toBe('active');
  await shift('heartbeat_on', '3 minutes');
  expect(await stateAfterLook()).toBe('retry');
  end.resolve();
  await queue.stop(5_000);
});
