import { askTaken, takeAddressEmail } from '#server/auth/guard.ts';
import {
  type CustomerProfile,
  type CustomerProfileInput,
  paymentFields,
} from '#contract/clients/customer.ts';
import { mayAs, type MemberRole } from '#contract/accounts/member-role.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { notifyPasswordChange } from '#server/accounts/account-emails.ts';
import { askForAddress } from '#server/accounts/change-address.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { accountByEmail, ownerIdOf, updateAccount } from '#server/auth/account-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import { takenContacts, updateClient } from '#server/clients/client-store.ts';
import { checkedContact } from '#server/clients/contact/checked-contact.ts';
import { withoutEmptyTexts } from '#server/clients/contact/empty-texts.ts';
import { refuseTaken, refuseTakenContacts, takingContacts } from '#server/clients/contact/taken-contacts.ts';
import { refuseStale } from '#server/db/row-version.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError, fieldError, roleRefusal } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { type Customer, profileOf, requireCustomer } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';

/**
 * Changes one's own profile. A new email waits for its confirmation. A new email or password needs the present
 * password.
 */
export async function changeOwnAccount(
  deps: CustomerDeps,
  caller: CustomerCaller,
  input: CustomerProfileInput,
): Promise<CustomerProfile> {
  const { urlOf } = deps;
  const customer = await requireCustomer(deps.db, caller.actor);
  const needsPassword = isNewAddress(customer, input.email) || input.password !== undefined;
  if (needsPassword) await requireOwnPassword(deps, caller, customer, input.current_password);
  await takeContacts(deps, caller, customer, input);
  const own = [customer.email, customer.name, customer.client.name, input.email];
  const passwordHash =
    input.password === undefined ? undefined : await deps.passwords.hashNew(input.password, own);
  return takingContacts(deps.db, caller, async (tx) => {
    const before = await requireCustomer(tx, caller.actor, { lock: true });
    await requireOpenSession(tx, caller.actor);
    if (needsPassword) requireSamePassword(customer, before);
    refuseStale(input.updated_at, before.client.updated_at, () => profileOf(before, urlOf));
    await changeProfile(deps, tx, caller, { before, input });
    await changeAddress(deps, tx, caller, { customer: before, email: input.email });
    if (passwordHash) await changePassword(deps, tx, caller, { customer: before, passwordHash });
    return profileOf(await requireCustomer(tx, caller.actor), urlOf);
  });
}

/**
 * Applies the limits of a change of email or phone before the change: on emails to unproved addresses, and on answers
 * that tell who has an account.
 */
async function takeContacts(
  deps: CustomerDeps,
  caller: CustomerCaller,
  customer: Customer,
  input: CustomerProfileInput,
): Promise<void> {
  const { db, guard, strictDisclosure } = deps;
  const { id: accountId, client } = customer;
  const email = isNewAddress(customer, input.email) ? input.email : undefined;
  const { phone_e164: phone } = contactChanges(deps, client, input);
  const phoneE164 = phone === client.phone_e164 ? undefined : phone;
  if (!strictDisclosure && (email !== undefined || phoneE164 !== undefined)) {
    const look = () => takenContacts(db, { email, phoneE164, except: accountId });
    refuseTaken(await askTaken(guard, caller, look));
  }
  if (email !== undefined) await takeAddressEmail(guard, caller.now, { accountId, email });
}

async function changeProfile(
  deps: CustomerDeps,
  tx: Db,
  caller: CustomerCaller,
  { before: customer, input }: { before: Customer; input: CustomerProfileInput },
): Promise<void> {
  const { client: before } = customer;
  const { locale, ...changes } = contactChanges(deps, before, input);
  const { id } = before;
  const isOwnContact = ownerIdOf(before) === customer.id;
  const changed = changedOf(before, changes);
  requireMayChange(customer, changed);
  // Written to the client, it would become that person's in all their companies.
  if (!isOwnContact && changed.some((field) => phoneFields.has(field))) {
    throw fieldError('phone', 'validation.phoneOfAnother');
  }
  const { phone_e164: phoneE164 } = changes;
  // Under strict disclosure nobody can try numbers out: every other number is refused alike.
  if (deps.strictDisclosure && phoneE164 !== undefined && phoneE164 !== before.phone_e164) {
    throw fieldError('phone', 'validation.phoneBySupport');
  }
  const after = { ...before, ...changes, ...(locale && isOwnContact && { locale }) };
  const audited = auditChanges(before, after);
  if (before.blocked_from !== null && audited.some(({ field }) => !openWhileBlocked.has(field))) {
    throw new AppError('account_blocked');
  }
  if (phoneE164 !== undefined) await refuseTakenContacts(tx, { phoneE164, except: ownerIdOf(before) });
  if (locale) await updateAccount(tx, customer, { locale });
  await updateClient(tx, id, { ...changes, updated_at: caller.now });
  if (audited.length > 0) await auditClient(tx, caller, after, { action: 'client.change', changes: audited });
}

