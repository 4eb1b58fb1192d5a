import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recoverLostWork } from '#server/timetable.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
});
afterAll(() => app.close());

it('what is wrong with one kind of lost work holds up none of the others', async () => {
  const { platform } = app;
  const given: string[] = [];
  const queue: typeof platform.queue = {
    ...platform.queue,
    enqueueAll: async (_db, name) => {
      given.push(name);
      if (name === 'check-payment') throw new Error('no');
    },
  };
  const error = vi.spyOn(platform.log, 'error').mockReturnValue();
  await recoverLostWork({ ...platform, queue });
  expect(given).toEqual(expect.arrayContaining(['check-payment', 'make-data-export', 'finish-erasure']));
  expect(error.mock.calls).toEqual([
    [expect.objectContaining({ what: 'checks' }), 'lost work could not be recovered'],
  ]);
});
