import type { CustomerLoginAnswer, LoginInput } from '#contract/accounts/auth.ts';
import { refreshSession } from '#server/accounts/sessions.ts';
import { openSession, signIn } from '#server/accounts/sign-in.ts';
import type { IssuedToken } from '#server/auth/issue-session.ts';
import { clientByEmail, clientById, updateClient } from '#server/clients/client-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { closedAccount } from './closed-account.ts';
import { accountOf, asCustomer, lockCustomer } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';

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
      const found = await clientByEmail(deps.db, email);
      // Under strict disclosure a deleted account's right password counts like a wrong one.
      return found && !(deps.strictDisclosure && found.deleted_at) ? asCustomer(found) : undefined;
    },
    lock: lockCustomer,
    async open(tx, client) {
      if (client.deleted_at) return closedAccount(deps, caller, { client, on: tx });
      await updateClient(tx, client.id, { last_login: caller.now });
      return openCustomerSession(deps, tx, caller, client, { login: true });
    },
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** A session for a client, answered like a login. */
export function openCustomerSession(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  client: ClientRow,
  { login = false } = {},
): Promise<CustomerLoginAnswer> {
  return openSession(deps, tx, caller, {
    account: asCustomer(client),
    login,
    mayTell: client.confirmed_at !== null,
    answerOf: (token) => loginAnswer(deps, token, client),
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
    async find(tx, id) {
      const client = await clientById(tx, id);
      return client && asCustomer(client);
    },
    answerOf: (issued, client) => loginAnswer(deps, issued, client),
  });
}

function loginAnswer({ urlOf }: CustomerDeps, token: IssuedToken, client: ClientRow): CustomerLoginAnswer {
  return { ...token, domain: client.domain, data: accountOf(client, urlOf) };
}
