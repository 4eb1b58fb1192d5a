import type { SecondFactor } from '#contract/accounts/two-factor.ts';
import type { AccountDeps } from '#server/accounts/account-deps.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import type { Db } from '#server/db/tables.ts';
import { type AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { emailTo, eventOf } from '#server/mail/account-notices.ts';
import { stepOfCode } from './one-time-codes.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { countRecoveryCodes, sealedSecretOf, takeRecoveryCode, takeStep } from './two-factor-store.ts';

interface Given {
  account: AccountRow;
  given: SecondFactor;
}

/** Uses up a code if it is right: each works once, whatever it is for. A wrong one is recorded in the audit log. */
export async function takeSecondFactor(
  deps: AccountDeps,
  tx: Db,
  caller: Caller,
  { account, given }: Given,
): Promise<boolean> {
  const isRight =
    given.code === undefined
      ? await takeRecovery(deps, tx, caller, { account, given })
      : await takeCode(deps, tx, account, given.code, caller.now);
  if (!isRight) await writeSecurityEvent(tx, caller, { event: 'second_factor_failed', account });
  return isRight;
}

async function takeCode(
  { secrets }: AccountDeps,
  tx: Db,
  account: AccountRow,
  code: string,
  now: Date,
): Promise<boolean> {
  const sealed = await sealedSecretOf(tx, account);
  const step = sealed === undefined ? undefined : stepOfCode(secrets.open(sealed), code, now);
  return step !== undefined && takeStep(tx, account, step);
}

/** Uses up a recovery code and tells its owner. */
async function takeRecovery(
  { mail }: AccountDeps,
  tx: Db,
  caller: Caller,
  { account, given }: Given,
): Promise<boolean> {
  if (!(await takeRecoveryCode(tx, account, hashRecoveryCode(given.recovery_code ?? '')))) return false;
  const left = await countRecoveryCodes(tx, account);
  await auditOwnAccount(tx, caller, account, { what: 'recovery_code' });
  await mail.write(tx, caller.now, {
    ...emailTo(account),
    kind: account.kind === 'staff' ? 'recovery_code_used' : 'own_recovery_code_used',
    data: { name: account.name, left, ...eventOf(caller, account) },
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
