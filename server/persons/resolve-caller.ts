import { clientIdOf } from '#server/auth/session-store.ts';
import type { Db, SessionRow } from '#server/db/tables.ts';
import type { CustomerActor } from '#server/kernel/caller.ts';
import { memberActing } from './person-store.ts';

/**
 * The person, the client and the role behind a session, asked with each call; undefined while the person may not act
 * for the client (docs/decisions/0194).
 */
export async function customerActor(db: Db, session: SessionRow): Promise<CustomerActor | undefined> {
  const found = await memberActing(db, { clientId: clientIdOf(session), personId: session.account_id });
  if (!found) return undefined;
  const { id, name, role } = found;
  const person = { id: found.person_id, name: found.person_name };
  return { kind: 'customer', id, name, sessionId: session.id, role, person };
}
