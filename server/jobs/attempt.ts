import type { BaseLogger } from 'pino';
import { isDatabaseAway } from '#server/db/database-away.ts';

/**
 * Does one of several things that don't depend on each other: what is wrong with it is logged and stops none of the
 * others. Throws only when the database is away, which is wrong with all of them.
 */
export async function attempt(
  log: Pick<BaseLogger, 'error'>,
  { failed, ...facts }: { failed: string } & Record<string, unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log.error({ err: error, ...facts }, failed);
  }
}

/** The same for several in their order; the log names each by its key. */
export async function attemptAll(
  log: Pick<BaseLogger, 'error'>,
  failed: string,
  works: Record<string, () => Promise<unknown>>,
): Promise<void> {
  for (const [what, work] of Object.entries(works)) await attempt(log, { failed, what }, work);
}
