import type { CustomerLoginAnswer, LoginInput } from '#contract/accounts/auth.ts';
import { refreshSession } from '#server/accounts/sessions.ts';
import { openSession, signIn } from '#server/accounts/sign-in.ts';
import type { IssuedToken } from '#server/auth/issue-session.ts';
import { noteUsed } from '#server/auth/member-store.ts';
import { clientIdOf } from '#server/auth/session-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { closedAccount } from './closed-account.ts';
import { accountOf, type Customer, customerOf, lockCustomer } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** Signs a person in, for the client used last. */
export async function signInCustomer(
  deps: CustomerDeps,
  caller: Caller,
  { email, password }: LoginInput,
): Promise<CustomerLoginAnswer> {
  const outcome = await signIn(deps, caller, {
    kind: 'customer',
    email,
    password,
    async find() {
      const found = await customerOf(deps.db, { email });
      // Under strict disclosure a deleted account's right password counts like a wrong one.
      return found && !(deps.strictDisclosure && found.client.deleted_at) ? found : undefined;
    },
    lock: lockCustomer,
    async open(tx, customer) {
      const { client } = customer;
      if (client.deleted_at) return closedAccount(deps, caller, { client, on: tx });
      await noteUsed(tx, customer, caller.now);
      return openCustomerSession(deps, tx, caller, customer, { login: true });
    },
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** A session of a person for a client, answered like a login. */
export async function openCustomerSession(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  customer: Customer,
  { login = false } = {},
): Promise<CustomerLoginAnswer> {
  return openSession(deps, tx, caller, {
    account: customer,
    clientId: customer.client.id,
    login,
    mayTell: customer.confirmed_at !== null,
    answerOf: (token) => loginAnswer(deps, token, customer),
  });
}

export function refreshCustomer(
  deps: CustomerDeps,
  caller: Caller,
  token: string | null,
): Promise<CustomerLoginAnswer> {
  return refreshSession(deps, caller, {
    kind: 'customer',
    token,
    find: (tx, session) => customerOf(tx, { personId: session.account_id, clientId: clientIdOf(session) }),
    answerOf: (issued, customer) => loginAnswer(deps, issued, customer),
  });
}

function loginAnswer({ urlOf }: CustomerDeps, token: IssuedToken, customer: Customer): CustomerLoginAnswer {
  return { ...token, domain: customer.client.domain, data: accountOf(customer, urlOf) };
}
