import type { Role } from '#contract/accounts/member-role.ts';
import type { Db } from '#server/db/tables.ts';

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
): Promise<Role | undefined> {
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
