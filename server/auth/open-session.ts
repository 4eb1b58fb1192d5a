import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { holdSession } from './session-store.ts';

/**
 * Refuses a call whose session was ended after the call began, and keeps the session until the transaction is over.
 * For everything that could give access again (GROWTH section 15). The caller holds the lock of the account's row.
 */
export async function requireOpenSession(tx: Db, { sessionId }: { sessionId: string }): Promise<void> {
  if (!(await holdSession(tx, sessionId))) throw new AppError('unauthorized');
}