/** Everybody changes what is their own; the rest is for those whom the route table names for it. */
function requireMayChange({ role }: Customer, fields: readonly string[]): void {
  for (const field of fields) {
    const lowest = lowestRoleFor(field);
    if (!mayAs(role, lowest)) throw roleRefusal(lowest);
  }
}

/** A phone is a person's: that of the owner whose contact the company has. */
function lowestRoleFor(field: string): MemberRole {
  if (phoneFields.has(field)) return 'owner';
  return Object.hasOwn(paymentFields, field) ? 'billing' : 'admin';
}

const phoneFields: ReadonlySet<string> = new Set(['phone', 'country_code', 'phone_e164']);

/** A form sends all its fields; only those that differ are changed. */
function changedOf(
  before: ClientRow,
  changes: Partial<Omit<ClientRow, 'discounts'>>,
): (keyof typeof changes)[] {
  const names = Object.keys(changes) as (keyof typeof changes)[]; // `keys` loses the type
  return names.filter((name) => changes[name] !== before[name]);
}

/** What a customer blocked by support may still change: payment details and language. */
const openWhileBlocked: ReadonlySet<string> = new Set(['locale', ...Object.keys(paymentFields)]);

/** Requests a new address; the present one cancels a waiting one. */
async function changeAddress(
  deps: CustomerDeps,
  tx: Db,
  caller: CustomerCaller,
  { customer, email }: { customer: Customer; email: string | undefined },
): Promise<void> {
  if (email === undefined) return;
  if (!isNewAddress(customer, email)) {
    if (customer.pending_email !== null) {
      await endAccess(tx, customer, 'address_cancelled', { now: caller.now });
    }
    return;
  }
  if (customer.blocked_from !== null) throw new AppError('account_blocked');
  // An unconfirmed address is corrected where the confirmation is sent again.
  if (!customer.confirmed_at) throw fieldError('email', 'validation.confirmAddressFirst');
  const taken = await takenContacts(tx, { email, except: customer.id });
  if (!deps.strictDisclosure) refuseTaken(taken);
  const owner = taken.email ? await accountByEmail(tx, 'customer', email) : undefined;
  await askForAddress(deps, tx, caller, { account: customer, email, byStaff: false, owner });
}

async function changePassword(
  deps: CustomerDeps,
  tx: Db,
  caller: CustomerCaller,
  { customer, passwordHash }: { customer: Customer; passwordHash: string },
): Promise<void> {
  await updateAccount(tx, customer, { password_hash: passwordHash });
  const { sessionId } = caller.actor;
  await endAccess(tx, customer, 'password_changed', { now: caller.now, sessionId });
  await notifyPasswordChange(deps, tx, caller, customer, { mayTell: customer.confirmed_at !== null });
}

function isNewAddress({ email_key }: Pick<Customer, 'email_key'>, email: string | undefined): boolean {
  return email !== undefined && emailKey(email) !== email_key;
}

/** The changed columns, checked together with the unchanged ones. */
function contactChanges(
  { variant }: CustomerDeps,
  before: ClientRow,
  input: CustomerProfileInput,
): Partial<Omit<ClientRow, 'discounts'>> {
  const {
    email: _email,
    password: _password,
    password_confirmation: _repeated,
    current_password: _current,
    updated_at: _at,
    ...own
  } = input;
  return { ...withoutEmptyTexts(own), ...checkedContact(variant, before, own) } as Partial<
    Omit<ClientRow, 'discounts'>
  >; // none is undefined
}
