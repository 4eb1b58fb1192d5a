import { personName } from '#server/auth/account-store.ts';
import { clientIdOf } from '#server/auth/session-store.ts';
import type { Db, SessionRow } from '#server/db/tables.ts';
import type { CustomerActor } from '#server/kernel/caller.ts';

/**
 * The person, the client and the role behind a session, asked with each call; undefined while the person may not act
 * for the client (docs/decisions/0194).
 */
export async function customerActor(db: Db, session: SessionRow): Promise<CustomerActor | undefined> {
  const found = await db
    .selectFrom('members as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['c.id', 'c.name', 'm.role', 'p.id as person_id'])
    .select(personName('p').as('person_name'))
    .where('m.client_id', '=', clientIdOf(session))
    .where('m.person_id', '=', session.account_id)
    .where('c.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const { id, name, role, person_id, person_name } = found;
  return { kind: 'customer', id, name, sessionId: session.id, role, person: { id: person_id, name: person_name } };
}
