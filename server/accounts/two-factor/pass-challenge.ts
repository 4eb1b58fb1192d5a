import { challengeSeconds, type SecondFactor } from '#contract/accounts/two-factor.ts';
import type { AccountDeps } from '#server/accounts/account-deps.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import { beforeOwnSecret, guardOwnSecret } from '#server/auth/guard.ts';
import { findLink, issueLink, useLink } from '#server/auth/one-time-link-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newToken } from '#server/keys/secrets.ts';
import { takeSecondFactor, wrongCode } from './second-factor.ts';

const purposes = ['second_factor'] as const;

/**
 * Issues a challenge after a right password, instead of a session. It works only with `passChallenge`, and only the
 * newest one works.
 */
export async function challengeAccount(
  tx: Db,
  { now }: Caller,
  { id }: Pick<AccountRow, 'id'>,
): Promise<string> {
  const token = newToken();
  const link = { token, purpose: 'second_factor', accountId: id, email: null, now } as const;
  await issueLink(tx, { ...link, seconds: challengeSeconds });
  return token;
}

/** Refuses before the body is read while the guesses of the account or the address are used up. */
export async function beforeChallenge(
  { db, guard }: AccountDeps,
  caller: Caller,
  body: unknown,
): Promise<void> {
  const token = challengeIn(body);
  const link = token === undefined ? undefined : await findLink(db, { token, purposes, now: caller.now });
  await beforeOwnSecret(guard, 'second_factor', caller, link?.account_id);
}

interface Passing<Row extends AccountRow, Result> {
  input: SecondFactor & { challenge: string };
  /** The challenged account of the door's own kind, locked. */
  lock(tx: Db, id: string): Promise<Row | undefined>;
  open(tx: Db, account: Row): Promise<Result>;
}

/**
 * Passes a challenge and runs what it protected, in one transaction. A wrong code counts, and the challenge stays
 * valid.
 * @throws AppError `second_factor_expired`, or 422 at the code.
 */
export async function passChallenge<Row extends AccountRow, Result>(
  deps: AccountDeps,
  caller: Caller,
  { input: { challenge, ...given }, lock, open }: Passing<Row, Result>,
): Promise<Result> {
  const wanted = { token: challenge, purposes, now: caller.now };
  const accountId = (await findLink(deps.db, wanted))?.account_id;
  if (!accountId) throw expired();
  const passed = await guardOwnSecret(deps.guard, 'second_factor', caller, accountId, () =>
    deps.db.transaction().execute(async (tx) => {
      const account = await lock(tx, accountId);
      if (!account || account.deleted_at || !account.two_factor_at) throw expired();
      if (!(await takeSecondFactor(deps, tx, caller, { account, given }))) return undefined;
      if (!(await useLink(tx, wanted))) throw expired();
      return { result: await open(tx, account) };
    }),
  );
  if (!passed) throw wrongCode(given);
  return passed.result;
}

function expired(): AppError {
  return new AppError('second_factor_expired');
}

/** The challenge in a body that has not been checked yet. */
function challengeIn(body: unknown): string | undefined {
  const token = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined;
  return typeof token === 'string' && token.length <= 200 ? token : undefined;
}
