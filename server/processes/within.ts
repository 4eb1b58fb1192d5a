import { setTimeout as delay } from 'node:timers/promises';

/** Whether the work succeeds within this time; slower work goes on, but nobody waits for it. */
export async function within(milliseconds: number, work: () => Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const patience = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work().then(() => true), patience]);
  } catch {
    return false;
  } finally {
    timer.abort();
  }
}
