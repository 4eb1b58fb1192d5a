import { endCabinetSessions } from '#server/cabinet-sessions/cabinet-session-store.ts';
import { deleteTickets } from '#server/cabinet-sessions/ticket-store.ts';
import type { AccountKind, Db } from '#server/db/tables.ts';
import { lockAccount, updateAccount } from './account-store.ts';
import { endKeysOf } from './ended-keys-store.ts';
import { deletePasskeysOf } from './ended-passkeys-store.ts';
import {
  type ClientCause,
  clientCauses,
  type Ending,
  type EndingCause,
  endings,
  linkGroups,
} from './endings.ts';
import { clientIdsOf, lockMembersOf, personsOnlyOf } from './member-store.ts';
import { voidLinksOf } from './one-time-link-store.ts';
import { deleteSession, deleteSessionsFor, deleteSessionsOf } from './session-store.ts';

export interface Account {
  kind: AccountKind;
  id: string;
}

interface EndAccessOptions {
  now: Date;
  /** The session that makes the change. */
  sessionId?: string | null | undefined;
}

/**
 * Ends what a change of an account must end, in the transaction of the change and under a lock of the account's row
 * (GROWTH section 15, "What ends when something changes"). What opens a session, rotates a token or redeems a ticket
 * takes the same lock and checks again, so that nothing granted before the change takes effect after it.
 */
export async function endAccess(
  tx: Db,
  account: Account,
  because: EndingCause,
  { now, sessionId }: EndAccessOptions,
): Promise<void> {
  const ending: Ending = endings[because];
  const isOfClient = account.kind === 'customer' && clientCauses.some((cause) => cause === because);
  if (!ending.of.includes(account.kind) || isOfClient) {
    throw new Error(`${because} is nothing of ${account.kind}`);
  }
  await lockAccount(tx, account);
  await endSessions(tx, account, ending, sessionId);
  await voidLinksOf(tx, account.id, linkGroups[ending.links]);
  await endKnowledge(tx, account, ending, now);
  await endTickets(tx, account, ending);
  await endCabinets(tx, account, ending, now);
  if (ending.keys && account.kind === 'staff') await endKeysOf(tx, account.id, now);
  if (ending.passkeys) await deletePasskeysOf(tx, account);
}

/**
 * The same for a change of a client: of every person's session for it. What belongs to a person ends with the
 * client that is their only one.
 */
export async function endClientAccess(
  tx: Db,
  clientId: string,
  because: ClientCause,
  { now }: { now: Date },
): Promise<void> {
  const ending: Ending = endings[because];
  await lockMembersOf(tx, clientId);
  if (ending.sessions !== 'none') await deleteSessionsFor(tx, clientId);
  for (const id of await personsOnlyOf(tx, clientId)) {
    await voidLinksOf(tx, id, linkGroups[ending.links]);
    await endKnowledge(tx, { kind: 'customer', id }, ending, now);
    if (ending.passkeys) await deletePasskeysOf(tx, { kind: 'customer', id });
  }
  if (ending.tickets !== 'none') await deleteTickets(tx, { clientId });
  if (ending.cabinets !== 'none') await endCabinetSessions(tx, { clientId, at: now });
}

/** The same for a person who is no longer a member of a client. */
export async function endMemberAccess(
  tx: Db,
  { clientId, personId }: { clientId: string; personId: string },
  { now }: { now: Date },
): Promise<void> {
  await deleteSessionsFor(tx, clientId, personId);
  await voidLinksOf(tx, personId, linkGroups.all);
  await deleteTickets(tx, { clientId, personId });
  await endCabinetSessions(tx, { clientId, personId, at: now });
}

/** Ends a person's sessions in one cabinet, which learns a role with a ticket alone. */
export async function endMemberCabinets(
  tx: Db,
  { clientId, personId }: { clientId: string; personId: string },
  now: Date,
): Promise<void> {
  await deleteTickets(tx, { clientId, personId });
  await endCabinetSessions(tx, { clientId, personId, at: now });
}

/** Whether links requested at that moment have been ended since, before they were written. */
export function isEndedSince({ links_from }: { links_from: Date | null }, askedAt: Date): boolean {
  return links_from !== null && askedAt < links_from;
}

async function endSessions(
  tx: Db,
  { id }: Account,
  { sessions }: Ending,
  sessionId: string | null | undefined,
): Promise<void> {
  if (sessions === 'none') return;
  if (sessions === 'this') {
    if (sessionId) await deleteSession(tx, sessionId);
    return;
  }
  await deleteSessionsOf(tx, id, sessions === 'others' && sessionId ? { except: sessionId } : {});
}

/** Stores the moment. Devices and links from before it no longer count. */
async function endKnowledge(
  tx: Db,
  account: Account,
  { pendingEmail, devices, links }: Ending,
  now: Date,
): Promise<void> {
  const endsResets = linkGroups[links].some((purpose) => purpose === 'reset');
  const changes = {
    ...(pendingEmail && { pending_email: null, pending_email_by_staff: false }),
    ...(devices && { devices_from: now }),
    ...(endsResets && { links_from: now }),
  };
  if (Object.keys(changes).length > 0) await updateAccount(tx, account, changes);
}

async function endTickets(tx: Db, { kind, id }: Account, { tickets }: Ending): Promise<void> {
  if (tickets === 'none') return;
  await deleteTickets(tx, kind === 'staff' ? { actingUserId: id } : { personId: id });
}

async function endCabinets(tx: Db, { kind, id }: Account, { cabinets }: Ending, at: Date): Promise<void> {
  if (cabinets === 'none') return;
  if (kind === 'staff') return endCabinetSessions(tx, { actingUserId: id, at });
  for (const clientId of await clientIdsOf(tx, id)) {
    await endCabinetSessions(tx, { clientId, personId: id, keepNewest: cabinets === 'older', at });
  }
}
