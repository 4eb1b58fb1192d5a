import { sql } from 'kysely';
import type { Db, ErasureRow } from '#server/db/tables.ts';

/** SQL for erasures under way, and for what is left of a client. */

export async function insertErasure(tx: Db, row: Omit<ErasureRow, 'finished_at'>): Promise<void> {
  await tx.insertInto('erasures').values(row).execute();
}

export function erasureOf(db: Db, clientId: string): Promise<ErasureRow | undefined> {
  return db.selectFrom('erasures').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

/** Those with something left to do, the oldest first. */
export async function openErasures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('erasures')
    .select('client_id')
    .where('finished_at', 'is', null)
    .orderBy('asked_at')
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** Every client who was erased, in the order of their erasure. */
export function allErasures(db: Db) {
  return db
    .selectFrom('erasures')
    .select(['client_id', 'asked_at', 'finished_at'])
    .orderBy('asked_at')
    .orderBy('client_id')
    .execute();
}

export async function updateErasure(
  db: Db,
  clientId: string,
  changes: Partial<Pick<ErasureRow, 'file_ids' | 'entry_ids' | 'email_id' | 'finished_at'>>,
): Promise<void> {
  await db.updateTable('erasures').set(changes).where('client_id', '=', clientId).execute();
}

/** The members of a client who belong to no other one. */
export async function personsOfOneClient(tx: Db, clientId: string) {
  return tx
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.email', 'p.pending_email', 'p.name'])
    .where('m.client_id', '=', clientId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members as other')
            .select('other.client_id')
            .whereRef('other.person_id', '=', 'm.person_id')
            .where('other.client_id', '<>', clientId),
        ),
      ),
    )
    .orderBy('p.id')
    .execute();
}

/** Those who stay, because they belong to others too, and have no name but the client's. */
export async function namelessMembers(tx: Db, clientId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select('p.id')
    .where('m.client_id', '=', clientId)
    .where('p.name', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The files of all data that may be on the disk. */
export async function exportIdsOf(tx: Db, clientId: string, personIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('data_exports')
    .select('id')
    .where(sql<boolean>`(client_id = ${clientId}::uuid or person_id = any(${personIds}::uuid[]))`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The backups of a client's cabinet whose files may be there. */
export async function keptBackupsOf(db: Db, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cabinet_backups')
    .select('id')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Undefined: the client never had a cabinet. */
export function cabinetStateOf(
  db: Db,
  clientId: string,
): Promise<{ status: string; task: string | null } | undefined> {
  return db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select(['c.cabinet_status as status', 'k.task'])
    .where('k.client_id', '=', clientId)
    .executeTakeFirst();
}

/** Whether an email waits to be sent. */
export async function isQueued(db: Db, emailId: string): Promise<boolean> {
  const row = await db.selectFrom('emails').select('status').where('id', '=', emailId).executeTakeFirst();
  return row?.status === 'queued';
}

export async function deleteEmail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('emails').where('id', '=', id).execute();
  await db.deleteFrom('alarms').where('cause', '=', id).execute();
}

/** Addresses are in the data of some jobs, finished ones included, until the queue forgets them. */
export async function deleteJobsWith(tx: Db, addresses: readonly string[]): Promise<void> {
  await sql`delete from jobs.job where lower(data ->> 'email') = any(${addresses}::text[])`.execute(tx);
}

/** Other clients with a note that has one of the addresses, or the digits of a phone however they are grouped. */
export async function clientsWithNotesNaming(
  db: Db,
  { id, addresses, digits }: { id: string; addresses: readonly string[]; digits: string | null },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from clients c
    where c.id <> ${id}::uuid and exists (select from notes n
      where n.subject = 'client' and n.subject_id = c.id
        and (exists (select from unnest(${addresses}::text[]) as address where position(address in lower(n.text)) > 0)
          or position(${digits}::text in regexp_replace(n.text, '[^0-9]', '', 'g')) > 0))
    order by c.name, c.id`.execute(db);
  return rows;
}

/** Whom a client has invited, by address. */
export async function invitedBy(tx: Db, clientId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('member_invitations')
    .select('email')
    .where('client_id', '=', clientId)
    .execute();
  return rows.map(({ email }) => email);
}

/** What was done with members, by any client, that names an address; and acts on many clients with this one among them. */
export async function entriesNaming(
  tx: Db,
  { clientId, addresses }: { clientId: string; addresses: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_entries
    where action in ('client.join', 'client.invite_member', 'client.change_member', 'client.remove_member',
        'client.withdraw_invitation')
      and exists (select from unnest(${addresses}::text[]) as address
        where position(to_json(address)::text in lower(changes::text)) > 0)
    union
    select a.id from bulk_rows r join audit_entries a on a.subject_id = r.run_id
    where r.subject_id = ${clientId}::uuid`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Entries of the audit log about a client, or by or about persons who were erased with it, and others by id; without
 * the erasure itself, which says why. `staff`: what a colleague did keeps the colleague's name.
 */
export async function entriesOf(
  db: Db,
  {
    clientId,
    personIds,
    entryIds,
  }: { clientId: string; personIds: readonly string[]; entryIds: readonly string[] },
): Promise<{ id: string; staff: boolean; sealed: boolean }[]> {
  const { rows } = await sql<{ id: string; staff: boolean; sealed: boolean }>`
    select a.id, a.actor_kind = 'staff' as staff,
      exists (select from audit_seals s where s.entry_id = a.id) as sealed
    from audit_entries a
    where (a.client_id = ${clientId}::uuid or a.subject_id = ${clientId}::uuid
        or a.subject_id = any(${personIds}::uuid[]) or a.actor_id = any(${personIds}::uuid[])
        or a.person_id = any(${personIds}::uuid[]) or a.id = any(${entryIds}::uuid[]))
      and a.action <> 'client.erase'
      and (num_nonnulls(a.actor_name, a.subject_name, a.ip, a.device) > 0
        or a.changes <> '[]' and not a.changes @> '[{"erased": true}]')
    order by a.id`.execute(db);
  return rows;
}
