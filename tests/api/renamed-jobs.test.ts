import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue } from '#server/jobs/queue.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';

/** An upgrade from a version with other names for its jobs, while processes of that version still run. */
let app: TestApp;
let older: PgBoss;
const tariffId = '0197a3c0-0000-7000-8000-00000000000a';
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  const { connection } = app.platform.database;
  older = new PgBoss({ ...(connection as object), schema: 'jobs', supervise: false, schedule: false });
  older.on('error', () => undefined);
  await older.start();
  for (const name of ['take-up', 'tell-limits', 'look-again', 'write-asked-mail'])
    await older.createQueue(name, { policy: 'short', notify: true });
  await older.schedule('take-up', '* * * * *', {});
  await older.send('tell-limits', { tariffId }, { singletonKey: tariffId });
  await older.send('write-asked-mail', { what: 'reset', email: 'olena@example.com' });
});
afterAll(async () => {
  await older.stop({ graceful: false });
  await app.close();
});

describe('a worker of this version', () => {
  it('does what an older one left waiting, ends its timetable and lets it go on', async () => {
    const queue = createQueue({
      connection: app.platform.database.connection,
      log: pino({ level: 'silent' }),
    });
    await queue.start({ supervise: true });
    try {
      const done: string[] = [];
      const requested: string[] = [];
      await queue.work('notify-limits', async (data) => void done.push(data.tariffId));
      await until('the job that was left', () => done.length === 1);
      expect(await older.getSchedules('take-up')).toEqual([]);
      await queue.work('write-requested-email', async (data) => void requested.push(data.email));
      await until('the email that was requested', () => requested.length === 1);
      expect(requested).toEqual(['olena@example.com']);

      await queue.work('reschedule', async (data) => void done.push(data.since));
      await older.send('look-again', { since: 'then' }, { singletonKey: 'then' });
      await until('a job of an older process', () => done.length === 2);
      await queue.enqueue(app.platform.db, 'reschedule', { since: 'now' });
      await until('a job of this version', () => done.length === 3);
      expect(done).toEqual([tariffId, 'then', 'now']);
    } finally {
      await queue.stop(5_000);
    }
  });
});
