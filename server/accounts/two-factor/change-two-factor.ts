import type { SecondFactor, TwoFactorState } from '#contract/accounts/two-factor.ts';
import type { AccountDeps } from '#server/accounts/account-deps.ts';
import {
  lockOwnAccount,
  ownAccountOf,
  type OwnCaller,
  requireOwnAccount,
} from '#server/accounts/own-account.ts';
import { auditClient, auditOwnAccount, auditUser } from '#server/audit-log/audit-store.ts';
import { type AccountRow, updateAccount } from '#server/auth/account-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { guardOwnSecret } from '#server/auth/guard.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import { emailTo, eventOf } from '#server/mail/account-notices.ts';
import { refuseWithoutPasskey } from '#server/accounts/passkeys/missing-factor.ts';
import { passkeysOf } from '#server/accounts/passkeys/passkey-store.ts';
import { newSecret, secretUri } from './one-time-codes.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { takeSecondFactor, wrongCode } from './second-factor.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  sealedSecretOf,
  storeRecoveryCodes,
  storeSecret,
} from './two-factor-store.ts';

/**
 * The second factor of staff and of customers' persons: a code from an authenticator app, or a recovery code
 * (docs/decisions/0041, 0193).
 */

export interface TwoFactorDeps extends AccountDeps {
  productName: string;
}

type Proof = SecondFactor & { current_password: string };

interface RecoveryCodes {
  recovery_codes: string[];
}

/** The caller's own second factor; whether it must be on is for the caller's kind to say. */
export async function readTwoFactor(
  { db }: AccountDeps,
  caller: OwnCaller,
): Promise<Omit<TwoFactorState, 'required'>> {
  const account = await requireOwnAccount(db, caller);
  return {
    on_since: account.two_factor_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(db, account),
  };
}

/**
 * Makes a new secret, sealed; it replaces one that was never confirmed. The second factor is not on yet. An address
 * that nobody has confirmed may be a stranger's, who would get the emails about it.
 */
export async function beginTwoFactor(
  deps: TwoFactorDeps,
  caller: OwnCaller,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const judged = await requirePassword(deps, caller, password);
  const secret = newSecret();
  return answered(deps.db, caller, async (tx) => {
    const account = await lockOwn(tx, caller, { isOn: false });
    requireSamePassword(judged, account);
    await refuseWithoutPasskey(tx, caller);
    if (!account.proved_at) throw new AppError('unconfirmed');
    await storeSecret(tx, account, { sealed: deps.secrets.seal(secret), now: caller.now });
    return { secret, uri: secretUri(secret, { issuer: deps.productName, label: account.email }) };
  });
}

/** Switches it on; this session stays, the others end. Returns the recovery codes. */
export async function confirmTwoFactor(
  deps: AccountDeps,
  caller: OwnCaller,
  code: string,
): Promise<RecoveryCodes> {
  const { id } = ownAccountOf(caller.actor);
  const codes = await guardOwnSecret(deps.guard, 'second_factor', caller, id, () =>
    answered(deps.db, caller, async (tx) => {
      const account = await lockOwn(tx, caller, { isOn: false });
      await refuseWithoutPasskey(tx, caller);
      if (!(await sealedSecretOf(tx, account))) throw new AppError('two_factor_off');
      if (!(await takeSecondFactor(deps, tx, caller, { account, given: { code } }))) return undefined;
      await updateAccount(tx, account, { two_factor_at: caller.now, updated_at: caller.now });
      await finish(deps, tx, caller, { account, change: 'on' });
      return renewCodes(tx, caller, account);
    }),
  );
  if (!codes) throw wrongCode({ code });
  return codes;
}

/** New recovery codes; the ones before are void. */
export function renewRecoveryCodes(
  deps: AccountDeps,
  caller: OwnCaller,
  proof: Proof,
): Promise<RecoveryCodes> {
  return proved(deps, caller, proof, async (tx, account) => {
    await auditOwnAccount(tx, caller, account, { what: 'recovery_codes' });
    return renewCodes(tx, caller, account);
  });
}

export function switchOffTwoFactor(deps: AccountDeps, caller: OwnCaller, proof: Proof): Promise<void> {
  return proved(deps, caller, proof, (tx, account) =>
    switchOff(deps, tx, caller, { account, change: 'off' }),
  );
}

