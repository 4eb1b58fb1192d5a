import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue } from '#server/jobs/queue.ts';
import { dueQueues } from '#server/jobs/queue-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';

/** Jobs that no NOTIFY announces (docs/decisions/0258). */
let app: TestApp;
beforeAll(async () => {
  // No worker: nobody takes the jobs.
  app = await startApp({ ROLES: 'web' });
});
afterAll(() => app.close());

const names = ['send-email', 'make-cabinet', 'seal-audit'];
const due = async () => {
  const { pool } = app.platform.database;
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values);
  return (await dueQueues({ executeSql }, names)).toSorted();
};
const put = (name: 'send-email' | 'make-cabinet', change: string) =>
  sql`update jobs.job set ${sql.raw(change)} where name = ${name}`.execute(app.platform.db);

describe('queues with a job that is due', () => {
  it('are those with a job whose time has come, and that nobody works on', async () => {
    const { queue, db } = app.platform;
    expect(await due()).toEqual([]);
    await queue.enqueue(db, 'send-email', { emailId: 'a' }, { afterSeconds: 3600 });
    await queue.enqueue(db, 'make-cabinet', { clientId: 'b' }, { afterSeconds: 3600 });
    expect(await due()).toEqual([]);
    await put('send-email', `state = 'retry', start_after = now() - interval '1 second'`);
    expect(await due()).toEqual(['send-email']);
    await put('make-cabinet', 'start_after = now()');
    expect(await due()).toEqual(['make-cabinet', 'send-email']);
    await put('send-email', `state = 'active'`);
    await put('make-cabinet', `state = 'completed'`);
    expect(await due()).toEqual([]);
  });

  it('are worked on, though nothing announces them', async () => {
    await put('send-email', `state = 'created', start_after = now() + interval '1 hour'`);
    const worker = await startWorkers({ concurrency: 1 });
    try {
      await put('send-email', 'start_after = now()');
      await until('the job', () => worker.begun.includes('a'));
    } finally {
      await worker.stop();
    }
  });
});

describe('jobs that are announced together', () => {
  it('are done at once by all workers of their queue, though one of them is woken', async () => {
    const emailIds = ['c', 'd', 'e'];
    const worker = await startWorkers({ concurrency: 3, waitFor: 3 });
    try {
      const jobs = emailIds.map((emailId) => ({ emailId }));
      await app.platform.queue.enqueueAll(app.platform.db, 'send-email', jobs);
      await until('three at work', () => worker.begun.length === 3);
      expect(worker.begun.toSorted()).toEqual(emailIds);
    } finally {
      await worker.stop();
    }
  });
});

/** Workers of emails; with `waitFor` none of them ends before that number have begun. */
async function startWorkers({ concurrency, waitFor = 1 }: { concurrency: number; waitFor?: number }) {
  const { connection } = app.platform.database;
  const queue = createQueue({ connection, log: pino({ level: 'silent' }) });
  await queue.start({ supervise: false });
  const begun: string[] = [];
  const handle = async ({ emailId }: { emailId: string }) => {
    begun.push(emailId);
    await until('the others', () => begun.length >= waitFor);
  };
  await queue.work('send-email', handle, { concurrency });
  return { begun, stop: () => queue.stop(5_000) };
}
