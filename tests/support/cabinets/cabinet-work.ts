import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import type { TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';

/**
 * Runs the tasks of a client's cabinet until they end or have to wait. The server's own worker may hold the lock;
 * `run` alone would then return at once.
 */
export async function workOnCabinet({ platform }: TestApp, clientId: string): Promise<void> {
  await until('a turn at the cabinet', () => runTasks(platform, clientId));
}
