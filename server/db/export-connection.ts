import type { Pool, PoolClient } from 'pg';
import { Refused } from '#server/refused.ts';

/** How long a file waits for one of the connections that files have, before it is refused. */
export const exportPatienceMs = 5_000;

/**
 * A connection for a file. There are but so many, so that slow readers leave the rest alone.
 *
 * @throws Refused `files_busy` when none has become free in time.
 */
export async function exportConnection(exports: Pool): Promise<PoolClient> {
  try {
    return await exports.connect();
  } catch (error) {
    if (hasWaitedInVain(error)) throw new Refused('files_busy', { retryAfter: 30 });
    throw error;
  }
}

/** pg-pool has no code for it, and other words for a database that cannot be reached. */
function hasWaitedInVain(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded');
}
