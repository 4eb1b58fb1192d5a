import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type HostPlan, hostsStory, planHosts } from '#tests/support/cabinets/hosts-story.ts';

/** Three cabinet hosts under traffic: one killed, one drained, nothing lost (issue 22, point 7). */
let app: TestApp;
let plan: HostPlan;
beforeAll(async () => {
  plan = await planHosts();
  app = await startApp({ ROLES: 'web,worker', ...plan.environment });
});
afterAll(() => app.close());

it('what a cabinet said it had stored is there, whatever happened to its host', async () => {
  const { stored, drainMs: _, ...result } = await hostsStory(app, plan, { cabinets: 12, writers: 3 });
  expect(stored).toBeGreaterThan(12);
  expect(result).toEqual({
    refused: expect.any(Number),
    failures: [],
    lost: [],
    doubled: [],
    misplaced: [],
  });
});
