import type { CustomerLoginAnswer, LoginInput } from '#contract/accounts/auth.ts';
import type { PasskeyAnswer } from '#contract/accounts/passkey.ts';
import type { SecondFactorInput } from '#contract/accounts/two-factor.ts';
import { provePasskey } from '#server/accounts/passkeys/prove-passkey.ts';
import { refreshSession } from '#server/accounts/sessions.ts';
import { openSession, signIn } from '#server/accounts/sign-in.ts';
import { challengeAccount, passChallenge } from '#server/accounts/two-factor/pass-challenge.ts';
import type { IssuedToken, Opening } from '#server/auth/issue-session.ts';
import { noteUsed } from '#server/auth/member-store.ts';
import { clientIdOf } from '#server/auth/session-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { closedAccount } from './closed-account.ts';
import { accountOf, type Customer, customerOf, lockCustomer } from './customer-account.ts';
import { hostOf } from '#server/cabinets/cabinet-address.ts';
import type { CustomerDeps } from './customer-deps.ts';

/**
 * Signs a person in, for the client used last.
 * @throws AppError `second_factor_required` with a challenge, when the password is right and the person has a second
 * factor.
 */
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
      return letInOrAsk(deps, tx, caller, customer, { login: true });
    },
  });
  if (outcome instanceof AppError) throw outcome;
  return openedOrAsked(outcome);
}

/** Finishes a login with a second factor. */
export function passCustomerSecondFactor(
  deps: CustomerDeps,
  caller: Caller,
  input: SecondFactorInput,
): Promise<CustomerLoginAnswer> {
  return passChallenge(deps, caller, {
    input,
    lock: lockCustomer,
    open: (tx, customer) => letIn(deps, tx, caller, customer, { login: true }),
  });
}

/** Signs in by a passkey, which counts as both factors, for the client used last. */
export async function signInCustomerByPasskey(
  deps: CustomerDeps,
  caller: Caller,
  answer: PasskeyAnswer,
): Promise<CustomerLoginAnswer> {
  const outcome = await provePasskey<Customer, CustomerLoginAnswer | AppError>(deps, caller, {
    kind: 'customer',
    answer,
    // A deleted account tells its owner what is left of it, as with the right password.
    async lock(tx, id) {
      const customer = await lockCustomer(tx, id);
      return customer && { ...customer, deleted_at: null };
    },
    open: async (tx, customer) =>
      customer.client.deleted_at
        ? closedAccount(deps, caller, { client: customer.client, on: tx })
        : letIn(deps, tx, caller, customer, { login: true, opening: { by: 'passkey' } }),
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** A session for somebody who has proved the password or the mailbox, or a challenge for the second factor. */
export async function letInOrAsk(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  customer: Customer,
  how: { login?: boolean } = {},
): Promise<CustomerLoginAnswer | { challenge: string }> {
  return customer.two_factor_at
    ? { challenge: await challengeAccount(tx, caller, customer) }
    : letIn(deps, tx, caller, customer, how);
}

/** Answers that session, or refuses with the challenge, which is committed by now. */
export function openedOrAsked(outcome: CustomerLoginAnswer | { challenge: string }): CustomerLoginAnswer {
  if ('challenge' in outcome) throw new AppError('second_factor_required', { extra: outcome });
  return outcome;
}

interface Entry {
  login?: boolean;
  /** By a password, unless it says otherwise. */
  opening?: Opening;
}

/** Opens a session for a person who has proved everything. */
async function letIn(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  customer: Customer,
  how: Entry,
): Promise<CustomerLoginAnswer> {
  if (customer.client.deleted_at) throw new AppError('second_factor_expired');
  await noteUsed(tx, customer, caller.now);
  return openCustomerSession(deps, tx, caller, customer, how);
}

/** A session of a person for a client, answered like a login. */
export async function openCustomerSession(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  customer: Customer,
  { login = false, opening }: Entry = {},
): Promise<CustomerLoginAnswer> {
  return openSession(deps, tx, caller, {
    account: customer,
    clientId: customer.client.id,
    login,
    ...(opening && { opening }),
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
  return { ...token, domain: hostOf(customer.client), data: accountOf(customer, urlOf) };
}
