import { personName } from '#server/auth/account-store.ts';
import type { Db } from '#server/db/tables.ts';

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
