import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { noteUsed } from '#server/auth/member-store.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { lockCustomer } from '#server/customers/customer-account.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { openCustomerSession } from '#server/customers/sign-in-customer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';

/** Goes on as another client of the same person. The session before goes on until it ends: another tab may use it. */
export function switchCompany(
  deps: CustomerDeps,
  caller: CustomerCaller,
  clientId: string,
): Promise<CustomerLoginAnswer> {
  const { actor, now } = caller;
  return deps.db.transaction().execute(async (tx) => {
    const customer = await lockCustomer(tx, actor.person.id, clientId);
    if (!customer || customer.client.deleted_at) throw new AppError('not_found');
    await requireOpenSession(tx, actor);
    await noteUsed(tx, customer, now);
    return openCustomerSession(deps, tx, caller, customer);
  });
}
