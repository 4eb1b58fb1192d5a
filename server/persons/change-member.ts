import type { Member, MemberChange } from '#contract/accounts/member.ts';
import { mayAs, type MemberRole } from '#contract/accounts/member-role.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { ownerIdOf } from '#server/auth/account-store.ts';
import { endMemberAccess, endMemberCabinets } from '#server/auth/end-access.ts';
import { clientIdsOf, lastClientOf, lockMembersOf, roleOf } from '#server/auth/member-store.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { requireOwnClient } from '#server/customers/customer-account.ts';
import { answered } from '#server/db/answered.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError, fieldError, roleRefusal } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { changeInvitation, endInvitation, refuseAboveOwn, withdrawInvitation } from './invite-member.ts';
import {
  deleteMember,
  deletePersonAt,
  invitationById,
  invitationsBy,
  keepName,
  memberOf,
  otherOwners,
  setRole,
  showContactOf,
} from './member-store.ts';

/** Changes a member's role, or an invitation that waits. */
export async function changeMember(
  deps: CustomerDeps,
  caller: CustomerCaller,
  id: string,
  input: MemberChange,
): Promise<Member> {
  const { actor, now } = caller;
  const invitation = await invitationById(deps.db, id);
  if (invitation && invitation.client_id === actor.id && invitation.expires_at > now) {
    return changeInvitation(deps, caller, invitation, input);
  }
  return answered(deps.db, caller, async (tx) => {
    const { client, own, member } = await requireBoth(tx, caller, id);
    if (!mayAs(own, 'admin')) throw roleRefusal('admin');
    const which = { clientId: client.id, personId: id };
    const { role } = input;
    if (input.email !== undefined && emailKey(input.email) !== emailKey(member.email)) {
      throw fieldError('email', 'validation.notAllowed');
    }
    refuseAboveOwn(own, member.role);
    refuseAboveOwn(own, role);
    if (role === member.role) return member;
    if (member.role === 'owner') await handOver(tx, client, id);
    await setRole(tx, which, role);
    await endInvitationsOf(tx, which, role);
    // The cabinet learns a role with a ticket alone.
    await endMemberCabinets(tx, which, now);
    const changes = [
      { field: 'member', before: member.email, after: member.email },
      { field: 'role', before: member.role, after: role },
    ];
    await auditClient(tx, caller, client, { action: 'client.change_member', changes });
    return { ...member, role };
  });
}

/** Removes a member, or withdraws an invitation; with one's own id, leaves. */
export async function removeMember({ db }: CustomerDeps, caller: CustomerCaller, id: string): Promise<void> {
  const { actor, now } = caller;
  const isOwn = id === actor.person.id;
  const invitation = await invitationById(db, id);
  if (invitation?.client_id === actor.id) return withdrawInvitation({ db }, caller, invitation);
  await db.transaction().execute(async (tx) => {
    const { client, own, member } = await requireBoth(tx, caller, id);
    if (!isOwn && !mayAs(own, 'admin')) throw roleRefusal('admin');
    refuseAboveOwn(own, member.role);
    if (member.role === 'owner') await handOver(tx, client, id);
    const which = { clientId: client.id, personId: id };
    await keepName(tx, id);
    await deleteMember(tx, which);
    await endMemberAccess(tx, which, { now });
    await endInvitationsOf(tx, which, null);
    await endWithLastClient(tx, id, now);
    const changes = [
      { field: 'member', before: member.email, after: null },
      { field: 'role', before: member.role, after: null },
    ];
    await auditClient(tx, caller, client, { action: 'client.remove_member', changes });
  });
}

/** The client and its members, locked, with the role of the caller now and the member concerned. */
async function requireBoth(
  tx: Db,
  { actor }: CustomerCaller,
  id: string,
): Promise<{ client: ClientRow; own: MemberRole; member: Member }> {
  await lockMembersOf(tx, actor.id);
  const client = await requireOwnClient(tx, actor);
  const own = await roleOf(tx, { clientId: client.id, personId: actor.person.id });
  if (!own) throw new AppError('unauthorized');
  const member = await memberOf(tx, { clientId: client.id, personId: id }, actor.person.id);
  if (!member) throw new AppError('not_found');
  return { client, own, member };
}

/** Before somebody is no owner any more: another one must be there, and gives the client its contact. */
async function handOver(tx: Db, client: ClientRow, personId: string): Promise<void> {
  const [next] = await otherOwners(tx, { clientId: client.id, personId });
  if (next === undefined) throw new AppError('last_owner');
  if (ownerIdOf(client) === personId) await showContactOf(tx, { clientId: client.id, personId: next });
}

/** Invitations end that their maker could no longer send; `role`: theirs from now on, null when they are gone. */
async function endInvitationsOf(
  tx: Db,
  which: { clientId: string; personId: string },
  role: MemberRole | null,
): Promise<void> {
  for (const invitation of await invitationsBy(tx, which)) {
    const may = role !== null && mayAs(role, 'admin') && mayAs(role, invitation.role);
    if (!may) await endInvitation(tx, invitation.id);
  }
}

/** Nobody signs in without a client; the address is free for others. */
async function endWithLastClient(tx: Db, personId: string, now: Date): Promise<void> {
  if ((await clientIdsOf(tx, personId)).length > 0 && (await lastClientOf(tx, personId))) return;
  await deletePersonAt(tx, personId, now);
}
