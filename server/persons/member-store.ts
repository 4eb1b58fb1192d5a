import { sql } from 'kysely';
import type { Member } from '#contract/accounts/member.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { personName } from '#server/auth/account-store.ts';
import type { Db, InvitationRow } from '#server/db/tables.ts';

/** SQL for the members of clients and for who is invited (docs/decisions/0194). */

function members(db: Db) {
  return db
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .leftJoin('persons as i', 'i.id', 'm.invited_by')
    .select(['p.id', 'p.email', 'm.role', 'm.created_at', 'm.last_used_at', 'm.invited_by'])
    .select('p.two_factor_at')
    .select(
      sql<number>`(select count(*)::int from person_passkeys k where k.person_id = p.id)`.as('passkeys'),
    )
    .select(personName('p').as('name'))
    .select(personName('i').as('inviter'));
}

/** The members of a client, as somebody may see them: the first who came first. */
export async function membersOf(db: Db, clientId: string, asker: string | null): Promise<Member[]> {
  const rows = await members(db)
    .where('m.client_id', '=', clientId)
    .orderBy('m.created_at')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => toMember(row, asker));
}

export async function memberOf(
  db: Db,
  { clientId, personId }: { clientId: string; personId: string },
  asker: string | null,
): Promise<Member | undefined> {
  const row = await members(db)
    .where('m.client_id', '=', clientId)
    .where('m.person_id', '=', personId)
    .executeTakeFirst();
  return row && toMember(row, asker);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number];

function toMember(row: MemberRow, asker: string | null): Member {
  const { id, name, email, role, invited_by, inviter } = row;
  return {
    id,
    joined: true,
    own: id === asker,
    name,
    email,
    role,
    invited_by: invited_by === null ? null : { id: invited_by, name: inviter },
    two_factor: row.two_factor_at !== null,
    passkeys: row.passkeys,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: null,
  };
}

/** Invitations of a client that wait. */
export async function invitationsOf(db: Db, clientId: string, now: Date): Promise<Member[]> {
  const rows = await db
    .selectFrom('member_invitations as v')
    .innerJoin('persons as i', 'i.id', 'v.invited_by')
    .selectAll('v')
    .select(personName('i').as('inviter'))
    .where('v.client_id', '=', clientId)
    .where('v.expires_at', '>', now)
    .orderBy('v.created_at')
    .execute();
  return rows.map(toInvited);
}

export function toInvited(row: InvitationRow & { inviter: string }): Member {
  return {
    id: row.id,
    joined: false,
    own: false,
    name: null,
    email: row.email,
    role: row.role,
    invited_by: { id: row.invited_by, name: row.inviter },
    two_factor: false,
    passkeys: 0,
    created_at: row.created_at.toISOString(),
    last_used_at: null,
    expires_at: row.expires_at.toISOString(),
  };
}

export function invitationById(db: Db, id: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('member_invitations').selectAll().where('id', '=', id).executeTakeFirst();
}

export function invitationTo(db: Db, clientId: string, email: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('member_invitations')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
}

/** Writes an invitation, or changes the one with this id. */
export async function putInvitation(tx: Db, row: Omit<InvitationRow, 'email_key'>): Promise<void> {
  const values = { ...row, email_key: emailKey(row.email) };
  await tx
    .insertInto('member_invitations')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function deleteInvitation(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('member_invitations').where('id', '=', id).execute();
}

/** Nobody can accept them any more. */
export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('member_invitations').where('expires_at', '<', now).execute();
}

/** What somebody has invited others to. */
export function invitationsBy(tx: Db, { clientId, personId }: Which) {
  return tx
    .selectFrom('member_invitations')
    .select(['id', 'role'])
    .where('client_id', '=', clientId)
    .where('invited_by', '=', personId)
    .execute();
}

export async function insertMember(
  tx: Db,
  row: {
    client_id: string;
    person_id: string;
    role: MemberRole;
    invited_by: string | null;
    created_at: Date;
  },
): Promise<void> {
  await tx.insertInto('members').values(row).execute();
}

interface Which {
  clientId: string;
  personId: string;
}

export async function setRole(tx: Db, { clientId, personId }: Which, role: MemberRole): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .execute();
}

export async function deleteMember(tx: Db, { clientId, personId }: Which): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .execute();
}

/** The other owners of a client, the first first. */
export async function otherOwners(tx: Db, { clientId, personId }: Which): Promise<string[]> {
  const rows = await tx
    .selectFrom('members')
    .select('person_id')
    .where('client_id', '=', clientId)
    .where('role', '=', 'owner')
    .where('person_id', '<>', personId)
    .orderBy('created_at')
    .orderBy('person_id')
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/** From now on the client's columns show the contact of this owner; a phone stays where the owner has none. */
export async function showContactOf(tx: Db, { clientId, personId }: Which): Promise<void> {
  const person = await tx
    .selectFrom('persons')
    .selectAll()
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const { email, email_key, pending_email, pending_email_by_staff, confirmed_at, password_hash } = person;
  const { locale, devices_from, links_from, country_code, phone, phone_e164 } = person;
  await tx
    .updateTable('clients')
    .set({
      owner_id: personId === clientId ? null : personId,
      email,
      email_key,
      pending_email,
      pending_email_by_staff,
      confirmed_at,
      password_hash,
      locale,
      devices_from,
      links_from,
      ...(country_code && phone && phone_e164 && { country_code, phone, phone_e164 }),
    })
    .where('id', '=', clientId)
    .execute();
}

/** Keeps a person's name who has none but the client's, before they leave it. */
export async function keepName(tx: Db, personId: string): Promise<void> {
  await tx
    .updateTable('persons as p')
    .set({ name: personName('p') })
    .where('p.id', '=', personId)
    .where('p.name', 'is', null)
    .execute();
}

export async function deletePersonAt(tx: Db, personId: string, at: Date): Promise<void> {
  await tx.updateTable('persons').set({ deleted_at: at }).where('id', '=', personId).execute();
}

/** The clients of a person that are not deleted, by name. */
export function companiesOf(db: Db, personId: string) {
  return db
    .selectFrom('members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .select(['c.id', 'c.name', 'c.status', 'm.role'])
    .where('m.person_id', '=', personId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute();
}

/** A person who came by an invitation, whose link has proved the address. */
export async function insertPerson(
  tx: Db,
  {
    email,
    now,
    ...person
  }: {
    id: string;
    name: string | null;
    email: string;
    password_hash: string | null;
    locale: Locale;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('persons')
    .values({
      ...person,
      email,
      email_key: emailKey(email),
      confirmed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function personNameOf(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('persons as p')
    .select(personName('p').as('name'))
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row?.name ?? '';
}

/** A person's phone; undefined: they have none yet. */
export async function phoneOfPerson(db: Db, id: string) {
  const row = await db
    .selectFrom('persons')
    .select(['country_code', 'phone', 'phone_e164'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.country_code || !row.phone || !row.phone_e164) return undefined;
  return { country_code: row.country_code, phone: row.phone, phone_e164: row.phone_e164 };
}

export async function setPhone(
  tx: Db,
  id: string,
  phone: NonNullable<Awaited<ReturnType<typeof phoneOfPerson>>>,
): Promise<void> {
  await tx.updateTable('persons').set(phone).where('id', '=', id).execute();
}
