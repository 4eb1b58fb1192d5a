import type { Pool, PoolClient } from 'pg';
import { AppError } from '#server/kernel/app-error.ts';

/** How long a file waits for one of the connections that files have, before it is refused. */
export const exportPatienceMs = 5_000;

/**
 * A connection for a file. Their number is limited, so that slow readers can't block other work.
 *
 * @throws AppError `files_busy` when none has become free in time.
 */
export async function exportConnection(exports: Pool): Promise<PoolClient> {
  try {
    return await exports.connect();
  } catch (error) {
    if (hasWaitedInVain(error)) throw new AppError('files_busy', { retryAfter: 30 });
    throw error;
  }
}

/** pg-pool has no code for this; its message for an unreachable database is another one. */
function hasWaitedInVain(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded');
}
