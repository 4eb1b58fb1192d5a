import type { Db } from '#server/db/tables.ts';
import { hashToken } from '#server/keys/secrets.ts';

/** SQL for sign-in tickets; tokens come here only as hashes. */

/**
 * Deletes tickets that were not redeemed yet: those of a colleague who acts as clients, those of a person (into every
 * cabinet or one), or all into one client's cabinet.
 */
export async function deleteTickets(
  tx: Db,
  whose: { actingUserId: string } | { personId: string; clientId?: string } | { clientId: string },
): Promise<void> {
  let query = tx.deleteFrom('cabinet_tickets').where('used_at', 'is', null);
  if ('actingUserId' in whose) query = query.where('acting_user_id', '=', whose.actingUserId);
  if ('personId' in whose) {
    query = query
      .where('acting_user_id', 'is', null)
      .where((eb) => eb(eb.fn.coalesce('person_id', 'client_id'), '=', whose.personId));
  }
  if ('clientId' in whose && whose.clientId !== undefined)
    query = query.where('client_id', '=', whose.clientId);
  await query.execute();
}

/** A ticket into a client's cabinet while it is valid. */
export function waitingTicket(
  db: Db,
  ticket: string,
  clientId: string,
  now: Date,
): Promise<
  { acting_user_id: string | null; session_id: string | null; person_id: string | null } | undefined
> {
  return db
    .selectFrom('cabinet_tickets')
    .select(['acting_user_id', 'session_id', 'person_id'])
    .where('token_hash', '=', hashToken(ticket))
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Redeems a ticket. Of two calls at once only one gets it. */
export function takeTicket(
  tx: Db,
  ticket: string,
  clientId: string,
  now: Date,
): Promise<{ read_only: boolean } | undefined> {
  return tx
    .updateTable('cabinet_tickets')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(ticket))
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('read_only')
    .executeTakeFirst();
}
