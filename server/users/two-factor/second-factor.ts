import type { SecondFactor } from '#contract/accounts/two-factor.ts';
import { emailTo } from '#server/mail/account-notices.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { type AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { stepOfCode } from './one-time-codes.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { asStaff } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { countRecoveryCodes, sealedSecretOf, takeRecoveryCode, takeStep } from './two-factor-store.ts';

interface Given {
  user: UserRow;
  given: SecondFactor;
}

/** Uses up a code if it is right: each works once, whatever it is for. A wrong one is recorded in the audit log. */
export async function takeSecondFactor(
  deps: StaffDeps,
  tx: Db,
  caller: Caller,
  { user, given }: Given,
): Promise<boolean> {
  const isRight =
    given.code === undefined
      ? await takeRecovery(deps, tx, caller, { user, given })
      : await takeCode(deps, tx, user.id, given.code, caller.now);
  if (!isRight)
    await writeSecurityEvent(tx, caller, { event: 'second_factor_failed', account: asStaff(user) });
  return isRight;
}

async function takeCode(
  { secrets }: StaffDeps,
  tx: Db,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const sealed = await sealedSecretOf(tx, userId);
  const step = sealed === undefined ? undefined : stepOfCode(secrets.open(sealed), code, now);
  return step !== undefined && takeStep(tx, userId, step);
}

/** Uses up a recovery code and tells its owner. */
async function takeRecovery(
  { mail }: StaffDeps,
  tx: Db,
  caller: Caller,
  { user, given }: Given,
): Promise<boolean> {
  if (!(await takeRecoveryCode(tx, user.id, hashRecoveryCode(given.recovery_code ?? '')))) return false;
  const left = await countRecoveryCodes(tx, user.id);
  await auditOwnAccount(tx, caller, asStaff(user), { what: 'recovery_code' });
  await mail.write(tx, caller.now, {
    ...emailTo(asStaff(user)),
    kind: 'recovery_code_used',
    data: { name: user.name, left },
    reason: 'recovery_code_used',
  });
  return true;
}

/** 422 at the field that was sent. */
export function wrongCode({ code }: SecondFactor): AppError {
  return code === undefined
    ? fieldError('recovery_code', 'validation.wrongRecoveryCode')
    : fieldError('code', 'validation.wrongCode');
}
