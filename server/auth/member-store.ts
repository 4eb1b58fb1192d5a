import { sql } from 'kysely';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { Db } from '#server/db/tables.ts';
import { personName } from './account-store.ts';

/** SQL for who belongs to a client (docs/decisions/0194), as far as sessions need it. */

/** Locks a client, and then its members. */
export async function lockMembersOf(tx: Db, clientId: string): Promise<void> {
  await tx.selectFrom('clients').select('id').where('id', '=', clientId).forUpdate().execute();
  await tx
    .selectFrom('persons')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('members').select('person_id').where('client_id', '=', clientId))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The clients of a person, deleted ones too. */
export async function clientIdsOf(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('client_id')
    .where('person_id', '=', personId)
    .orderBy('client_id')
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** The members of a client who belong to no other client that is not deleted. */
export async function personsOnlyOf(db: Db, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members as m')
    .select('m.person_id')
    .where('m.client_id', '=', clientId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members as other')
            .innerJoin('clients as c', 'c.id', 'other.client_id')
            .select('other.client_id')
            .whereRef('other.person_id', '=', 'm.person_id')
            .where('other.client_id', '<>', clientId)
            .where('c.deleted_at', 'is', null),
        ),
      ),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/** A person's role for a client; undefined: not a member. */
export async function roleOf(
  db: Db,
  { clientId, personId }: { clientId: string; personId: string },
): Promise<MemberRole | undefined> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return member?.role;
}

/** The client that a person used last, of those that are not deleted if there are any. */
export async function lastClientOf(db: Db, personId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .select('m.client_id')
    .where('m.person_id', '=', personId)
    .orderBy('c.deleted_at', (order) => order.desc().nullsFirst())
    .orderBy('m.last_used_at', (order) => order.desc().nullsLast())
    .orderBy('m.client_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return member?.client_id;
}

/** Records that a person signed in for a client. */
export async function noteUsed(
  tx: Db,
  { id: personId, client: { id: clientId } }: { id: string; client: { id: string } },
  now: Date,
): Promise<void> {
  await tx.updateTable('clients').set({ last_login: now }).where('id', '=', clientId).execute();
  await tx
    .updateTable('members')
    .set({ last_used_at: now })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .execute();
}

/**
 * A person as a member of a client, deleted ones too, in one statement whatever exists (tests/api/same-work.test.ts).
 * Without a client: of the one used last, of those that are not deleted if there are any. By an address: of the person
 * who is not deleted, else of the one deleted last.
 */
export async function memberBy(
  db: Db,
  who: { personId: string; clientId?: string | undefined } | { email: string },
) {
  let query = db
    .selectFrom('members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .selectAll('c')
    .select(['p.id as p_id', 'p.email as p_email', 'p.email_key as p_email_key', 'p.locale as p_locale'])
    .select(['p.pending_email as p_pending_email', 'p.pending_email_by_staff as p_pending_by_staff'])
    .select(['p.password_hash as p_password_hash', 'p.confirmed_at as p_confirmed_at'])
    .select(['p.deleted_at as p_deleted_at', 'p.devices_from as p_devices_from'])
    .select(['p.links_from as p_links_from', 'p.two_factor_at', 'm.role'])
    .select(personName('p').as('p_name'))
    .orderBy('c.deleted_at', (order) => order.desc().nullsFirst())
    .orderBy('m.last_used_at', (order) => order.desc().nullsLast())
    .orderBy('m.client_id', 'desc')
    .limit(1);
  if ('email' in who) query = query.where('m.person_id', '=', byEmail(db, who.email));
  else query = query.where('m.person_id', '=', who.personId);
  if ('clientId' in who && who.clientId !== undefined) query = query.where('m.client_id', '=', who.clientId);
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const { p_id, p_name, p_email, p_email_key, p_pending_email, p_pending_by_staff, p_locale, ...others } =
    row;
  const {
    p_password_hash,
    p_confirmed_at,
    p_deleted_at,
    p_devices_from,
    p_links_from,
    two_factor_at,
    role,
    ...client
  } = others;
  const account = {
    id: p_id,
    name: p_name,
    email: p_email,
    email_key: p_email_key,
    pending_email: p_pending_email,
    pending_email_by_staff: p_pending_by_staff,
    locale: p_locale,
    password_hash: p_password_hash,
    confirmed_at: p_confirmed_at,
    deleted_at: p_deleted_at,
    devices_from: p_devices_from,
    links_from: p_links_from,
    two_factor_at,
  };
  return { account, role, client };
}

/** Who has this address, else who had it and was deleted last. Two questions, because each has an index. */
function byEmail(db: Db, email: string) {
  const named = db.selectFrom('persons').select('id').where('email_key', '=', emailKey(email));
  const present = named.where('deleted_at', 'is', null);
  const deleted = named.where('deleted_at', 'is not', null).orderBy('deleted_at', 'desc').limit(1);
  return sql<string>`coalesce(${present}, ${deleted})`;
}
