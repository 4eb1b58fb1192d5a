import type { Member, OwnCompany } from '#contract/accounts/member.ts';
import { clientById } from '#server/clients/client-store.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Db } from '#server/db/tables.ts';
import type { CustomerCaller, StaffCaller } from '#server/kernel/caller.ts';
import { companiesOf, invitationsOf, membersOf } from './member-store.ts';

/** The members of the caller's client, then who is invited. */
export async function readMembers(
  { db }: { db: Db },
  { actor, now }: Pick<CustomerCaller, 'actor' | 'now'>,
): Promise<Member[]> {
  const [joined, invited] = await Promise.all([
    membersOf(db, actor.id, actor.person.id),
    invitationsOf(db, actor.id, now),
  ]);
  return [...joined, ...invited];
}

/** The same for staff. */
export async function readMembersOf(
  { db }: { db: Db },
  { now }: StaffCaller,
  clientId: string,
): Promise<Member[]> {
  if (!(await clientById(db, clientId))) throw new AppError('not_found');
  const [joined, invited] = await Promise.all([
    membersOf(db, clientId, null),
    invitationsOf(db, clientId, now),
  ]);
  return [...joined, ...invited];
}

export async function readCompanies(
  { db }: { db: Db },
  { actor }: Pick<CustomerCaller, 'actor'>,
): Promise<OwnCompany[]> {
  const rows = await companiesOf(db, actor.person.id);
  return rows.map(({ id, name, status, role }) => ({
    id,
    name,
    role,
    active: status !== 'blocked' && status !== 'archived',
    current: id === actor.id,
  }));
}
