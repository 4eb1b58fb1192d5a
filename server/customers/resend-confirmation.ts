import { askTaken, checkInterval, emailIn, takeAddressEmail, tryInterval } from '#server/auth/guard.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { askForEmail } from '#server/accounts/ask-for-email.ts';
import { takeEmailInterval } from '#server/accounts/email-interval.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { updateAccount } from '#server/auth/account-store.ts';
import { clientIdOf } from '#server/auth/session-store.ts';
import { sessionOfToken } from '#server/auth/issue-session.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { clientConfirmation } from '#server/clients/client-emails.ts';
import { takenContacts } from '#server/clients/client-store.ts';
import { refuseTaken, takingContacts } from '#server/clients/contact/taken-contacts.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type Customer, customerOf, lockCustomer } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';

interface SignedIn {
  customer: Customer;
  sessionId: string;
}

/** The client of `AuthorizationClient`, before or after its confirmation. */
export async function clientOfToken(
  { db }: CustomerDeps,
  token: string | null,
  now: Date,
): Promise<SignedIn | undefined> {
  const session = await sessionOfToken(db, token, now);
  if (session?.kind !== 'customer') return undefined;
  const customer = await customerOf(db, { personId: session.account_id, clientId: clientIdOf(session) });
  return customer && !customer.client.deleted_at ? { customer, sessionId: session.id } : undefined;
}

/**
 * Refuses a resend without a token or before its interval is over, before the body is read. Another address has had
 * no email yet, so that it need not wait; emails to addresses that nobody has confirmed have bounds of their own.
 */
export async function beforeResend(
  { guard, settings, strictDisclosure }: CustomerDeps,
  { by, rawBody, now }: { by: SignedIn | undefined; rawBody: unknown; now: Date },
): Promise<void> {
  const to = emailIn(rawBody);
  if (by && to !== undefined && emailKey(to) !== by.customer.email_key) return;
  if (by) {
    const seconds = await settings.get('resend_interval_seconds');
    await checkInterval(guard, 'confirm', { accountId: by.customer.id, now, seconds });
  } else if (!strictDisclosure) throw new AppError('unauthorized');
}

/** Sends the confirmation again. `email` corrects a mistyped address and voids the link to the old one. */
export async function resendConfirmation(
  deps: CustomerDeps,
  caller: Caller,
  { by, email }: { by: SignedIn | undefined; email: string | undefined },
): Promise<{ retry_after: number }> {
  if (!by) {
    // Strict disclosure gives no token before the confirmation: the address alone counts, and every address gets the
    // same answer.
    if (!deps.strictDisclosure) throw new AppError('unauthorized');
    if (email === undefined) throw fieldError('email', 'validation.required');
    return askForEmail(deps, caller, 'confirm', email);
  }
  const { customer } = by;
  if (customer.confirmed_at) throw new AppError('already_confirmed');
  const { now } = caller;
  const to = email ?? customer.email;
  if (to !== customer.email && customer.blocked_from !== null) throw new AppError('account_blocked');
  const isOther = emailKey(to) !== customer.email_key;
  const isTaken = isOther && (await isAddressTaken(deps, caller, customer, to));
  const interval = await startInterval(deps, { accountId: customer.id, now, isOther });
  await takeAddressEmail(deps.guard, now, { accountId: customer.id, email: to });
  // Under strict disclosure a taken address is answered like a free one, and nothing is sent to it.
  if (isTaken) return { retry_after: interval };
  await takingContacts(deps.db, caller, async (tx) => {
    const locked = await lockCustomer(tx, customer.id, customer.client.id);
    if (!locked || locked.client.deleted_at) throw new AppError('unauthorized');
    await requireOpenSession(tx, by);
    // It may just have been confirmed.
    if (locked.confirmed_at) throw new AppError('already_confirmed');
    if (to !== locked.email) await correctAddress(tx, caller, locked, to);
    await deps.mail.write(tx, now, clientConfirmation({ ...locked, email: to }, 'confirmation_asked'));
  });
  return { retry_after: interval };
}

/** Another address starts the interval unless it runs already; the same one is refused while it runs. */
async function startInterval(
  deps: CustomerDeps,
  { isOther, ...of }: { accountId: string; now: Date; isOther: boolean },
): Promise<number> {
  if (!isOther) return takeEmailInterval(deps, 'confirm', of);
  const seconds = await deps.settings.get('resend_interval_seconds');
  await tryInterval(deps.guard, 'confirm', { ...of, seconds });
  return seconds;
}

async function isAddressTaken(
  { db, guard, strictDisclosure }: CustomerDeps,
  caller: Caller,
  customer: Customer,
  email: string,
): Promise<boolean> {
  const look = () => takenContacts(db, { email, except: customer.id });
  const taken = await (strictDisclosure ? look() : askTaken(guard, caller, look));
  if (!strictDisclosure) refuseTaken(taken);
  return taken.email;
}

/** Replaces an unconfirmed address at once; links to the old one are void. */
async function correctAddress(tx: Db, caller: Caller, customer: Customer, email: string): Promise<void> {
  const { now } = caller;
  await updateAccount(tx, customer, { email, updated_at: now });
  await endAccess(tx, customer, 'address_corrected', { now });
  const changes = [{ field: 'email', before: customer.email, after: email }];
  await auditOwnAccount(tx, caller, customer, { what: 'change', changes });
}
