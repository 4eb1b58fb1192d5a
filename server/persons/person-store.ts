import { personName } from '#server/auth/account-store.ts';
import type { Db, PersonRow } from '#server/db/tables.ts';

/** SQL for persons and the clients whom they act for (docs/decisions/0194). */

/** A person as a member of a client; undefined unless both are there. */
export function memberActing(db: Db, { clientId, personId }: { clientId: string; personId: string }) {
  return db
    .selectFrom('members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['c.id', 'c.name', 'm.role', 'p.id as person_id'])
    .select(personName('p').as('person_name'))
    .where('m.client_id', '=', clientId)
    .where('m.person_id', '=', personId)
    .where('c.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Who is signed in, as they see and change it themselves. */
export function ownRow(db: Db, id: string) {
  return db
    .selectFrom('persons as p')
    .select(['p.id', 'p.name as own_name', 'p.country_code', 'p.phone', 'p.phone_e164', 'p.updated_at'])
    .select(personName('p').as('name'))
    .select((eb) =>
      eb.selectFrom('clients as c').select('c.type').whereRef('c.id', '=', 'p.id').as('registered_type'),
    )
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function updatePerson(
  tx: Db,
  id: string,
  changes: Partial<Pick<PersonRow, 'name' | 'country_code' | 'phone' | 'phone_e164' | 'updated_at'>>,
): Promise<void> {
  await tx.updateTable('persons').set(changes).where('id', '=', id).execute();
}
