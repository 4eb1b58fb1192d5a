import type { AcceptInput, Invitation } from '#contract/accounts/member.ts';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { accountByEmail, accountById } from '#server/auth/account-store.ts';
import { guardLink } from '#server/auth/guard.ts';
import { lockMembersOf, noteUsed, roleOf } from '#server/auth/member-store.ts';
import { findLink, useLink } from '#server/auth/one-time-link-store.ts';
import { clientById } from '#server/clients/client-store.ts';
import { type Customer, customerOf } from '#server/customers/customer-account.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { openCustomerSession } from '#server/customers/sign-in-customer.ts';
import type { ClientRow, Db, InvitationRow } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { withoutAddresses } from '#server/mail/words-of-strangers.ts';
import {
  deleteInvitation,
  insertMember,
  insertPerson,
  invitationById,
  personNameOf,
} from './member-store.ts';

const purposes = ['member_invitation'] as const;

interface Found {
  invitation: InvitationRow;
  client: ClientRow;
}

/** What an invitation is for; does not use it up. */
export async function readInvitation(deps: CustomerDeps, caller: Caller, token: string): Promise<Invitation> {
  const { db, guard } = deps;
  const found = await guardLink(guard, caller, () => invitationOf(db, token, caller.now));
  if (!found) throw tokenRefused();
  const { invitation, client } = found;
  return {
    client: { name: client.name },
    email: invitation.email,
    role: invitation.role,
    invited_by: await personNameOf(db, invitation.invited_by),
    has_account: (await accountByEmail(db, 'customer', invitation.email)) !== undefined,
    expires_at: invitation.expires_at.toISOString(),
  };
}

/**
 * Makes the invited person a member, and signs in. Somebody with an account must be signed in with the invited
 * address; the password stays. Anybody else chooses a name and a password: the link proves the mailbox.
 */
export async function acceptInvitation(
  deps: CustomerDeps,
  caller: Caller,
  { token, name, password, locale = caller.locale }: AcceptInput,
): Promise<CustomerLoginAnswer> {
  const { db, guard, passwords } = deps;
  const { actor, now } = caller;
  const good = await guardLink(guard, caller, () => invitationOf(db, token, now));
  if (!good) throw tokenRefused();
  const { email } = good.invitation;
  const known = await accountByEmail(db, 'customer', email);
  if (known) requireInvited(actor, known.id, password);
  else if (name === undefined) throw fieldError('name', 'validation.required');
  else if (password === undefined) throw fieldError('password', 'validation.required');
  const hash =
    known || password === undefined ? null : await passwords.hashNew(password, [email, name ?? '']);
  try {
    return await db.transaction().execute(async (tx) => {
      await lockMembersOf(tx, good.client.id);
      const link = await useLink(tx, { token, purposes, now });
      const invitation = link?.account_id ? await invitationById(tx, link.account_id) : undefined;
      if (!invitation || invitation.client_id !== good.client.id) throw tokenRefused();
      const personId = known?.id ?? newId(now);
      if (!known) {
        await insertPerson(tx, { id: personId, name: name ?? null, email, password_hash: hash, locale, now });
      }
      const isNew = await join(tx, { invitation, personId, now });
      const customer = await customerOf(tx, { personId, clientId: invitation.client_id });
      if (!customer || customer.client.deleted_at || customer.deleted_at) throw tokenRefused();
      await auditJoined(tx, caller, customer);
      if (isNew) await tellInviter(deps, tx, now, { invitation, customer });
      await noteUsed(tx, customer, now);
      return openCustomerSession(deps, tx, caller, customer, { login: true });
    });
  } catch (error) {
    // Somebody has registered with the address meanwhile, or accepted another invitation.
    if (isUniqueViolation(error) && error.constraint === 'persons_email') throw new AppError('sign_in_first');
    throw error;
  }
}

function requireInvited(actor: Caller['actor'], personId: string, password: string | undefined): void {
  if (actor.kind !== 'customer') throw new AppError('sign_in_first');
  if (actor.person.id !== personId) throw new AppError('invitation_for_another');
  if (password !== undefined) throw fieldError('password', 'validation.notAllowed');
}

/** False where they were a member already. */
async function join(
  tx: Db,
  { invitation, personId, now }: { invitation: InvitationRow; personId: string; now: Date },
): Promise<boolean> {
  const { client_id, role, invited_by } = invitation;
  await deleteInvitation(tx, invitation.id);
  if (await roleOf(tx, { clientId: client_id, personId })) return false;
  await insertMember(tx, { client_id, person_id: personId, role, invited_by, created_at: now });
  return true;
}

/** By email, in their language; nobody hears of a company that they have left. */
async function tellInviter(
  { mail }: Pick<CustomerDeps, 'mail'>,
  tx: Db,
  now: Date,
  { invitation, customer: { client, name, email, role } }: { invitation: InvitationRow; customer: Customer },
): Promise<void> {
  const inviter = await accountById(tx, { kind: 'customer', id: invitation.invited_by });
  if (!inviter || inviter.deleted_at) return;
  if (!(await roleOf(tx, { clientId: client.id, personId: inviter.id }))) return;
  const company = withoutAddresses(client.name);
  const member = withoutAddresses(name);
  await mail.write(tx, now, {
    to: inviter.email,
    locale: inviter.locale,
    clientId: client.id,
    personId: inviter.id,
    kind: 'member_joined',
    data: { name: client.name, company, member, email, role },
    reason: 'member_joined',
    dedupeKey: `member_joined:${invitation.id}`,
  });
}

async function auditJoined(
  tx: Db,
  caller: Caller,
  { id, name, client, role, email }: Customer,
): Promise<void> {
  const changes = [
    { field: 'member', before: null, after: email },
    { field: 'role', before: null, after: role },
  ];
  const actor = { kind: 'customer' as const, id, name };
  await auditClient(tx, { ...caller, actor }, client, { action: 'client.join', changes });
}

async function invitationOf(db: Db, token: string, now: Date): Promise<Found | undefined> {
  const link = await findLink(db, { token, purposes, now });
  const invitation = link?.account_id ? await invitationById(db, link.account_id) : undefined;
  const client = invitation && (await clientById(db, invitation.client_id));
  return client && !client.deleted_at ? { invitation, client } : undefined;
}

function tokenRefused(): AppError {
  return fieldError('token', 'errors.link_invalid', 'link_invalid');
}
