import {
  invitationSeconds,
  type Member,
  type MemberChange,
  type MemberInput,
} from '#contract/accounts/member.ts';
import { mayAs, type MemberRole } from '#contract/accounts/member-role.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { takeEmailInterval } from '#server/accounts/email-interval.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { accountByEmail, accountById } from '#server/auth/account-store.ts';
import { lockMembersOf, roleOf } from '#server/auth/member-store.ts';
import { takeAddressEmail } from '#server/auth/guard.ts';
import { voidLinks } from '#server/auth/one-time-link-store.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { requireOwnClient } from '#server/customers/customer-account.ts';
import { answered } from '#server/db/answered.ts';
import type { ClientRow, Db, InvitationRow } from '#server/db/tables.ts';
import { AppError, fieldError, roleRefusal } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { deleteInvitation, invitationById, invitationTo, putInvitation, toInvited } from './member-store.ts';
import { withoutAddresses } from '#server/mail/words-of-strangers.ts';

/**
 * Invites somebody by email, in the language of the account with that address, else in the caller's. An invitation
 * that waits for the same address is replaced, and its link is void.
 */
export async function inviteMember(
  deps: CustomerDeps,
  caller: CustomerCaller,
  { email, role }: MemberInput,
): Promise<Member> {
  const { actor, now } = caller;
  refuseAboveOwn(actor.role, role);
  const seen = await invitationTo(deps.db, actor.id, email);
  const id = seen?.id ?? newId(now);
  await takeEmails(deps, now, { id, email, clientId: actor.id });
  return answered(deps.db, caller, async (tx) => {
    const client = await requireInviting(tx, caller);
    // Somebody else may have written one meanwhile.
    const before = await invitationTo(tx, client.id, email);
    if (before) refuseAboveOwn(actor.role, before.role);
    const invitation = {
      id: before?.id ?? id,
      client_id: client.id,
      email,
      role,
      invited_by: actor.person.id,
      created_at: now,
      expires_at: new Date(now.getTime() + invitationSeconds * 1000),
    };
    return write(deps, tx, caller, { client, invitation });
  });
}

/** Corrects the address or the role of an invitation that waits. A changed address is sent a new link. */
export async function changeInvitation(
  deps: CustomerDeps,
  caller: CustomerCaller,
  seen: InvitationRow,
  { email = seen.email, role }: MemberChange,
): Promise<Member> {
  const { actor, now } = caller;
  refuseAboveOwn(actor.role, role);
  const isSent = emailKey(email) !== seen.email_key;
  if (isSent) await takeEmails(deps, now, { id: seen.id, email, clientId: actor.id });
  return answered(deps.db, caller, async (tx) => {
    const client = await requireInviting(tx, caller);
    const before = await invitationById(tx, seen.id);
    if (before?.client_id !== client.id) throw new AppError('not_found');
    refuseAboveOwn(actor.role, before.role);
    const other = await invitationTo(tx, client.id, email);
    if (other && other.id !== before.id) throw fieldError('email', 'validation.alreadyInvited');
    const { email_key: _, ...row } = before;
    const expires_at = isSent ? new Date(now.getTime() + invitationSeconds * 1000) : before.expires_at;
    return write(deps, tx, caller, { client, invitation: { ...row, email, role, expires_at }, isSent });
  });
}

export async function withdrawInvitation(
  { db }: { db: Db },
  caller: CustomerCaller,
  seen: InvitationRow,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const client = await requireAdmin(tx, caller);
    refuseAboveOwn(caller.actor.role, seen.role);
    await endInvitation(tx, seen.id);
    const changes = [{ field: 'email', before: seen.email, after: null }];
    await auditClient(tx, caller, client, { action: 'client.withdraw_invitation', changes });
  });
}

/** Its link is void from now on. */
export async function endInvitation(tx: Db, id: string): Promise<void> {
  await voidLinks(tx, { purpose: 'member_invitation', accountId: id });
  await deleteInvitation(tx, id);
}

/** Only owners give, change or take what an owner may. */
export function refuseAboveOwn(own: MemberRole, role: MemberRole): void {
  if (role === 'owner' && own !== 'owner') throw roleRefusal('owner');
}

async function takeEmails(
  deps: CustomerDeps,
  now: Date,
  { id, email, clientId }: { id: string; email: string; clientId: string },
): Promise<void> {
  await takeEmailInterval(deps, 'member_invitation', { accountId: id, now });
  await takeAddressEmail(deps.guard, now, { accountId: clientId, email });
}

/** The client, locked, while the caller may still invite. */
async function requireInviting(tx: Db, caller: CustomerCaller): Promise<ClientRow> {
  const client = await requireAdmin(tx, caller);
  if (client.blocked_from !== null) throw new AppError('account_blocked');
  // Nobody lets the platform write to others before it knows that the own address is right.
  if (client.confirmed_at === null) throw new AppError('unconfirmed');
  return client;
}

async function requireAdmin(tx: Db, { actor }: CustomerCaller): Promise<ClientRow> {
  await lockMembersOf(tx, actor.id);
  const client = await requireOwnClient(tx, actor);
  const role = await roleOf(tx, { clientId: actor.id, personId: actor.person.id });
  if (!role) throw new AppError('unauthorized');
  if (!mayAs(role, 'admin')) throw roleRefusal('admin');
  return client;
}

async function write(
  deps: CustomerDeps,
  tx: Db,
  caller: CustomerCaller,
  {
    client,
    invitation,
    isSent = true,
  }: { client: ClientRow; invitation: Omit<InvitationRow, 'email_key'>; isSent?: boolean },
): Promise<Member> {
  const { actor, now } = caller;
  const { id, email, role } = invitation;
  const invited = await accountByEmail(tx, 'customer', email);
  if (invited && (await roleOf(tx, { clientId: client.id, personId: invited.id }))) {
    throw new AppError('already_member');
  }
  await putInvitation(tx, invitation);
  if (isSent) {
    await voidLinks(tx, { purpose: 'member_invitation', accountId: id });
    const company = withoutAddresses(client.name);
    const by = withoutAddresses(actor.person.name);
    const inviter = by === company ? await accountById(tx, { kind: 'customer', id: actor.person.id }) : null;
    await deps.mail.write(tx, now, {
      to: email,
      locale: invited?.locale ?? caller.locale,
      clientId: client.id,
      kind: 'member_invitation',
      data: { company, by, inviter: inviter?.email ?? by, role },
      reason: 'member_invited',
      link: { purpose: 'member_invitation', accountId: id, email, seconds: invitationSeconds },
    });
  }
  const changes = [
    { field: 'email', before: null, after: email },
    { field: 'role', before: null, after: role },
  ];
  await auditClient(tx, caller, client, { action: 'client.invite_member', changes });
  return toInvited({ ...invitation, email_key: emailKey(email), inviter: actor.person.name });
}
