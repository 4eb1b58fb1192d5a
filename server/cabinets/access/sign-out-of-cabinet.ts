import { accountById } from '#server/auth/account-store.ts';
import { personSignedIn } from '#server/cabinet-sessions/sign-in-store.ts';
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
  const personId = await personSignedIn(db, { clientId: actor.id, sessionId });
  if (personId === undefined) return;
  await endSession(db, { accountId: personId, id: sessionId, now }, async (tx) => {
    const person = await accountById(tx, { kind: 'customer', id: personId });
    const client = { id: actor.id, name: (await findCabinet(tx, actor.id))?.client.name ?? '' };
    const account = { kind: 'customer' as const, id: personId, name: person?.name ?? client.name, client };
    await writeSecurityEvent(tx, caller, { event: 'logout', account });
  });
}