/**
 * Switches somebody else's off, removes their passkeys, which may have been on the same device, and ends their
 * sessions. The caller has checked the right to do it.
 */
export async function resetTwoFactor(
  deps: AccountDeps,
  tx: Db,
  caller: StaffCaller,
  account: AccountRow,
): Promise<void> {
  if (account.kind === 'staff' && account.id === caller.actor.id) throw new AppError('own_two_factor');
  if (!account.two_factor_at) throw new AppError('two_factor_off');
  const passkeys = (await passkeysOf(tx, account)).map(({ name }) => name);
  await switchOff(deps, tx, caller, { account, change: 'reset', passkeys });
}

/** Runs what needs one's own password and a code; wrong ones of either count. */
async function proved<Result>(
  deps: AccountDeps,
  caller: OwnCaller,
  { current_password, ...given }: Proof,
  work: (tx: Db, account: AccountRow) => Promise<Result>,
): Promise<Result> {
  const judged = await requirePassword(deps, caller, current_password);
  const done = await guardOwnSecret(deps.guard, 'second_factor', caller, judged.id, () =>
    deps.db.transaction().execute(async (tx) => {
      const account = await lockOwn(tx, caller, { isOn: true });
      requireSamePassword(judged, account);
      if (!(await takeSecondFactor(deps, tx, caller, { account, given }))) return undefined;
      const result = await work(tx, account);
      if (result !== undefined) caller.checkData?.(result);
      return { result };
    }),
  );
  if (!done) throw wrongCode(given);
  return done.result;
}

async function requirePassword(deps: AccountDeps, caller: OwnCaller, password: string): Promise<AccountRow> {
  const account = await requireOwnAccount(deps.db, caller);
  await requireOwnPassword(deps, caller, account, password);
  return account;
}

/** The caller's own account, locked, with its second factor on or off as required. */
async function lockOwn(tx: Db, caller: OwnCaller, { isOn }: { isOn: boolean }) {
  const account = await lockOwnAccount(tx, caller);
  if (isOn !== (account.two_factor_at !== null)) {
    throw new AppError(isOn ? 'two_factor_off' : 'two_factor_on');
  }
  return account;
}

async function renewCodes(tx: Db, { now }: Caller, account: AccountRow): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await storeRecoveryCodes(tx, account, { hashes: codes.map(hashRecoveryCode), now });
  return { recovery_codes: codes };
}

interface Change<What> {
  account: AccountRow;
  change: What;
  /** The names of passkeys that end with it. */
  passkeys?: string[] | undefined;
}

async function switchOff(
  deps: AccountDeps,
  tx: Db,
  caller: OwnCaller,
  { account, ...how }: Change<'off' | 'reset'>,
): Promise<void> {
  await updateAccount(tx, account, { two_factor_at: null, updated_at: caller.now });
  await deleteSecondFactor(tx, account);
  await finish(deps, tx, caller, { account, ...how });
}

/** Ends what a change of the second factor ends, and tells the owner; the session that makes it stays. */
async function finish(
  { mail }: AccountDeps,
  tx: Db,
  caller: OwnCaller,
  { account, change, passkeys }: Change<'on' | 'off' | 'reset'>,
): Promise<void> {
  const { actor, now } = caller;
  await endAccess(tx, account, `second_factor_${change}`, { now, sessionId: actor.sessionId });
  await auditChange(tx, caller, { account, change, passkeys });
  await mail.write(tx, now, {
    ...emailTo(account),
    kind: account.kind === 'staff' ? `two_factor_${change}` : `own_two_factor_${change}`,
    data: { name: account.name, ...eventOf(caller, account) },
    reason: `two_factor_${change}`,
  });
}

/** Under the client that shows a person, who is named where somebody else acts. */
function auditChange(
  tx: Db,
  caller: OwnCaller,
  { account, change, passkeys = [] }: Change<'on' | 'off' | 'reset'>,
): Promise<void> {
  const { kind, client, email } = account;
  const gone = passkeys.map((name) => ({ field: 'passkey', before: name, after: null }));
  if (kind === 'staff') {
    return auditUser(tx, caller, account, { action: `user.two_factor_${change}`, changes: gone });
  }
  const named = change === 'reset' ? [{ field: 'member', before: null, after: email }] : [];
  return auditClient(tx, caller, client ?? account, {
    action: `client.two_factor_${change}`,
    changes: [...named, ...gone],
  });
}
