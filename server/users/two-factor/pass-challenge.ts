import { beforeOwnSecret, guardOwnSecret } from '#server/auth/guard.ts';
import { challengeSeconds, type SecondFactor } from '#contract/accounts/two-factor.ts';
import { findLink, issueLink, useLink } from '#server/auth/one-time-link-store.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newToken } from '#server/keys/secrets.ts';
import { takeSecondFactor, wrongCode } from './second-factor.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { userById } from '#server/users/user-store.ts';

const purposes = ['second_factor'] as const;

/**
 * Issues a challenge after a right password, instead of a session. It works only with `passChallenge`, and only the
 * newest one works.
 */
export async function challengeUser(tx: Db, { now }: Caller, user: UserRow): Promise<string> {
  const token = newToken();
  const link = { token, purpose: 'second_factor', accountId: user.id, email: null, now } as const;
  await issueLink(tx, { ...link, seconds: challengeSeconds });
  return token;
}

/** Refuses before the body is read while the guesses of the account or the address are used up. */
export async function beforeChallenge(
  { db, guard }: StaffDeps,
  caller: Caller,
  body: unknown,
): Promise<void> {
  const token = challengeIn(body);
  const link = token === undefined ? undefined : await findLink(db, { token, purposes, now: caller.now });
  await beforeOwnSecret(guard, 'second_factor', caller, link?.account_id);
}

/**
 * Passes a challenge and runs what it protected, in one transaction. A wrong code counts, and the challenge stays
 * valid.
 * @throws AppError `second_factor_expired`, or 422 at the code.
 */
export async function passChallenge<Result>(
  deps: StaffDeps,
  caller: Caller,
  { challenge, ...given }: SecondFactor & { challenge: string },
  then: (tx: Db, user: UserRow) => Promise<Result>,
): Promise<Result> {
  const wanted = { token: challenge, purposes, now: caller.now };
  const accountId = (await findLink(deps.db, wanted))?.account_id;
  if (!accountId) throw new AppError('second_factor_expired');
  const passed = await guardOwnSecret(deps.guard, 'second_factor', caller, accountId, () =>
    deps.db.transaction().execute(async (tx) => {
      const user = await userById(tx, accountId, { lock: true });
      if (!user || user.deleted_at || !user.two_factor_at) throw new AppError('second_factor_expired');
      if (!(await takeSecondFactor(deps, tx, caller, { user, given }))) return undefined;
      if (!(await useLink(tx, wanted))) throw new AppError('second_factor_expired');
      return { result: await then(tx, user) };
    }),
  );
  if (!passed) throw wrongCode(given);
  return passed.result;
}

/** The challenge in a body that has not been checked yet. */
function challengeIn(body: unknown): string | undefined {
  const token = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined;
  return typeof token === 'string' && token.length <= 200 ? token : undefined;
}
