import { endCabinetSessionsFrom } from '#server/cabinet-sessions/cabinet-session-store.ts';
import type { Db } from '#server/db/tables.ts';
import { takeSession } from './session-store.ts';

/**
 * Ends one of an account's sessions and the cabinet sessions that came from it; false when it has none with that id.
 * `ended` records it in the same transaction.
 */
export function endSession(
  db: Db,
  { accountId, id, now }: { accountId: string; id: string; now: Date },
  ended: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isEnded = await takeSession(tx, accountId, id);
    await endCabinetSessionsFrom(tx, { sessionId: id, accountId, at: now });
    if (isEnded) await ended(tx);
    return isEnded;
  });
}
