import type { LoginInput, StaffLoginAnswer } from '#contract/accounts/auth.ts';
import type { PasskeyAnswer } from '#contract/accounts/passkey.ts';
import type { SecondFactorInput } from '#contract/accounts/two-factor.ts';
import { provePasskey } from '#server/accounts/passkeys/prove-passkey.ts';
import { refreshSession } from '#server/accounts/sessions.ts';
import { openSession, signIn } from '#server/accounts/sign-in.ts';
import { challengeAccount, passChallenge } from '#server/accounts/two-factor/pass-challenge.ts';
import type { Opening } from '#server/auth/issue-session.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { asStaff, lockStaff, requireActing, staffLoginAnswer } from './staff-account.ts';
import type { StaffDeps } from './staff-deps.ts';
import { actingUser, updateUser, userByEmail } from './user-store.ts';

/**
 * @throws AppError `second_factor_required` with a challenge, when the password is right and the account has a second
 * factor.
 */
export async function signInStaff(
  deps: StaffDeps,
  caller: Caller,
  { email, password }: LoginInput,
): Promise<StaffLoginAnswer> {
  const outcome = await signIn(deps, caller, {
    kind: 'staff',
    email,
    password,
    async find() {
      const user = await userByEmail(deps.db, email);
      return user?.joined_at ? asStaff(user) : undefined;
    },
    lock: lockStaff,
    open: async (tx, user) =>
      user.two_factor_at
        ? { challenge: await challengeAccount(tx, caller, user) }
        : letIn(deps, tx, caller, { user, login: true }),
  });
  if ('challenge' in outcome) throw new AppError('second_factor_required', { extra: outcome });
  return outcome;
}

/** Finishes a login with a second factor. */
export function passSecondFactor(
  deps: StaffDeps,
  caller: Caller,
  input: SecondFactorInput,
): Promise<StaffLoginAnswer> {
  return passChallenge(deps, caller, {
    input,
    lock: lockStaff,
    open: (tx, user) => letIn(deps, tx, caller, { user, login: true }),
  });
}

/** Signs in by a passkey, which counts as both factors. */
export function signInStaffByPasskey(
  deps: StaffDeps,
  caller: Caller,
  answer: PasskeyAnswer,
): Promise<StaffLoginAnswer> {
  return provePasskey(deps, caller, {
    kind: 'staff',
    answer,
    async lock(tx, id) {
      const user = await lockStaff(tx, id);
      return user?.joined_at ? user : undefined;
    },
    open: (tx, user) => letIn(deps, tx, caller, { user, login: true, opening: { by: 'passkey' } }),
  });
}

/** Opens a session for an account that has proved itself. */
export async function letIn(
  deps: StaffDeps,
  tx: Db,
  caller: Caller,
  { user, login, opening = { by: 'password' } }: { user: UserRow; login: boolean; opening?: Opening },
): Promise<StaffLoginAnswer> {
  await updateUser(tx, user.id, { last_login: caller.now });
  return openSession(deps, tx, caller, {
    account: asStaff(user),
    login,
    opening,
    answerOf: async (token) => staffLoginAnswer(deps, token, await requireActing(tx, user), opening.by),
  });
}

export function refreshStaff(
  deps: StaffDeps,
  caller: Caller,
  token: string | null,
): Promise<StaffLoginAnswer> {
  return refreshSession(deps, caller, {
    kind: 'staff',
    token,
    async find(tx, { account_id: id, opened_by }) {
      const user = await actingUser(tx, id);
      return user && { ...asStaff(user), opened_by };
    },
    answerOf: (issued, user) => staffLoginAnswer(deps, issued, user, user.opened_by),
  });
}
