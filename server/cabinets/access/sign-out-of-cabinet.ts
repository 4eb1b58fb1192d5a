import { endSession } from '#server/auth/end-session.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { findCabinet } from '#server/cabinets/cabinet-store.ts';
import type { Db } from '#server/db/tables.ts';
import type { CabinetCaller } from '#server/kernel/caller.ts';

/** Somebody signed out in a cabinet: ends the platform's session that they came from too. */
export async function signOutOfCabinet(
  { db }: { db: Db },
  caller: CabinetCaller,
  sessionId: string,
): Promise<void> {
  const { actor, now } = caller;
  await endSession(db, { accountId: actor.id, id: sessionId, now }, async (tx) => {
    const name = (await findCabinet(tx, actor.id))?.client.name ?? '';
    const account = { kind: 'customer' as const, id: actor.id, name };
    await writeSecurityEvent(tx, caller, { event: 'logout', account });
  });
}
