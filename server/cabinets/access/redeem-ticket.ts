import { clientSubject } from '#server/audit-log/audit-store.ts';
import type { TicketAnswer } from '#contract/cabinets/cabinet.ts';
import { can } from '#contract/kernel/permissions.ts';
import { roleOf } from '#server/auth/member-store.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { beginCabinetSession } from '#server/cabinet-sessions/cabinet-session-store.ts';
import { takeTicket, waitingTicket } from '#server/cabinet-sessions/ticket-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CabinetCaller } from '#server/kernel/caller.ts';
import { lockClient, lockColleague, lockPerson, lockSession } from './access-store.ts';

/**
 * Tells a cabinet whom a ticket signs in: once, and only for its own tickets (DESIGN section 6, "Cabinet protocol").
 * Changes that would end the session (GROWTH section 15) lock the same rows first, so one of the two sees the other.
 */
export function redeemTicket(
  { db }: Pick<CabinetDeps, 'db'>,
  caller: CabinetCaller,
  ticket: string,
): Promise<TicketAnswer> {
  const { now } = caller;
  const { id: clientId } = caller.actor;
  return answered(db, caller, async (tx) => {
    const found = await waitingTicket(tx, ticket, clientId, now);
    if (!found?.session_id) throw refusal();
    const { acting_user_id: actingUserId, session_id: sessionId } = found;
    const personId = found.person_id ?? clientId;
    // Locked before the ticket: changes that end sessions lock the account's row first and then delete tickets.
    const acting = actingUserId ? await requireColleague(tx, actingUserId) : null;
    const client = await lockClient(tx, clientId);
    const person = acting ? null : await requireMember(tx, { clientId, personId });
    const session = await lockSession(tx, sessionId, now);
    if (!client || !session) throw refusal();
    const taken = await takeTicket(tx, ticket, clientId, now);
    if (!taken) throw refusal();
    const who = acting ? { actingUserId: acting.id } : { personId };
    const signedInAt = await beginCabinetSession(tx, {
      clientId,
      who,
      sessionId,
      userAgent: session.user_agent,
      now,
    });
    const { name } = client;
    await writeSecurityEvent(tx, caller, {
      event: 'ticket_used',
      account: acting
        ? { kind: 'staff', id: acting.id, name: acting.name }
        : { kind: 'customer', id: personId, name: person?.name ?? name, client },
      ...clientSubject(client),
    });
    return {
      client_id: clientId,
      name,
      locale: acting?.locale ?? person?.locale ?? client.locale,
      person: person && { id: person.id, name: person.name, email: person.email, role: person.role },
      acting_user: acting && { id: acting.id, name: acting.name },
      read_only: taken.read_only,
      session_id: sessionId,
      signed_in_at: signedInAt.toISOString(),
    };
  });
}

/** The person as a member, locked against changes that end access. */
async function requireMember(tx: Db, { clientId, personId }: { clientId: string; personId: string }) {
  const person = await lockPerson(tx, personId);
  const role = person && (await roleOf(tx, { clientId, personId }));
  if (!role) throw refusal();
  return { ...person, role };
}

async function requireColleague(tx: Db, userId: string) {
  const user = await lockColleague(tx, userId);
  if (!user || !can(user.permissions, 'clients.impersonate', { write: false }).allowed) throw refusal();
  return user;
}

function refusal(): AppError {
  return new AppError('link_invalid', { fields: { ticket: [{ key: 'errors.link_invalid' }] } });
}
