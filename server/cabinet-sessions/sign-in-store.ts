import { sql } from 'kysely';
import { actingSessionSeconds, cabinetSessionSeconds } from '#contract/cabinets/cabinet.ts';
import type { CabinetSignIn } from '#contract/clients/customer.ts';
import type { Db } from '#server/db/tables.ts';

const shownAtMost = 50;

/** The person whom a session of the platform brought into a client's cabinet. */
export async function personSignedIn(
  db: Db,
  { clientId, sessionId }: { clientId: string; sessionId: string },
): Promise<string | undefined> {
  const signIn = await db
    .selectFrom('cabinet_sign_ins')
    .select('person_id')
    .where('client_id', '=', clientId)
    .where('session_id', '=', sessionId)
    .where('person_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return signIn?.person_id ?? undefined;
}

/**
 * Who entered a client's cabinet, with what, latest first, and whether their session goes on (GROWTH section 15). A
 * colleague's device is not the customer's to know.
 */
export async function shownSignIns(
  db: Db,
  {
    clientId,
    personId,
    sessionId,
    now,
  }: { clientId: string; personId: string; sessionId: string; now: Date },
): Promise<CabinetSignIn[]> {
  const rows = await db
    .selectFrom('cabinet_sign_ins as s')
    .innerJoin('clients as c', 'c.id', 's.client_id')
    .leftJoin('cabinet_persons as p', (join) =>
      join.onRef('p.client_id', '=', 's.client_id').onRef('p.person_id', '=', 's.person_id'),
    )
    .leftJoin('cabinet_acting_users as a', 'a.user_id', 's.acting_user_id')
    .leftJoin('users as u', 'u.id', 's.acting_user_id')
    .leftJoin('persons as m', 'm.id', 's.person_id')
    .select(['s.id', 's.signed_in_at', 's.acting_user_id', 's.person_id', 's.session_id', 's.ended_at'])
    .select(['s.user_agent', 'u.name'])
    .select(
      sql<string | null>`coalesce(m.name, (select o.name from clients o where o.id = m.id))`.as('member'),
    )
    // Sessions before the latest of these moments are over; `greatest` ignores nulls.
    .select(sql<Date | null>`greatest(c.cabinet_sessions_from, p.valid_from, a.valid_from)`.as('valid_from'))
    .where('s.client_id', '=', clientId)
    .orderBy('s.signed_in_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(shownAtMost)
    .execute();
  return rows.map((row) => {
    const isStaff = row.acting_user_id !== null;
    const seconds = isStaff ? actingSessionSeconds : cabinetSessionSeconds;
    const isOver =
      row.ended_at !== null ||
      row.signed_in_at.getTime() + seconds * 1000 <= now.getTime() ||
      (row.valid_from !== null && row.signed_in_at < row.valid_from);
    return {
      id: row.id,
      at: row.signed_in_at.toISOString(),
      kind: isStaff ? 'staff' : 'own',
      by: isStaff ? row.name : row.person_id === personId ? null : row.member,
      user_agent: isStaff ? null : row.user_agent,
      current: row.session_id === sessionId,
      ended: isOver,
    };
  });
}
