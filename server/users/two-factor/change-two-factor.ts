import { guardOwnSecret } from '#server/auth/guard.ts';
import type { SecondFactor, TwoFactorState } from '#contract/accounts/two-factor.ts';
import { emailTo } from '#server/mail/account-notices.ts';
import { auditUser } from '#server/audit-log/audit-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import { newSecret, secretUri } from './one-time-codes.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { takeSecondFactor, wrongCode } from './second-factor.ts';
import { asStaff, requireActing } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  sealedSecretOf,
  storeRecoveryCodes,
  storeSecret,
} from './two-factor-store.ts';
import { updateUser, userById } from '#server/users/user-store.ts';

/** The second factor of staff: a code from an authenticator app, or a recovery code (docs/decisions/0041). */

type Proof = SecondFactor & { current_password: string };

interface RecoveryCodes {
  recovery_codes: string[];
}

/** The caller's own second factor. */
export async function readTwoFactor({ db }: StaffDeps, { actor }: StaffCaller): Promise<TwoFactorState> {
  const user = await requireActing(db, actor);
  return {
    on_since: user.two_factor_at?.toISOString() ?? null,
    required: user.must_have_two_factor,
    recovery_codes_left: await countRecoveryCodes(db, actor.id),
  };
}

/** Makes a new secret, sealed; it replaces one that was never confirmed. The second factor is not on yet. */
export async function beginTwoFactor(
  deps: StaffDeps,
  caller: StaffCaller,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const user = await requirePassword(deps, caller, password);
  const secret = newSecret();
  return answered(deps.db, caller, async (tx) => {
    requireSamePassword(user, await lockOwn(tx, caller, { isOn: false }));
    await storeSecret(tx, { userId: user.id, sealed: deps.secrets.seal(secret), now: caller.now });
    return { secret, uri: secretUri(secret, { issuer: deps.productName, label: user.email }) };
  });
}

/** Switches it on; this session stays, the others end. Returns the recovery codes. */
export async function confirmTwoFactor(
  deps: StaffDeps,
  caller: StaffCaller,
  code: string,
): Promise<RecoveryCodes> {
  const { id } = caller.actor;
  const codes = await guardOwnSecret(deps.guard, 'second_factor', caller, id, () =>
    answered(deps.db, caller, async (tx) => {
      const user = await lockOwn(tx, caller, { isOn: false });
      if (!(await sealedSecretOf(tx, id))) throw new AppError('two_factor_off');
      if (!(await takeSecondFactor(deps, tx, caller, { user, given: { code } }))) return undefined;
      await updateUser(tx, id, { two_factor_at: caller.now, updated_at: caller.now });
      await finish(deps, tx, caller, { user, change: 'on' });
      return renewCodes(tx, caller, id);
    }),
  );
  if (!codes) throw wrongCode({ code });
  return codes;
}

/** New recovery codes; the ones before are void. */
export function renewRecoveryCodes(
  deps: StaffDeps,
  caller: StaffCaller,
  proof: Proof,
): Promise<RecoveryCodes> {
  return proved(deps, caller, proof, async (tx, user) => {
    await auditUser(tx, caller, user, { action: 'user.recovery_codes' });
    return renewCodes(tx, caller, user.id);
  });
}

export function switchOffTwoFactor(deps: StaffDeps, caller: StaffCaller, proof: Proof): Promise<void> {
  return proved(deps, caller, proof, (tx, user) => switchOff(deps, tx, caller, { user, change: 'off' }));
}

/** Switches a colleague's off and ends their sessions. The caller has checked the right to do it. */
export async function resetTwoFactor(
  deps: StaffDeps,
  tx: Db,
  caller: StaffCaller,
  user: UserRow,
): Promise<void> {
  if (user.id === caller.actor.id) throw new AppError('own_two_factor');
  if (!user.two_factor_at) throw new AppError('two_factor_off');
  await switchOff(deps, tx, caller, { user, change: 'reset' });
}

/** Runs what needs one's own password and a code; wrong ones of either count. */
async function proved<Result>(
  deps: StaffDeps,
  caller: StaffCaller,
  { current_password, ...given }: Proof,
  work: (tx: Db, user: UserRow) => Promise<Result>,
): Promise<Result> {
  const judged = await requirePassword(deps, caller, current_password);
  const done = await guardOwnSecret(deps.guard, 'second_factor', caller, judged.id, () =>
    deps.db.transaction().execute(async (tx) => {
      const user = await lockOwn(tx, caller, { isOn: true });
      requireSamePassword(judged, user);
      if (!(await takeSecondFactor(deps, tx, caller, { user, given }))) return undefined;
      const result = await work(tx, user);
      if (result !== undefined) caller.checkData?.(result);
      return { result };
    }),
  );
  if (!done) throw wrongCode(given);
  return done.result;
}

async function requirePassword(deps: StaffDeps, caller: StaffCaller, password: string): Promise<UserRow> {
  const user = await requireActing(deps.db, caller.actor);
  await requireOwnPassword(deps, caller, user, password);
  return user;
}

/** The caller's own account, locked, with its second factor on or off as required. */
async function lockOwn(tx: Db, { actor }: StaffCaller, { isOn }: { isOn: boolean }): Promise<UserRow> {
  const user = await userById(tx, actor.id, { lock: true });
  if (!user || user.deleted_at) throw new AppError('unauthorized');
  await requireOpenSession(tx, actor);
  if (isOn !== (user.two_factor_at !== null)) throw new AppError(isOn ? 'two_factor_off' : 'two_factor_on');
  return user;
}

async function renewCodes(tx: Db, { now }: Caller, userId: string): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await storeRecoveryCodes(tx, { userId, hashes: codes.map(hashRecoveryCode), now });
  return { recovery_codes: codes };
}

interface Change<What> {
  user: UserRow;
  change: What;
}

async function switchOff(
  deps: StaffDeps,
  tx: Db,
  caller: StaffCaller,
  { user, change }: Change<'off' | 'reset'>,
): Promise<void> {
  await updateUser(tx, user.id, { two_factor_at: null, updated_at: caller.now });
  await deleteSecondFactor(tx, user.id);
  await finish(deps, tx, caller, { user, change });
}

/** Ends what a change of the second factor ends, and tells the owner; the session that makes it stays. */
async function finish(
  { mail }: StaffDeps,
  tx: Db,
  caller: StaffCaller,
  { user, change }: Change<'on' | 'off' | 'reset'>,
): Promise<void> {
  const { actor, now } = caller;
  const account = asStaff(user);
  await endAccess(tx, account, `second_factor_${change}`, { now, sessionId: actor.sessionId });
  await auditUser(tx, caller, user, { action: `user.two_factor_${change}` });
  await mail.write(tx, now, {
    ...emailTo(account),
    kind: change === 'on' ? 'two_factor_on' : 'two_factor_off',
    data: { name: user.name },
    reason: `two_factor_${change}`,
  });
}
