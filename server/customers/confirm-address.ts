import type * as z from 'zod';
import type { AddressConfirmed, addressRefused, CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { confirmAddress, refuseAddress } from '#server/accounts/change-address.ts';
import { useAddressLink } from '#server/accounts/use-account-link.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { updateAccount } from '#server/auth/account-store.ts';
import { noteUsed } from '#server/auth/member-store.ts';
import { sessionOfToken } from '#server/auth/issue-session.ts';
import { hostOf } from '#server/cabinets/cabinet-address.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import type { Db, OneTimeLinkRow, SessionRow } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { emailTo } from '#server/mail/account-notices.ts';
import { welcomeAfterSeconds, welcomeKey } from '#server/cabinets/tasks/welcome.ts';
import { accountOf, type Customer, lockCustomer } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { openCustomerSession } from './sign-in-customer.ts';

interface Confirmation {
  customer: Customer;
  link: OneTimeLinkRow;
  session: SessionRow | undefined;
}

/**
 * Confirms an address. The first one starts the cabinet, in the same transaction, and signs in. A new one replaces
 * the old one and opens no session.
 */
export async function confirmCustomerAddress(
  deps: CustomerDeps,
  caller: Caller,
  { hash, token }: { hash: string; token: string | null },
): Promise<CustomerLoginAnswer | AddressConfirmed> {
  const session = await sessionOfToken(deps.db, token, caller.now, { mayWait: true });
  // The answer is not just `data`, so it is checked as a whole where it is made.
  const { checkData: _, ...unchecked } = caller;
  return useAddressLink<Customer, CustomerLoginAnswer | AddressConfirmed>(deps, unchecked, {
    token: hash,
    purposes: ['confirm', 'confirm_new_email'],
    lock: lockCustomer,
    use: (tx, customer, link) =>
      link.purpose === 'confirm'
        ? confirmFirst(deps, tx, caller, { customer, link, session })
        : confirmNew(deps, tx, caller, { customer, link, session }),
  });
}

async function confirmFirst(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  { customer, link }: Confirmation,
): Promise<CustomerLoginAnswer | undefined> {
  if (customer.confirmed_at || emailKey(link.email ?? '') !== customer.email_key) return undefined;
  const { now } = caller;
  const { client } = customer;
  await updateAccount(tx, customer, { confirmed_at: now, updated_at: now });
  await noteUsed(tx, customer, now);
  await startCabinet(deps, tx, client.id, now);
  await deps.mail.write(tx, now, {
    ...emailTo(customer),
    kind: 'welcome',
    data: { name: client.name },
    reason: 'email_confirmed',
    dedupeKey: welcomeKey(client.id),
    afterSeconds: welcomeAfterSeconds,
  });
  await auditOwnAccount(tx, caller, customer, { what: 'confirm' });
  return openCustomerSession(deps, tx, caller, { ...customer, confirmed_at: now });
}

async function confirmNew(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  { customer, link, session }: Confirmation,
): Promise<AddressConfirmed | undefined> {
  const confirmed = await confirmAddress(deps, tx, caller, { account: customer, link, session });
  if (!confirmed) return undefined;
  const { email, isSessionKept } = confirmed;
  const data = accountOf({ ...customer, email }, deps.urlOf);
  const answer = { domain: hostOf(customer.client), data, session_kept: isSessionKept };
  caller.checkAnswer?.(answer);
  return answer;
}

/** Refuses a new address from the old one. The emailed link is enough. */
export function refuseCustomerAddress(
  deps: CustomerDeps,
  caller: Caller,
  token: string,
): Promise<z.infer<typeof addressRefused>> {
  return useAddressLink(deps, caller, {
    token,
    purposes: ['refuse_email'],
    lock: lockCustomer,
    use: (tx, account, link) => refuseAddress(tx, caller, { account, link }),
  });
}
