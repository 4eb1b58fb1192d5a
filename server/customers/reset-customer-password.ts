import { takeEmail } from '#server/auth/guard.ts';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { askForEmail } from '#server/accounts/ask-for-email.ts';
import { resetPassword } from '#server/accounts/use-account-link.ts';
import { accountByEmail, updateAccount } from '#server/auth/account-store.ts';
import { clientConfirmation } from '#server/clients/client-emails.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { lockCustomer } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { letInOrAsk, openedOrAsked } from './sign-in-customer.ts';

/** Emails a link for a new password; an unknown address is a 404 unless disclosure is strict. */
export async function askForReset(
  deps: CustomerDeps,
  caller: Caller,
  email: string,
): Promise<{ retry_after: number }> {
  // Under strict disclosure no account is looked up here.
  if (!deps.strictDisclosure && !(await accountByEmail(deps.db, 'customer', email))) {
    await takeEmail(deps.guard, 'reset', { kind: 'customer', caller, email });
    throw new AppError('email_not_registered');
  }
  return askForEmail(deps, caller, 'reset', email);
}

/**
 * Sets a new password by an emailed link; ends every session and opens one, so the owner is signed in at once, after
 * the second factor if there is one. The link of an invitation confirms the address too.
 */
export async function resetCustomerPassword(
  deps: CustomerDeps,
  caller: Caller,
  { hash: token, password }: { hash: string; password: string },
): Promise<CustomerLoginAnswer> {
  const { now } = caller;
  const outcome = await resetPassword(deps, caller, {
    token,
    purposes: ['reset', 'client_invitation'],
    password,
    lock: lockCustomer,
    async use(tx, customer, link) {
      const confirmed_at = customer.confirmed_at ?? (link.purpose === 'client_invitation' ? now : null);
      await updateAccount(tx, customer, { confirmed_at });
      // The reset voided the confirmation email, so it is sent again: the new password was set from that mailbox.
      if (!confirmed_at) await deps.mail.write(tx, now, clientConfirmation(customer, 'confirmation_asked'));
      return letInOrAsk(deps, tx, caller, { ...customer, confirmed_at });
    },
  });
  return openedOrAsked(outcome);
}
