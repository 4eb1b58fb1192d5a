import { ticketSeconds } from '#contract/accounts/auth.ts';
import { signInPath } from '#contract/cabinets/cabinet.ts';
import { isReadOnly } from '#contract/kernel/permissions.ts';
import { clientSubject, writeAudit } from '#server/audit-log/audit-store.ts';
import { lockAccount } from '#server/auth/account-store.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { hostOf } from '#server/cabinets/cabinet-address.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller, StaffCaller } from '#server/kernel/caller.ts';
import { hashToken, newToken } from '#server/keys/secrets.ts';
import { clientToEnter, insertTicket, lockClient } from './access-store.ts';

type EnterDeps = Pick<CabinetDeps, 'db' | 'urlOf'>;

/**
 * Signs a customer in to the own cabinet: gives an address with a ticket that works once, for a minute (DESIGN
 * section 6).
 */
export function enterCabinet({ db, urlOf }: EnterDeps, caller: CustomerCaller): Promise<{ url: string }> {
  const { actor } = caller;
  return answered(db, caller, async (tx) => {
    await lockAccount(tx, { kind: 'customer', id: actor.person.id, clientId: actor.id }, { share: true });
    await requireOpenSession(tx, actor);
    const ticket = {
      sessionId: actor.sessionId,
      personId: actor.person.id,
      colleagueId: null,
      isReadOnly: false,
      reason: null,
    };
    return issueTicket(tx, { clientId: actor.id, urlOf, now: caller.now }, ticket);
  });
}

/**
 * Signs a colleague in as the client, with a reason. Read-only staff, and everybody during maintenance, can only
 * view.
 */
export async function enterAsClient(
  { db, urlOf, settings }: EnterDeps & Pick<CabinetDeps, 'settings'>,
  caller: StaffCaller,
  clientId: string,
  { reason, read_only = false }: { reason: string; read_only?: boolean | undefined },
): Promise<{ url: string }> {
  const { actor, now } = caller;
  const client = await clientToEnter(db, clientId);
  if (!client) throw new AppError('not_found');
  if (!read_only && isReadOnly(actor.permissions)) throw new AppError('read_only');
  if (!read_only && (await settings.get('read_only'))) throw new AppError('maintenance');
  return answered(db, caller, async (tx) => {
    await lockAccount(tx, { kind: 'staff', id: actor.id }, { share: true });
    await requireOpenSession(tx, actor);
    await lockClient(tx, clientId);
    const ticket = {
      sessionId: actor.sessionId,
      personId: null,
      colleagueId: actor.id,
      isReadOnly: read_only,
      reason,
    };
    const way = await issueTicket(tx, { clientId, urlOf, now }, ticket);
    await writeAudit(tx, caller, {
      action: 'client.sign_in',
      ...clientSubject(client),
      asClient: true,
      changes: [
        { field: 'reason', before: null, after: reason },
        { field: 'read_only', before: null, after: read_only },
      ],
    });
    return way;
  });
}

interface Ticket {
  sessionId: string;
  /** Whom it signs in, unless a colleague. */
  personId: string | null;
  /** The colleague who acts as the client. */
  colleagueId: string | null;
  isReadOnly: boolean;
  reason: string | null;
}

async function issueTicket(
  tx: Db,
  { clientId, urlOf, now }: { clientId: string; urlOf: EnterDeps['urlOf']; now: Date },
  { sessionId, personId, colleagueId, isReadOnly: read_only, reason }: Ticket,
): Promise<{ url: string }> {
  const client = await clientToEnter(tx, clientId);
  const url = client ? urlOf(hostOf(client)) : null;
  if (client?.cabinet_status !== 'active' || !url) throw new AppError('cabinet_not_active');
  const token = newToken();
  await insertTicket(tx, {
    client_id: clientId,
    session_id: sessionId,
    person_id: personId,
    acting_user_id: colleagueId,
    read_only,
    reason,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + ticketSeconds * 1000),
  });
  return { url: `${url}${signInPath}?ticket=${token}` };
}
