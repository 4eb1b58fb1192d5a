import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import type { TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';

/**
 * Has what there is to do at a client's cabinet done, up to where it ends or has to wait. The server's own worker may
 * be at it: `run` alone would return at once then.
 */
export async function workOnCabinet({ platform }: TestApp, clientId: string): Promise<void> {
  await until('a turn at the cabinet', () => runTasks(platform, clientId));
}
