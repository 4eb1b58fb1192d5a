import { proofSeconds } from '#contract/accounts/auth.ts';
import type { StaffProofInput } from '#contract/accounts/two-factor.ts';
import { proveOwn } from '#server/accounts/prove-own.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import { updateSession } from '#server/auth/session-store.ts';
import type { Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { withFreshIdentity } from '#server/users/oidc/prove-by-oidc.ts';
import { isOwnPasswordEnough, requirePasswords } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';

interface Proved {
  proved_until: string;
}

/**
 * Proves who holds the session, so that it may do sensitive acts for a while: by a passkey, by the password and the
 * second factor where it is on, or by the identity provider, which counts as both. Where two factors are required the
 * password alone proves nobody (docs/decisions/0247).
 */
export async function reauthenticate(
  deps: StaffDeps,
  caller: StaffCaller,
  { oidc_answer, ...input }: StaffProofInput,
): Promise<Proved> {
  if (oidc_answer !== undefined) {
    return withFreshIdentity(deps, caller, oidc_answer, (tx, user) => prove(tx, caller, user));
  }
  if (input.passkey === undefined) {
    requirePasswords(deps);
    if (!(await isOwnPasswordEnough(deps.db, caller.actor)))
      throw fieldError('current_password', 'validation.passwordIsOneFactor');
  }
  return proveOwn(deps, caller, input, (tx, account) => prove(tx, caller, account));
}

async function prove(
  tx: Db,
  caller: StaffCaller,
  { id, name }: Pick<AccountRow, 'id' | 'name'>,
): Promise<Proved> {
  const { actor, now } = caller;
  await updateSession(tx, actor.sessionId, { proved_at: now });
  await writeSecurityEvent(tx, caller, { event: 'reauthenticated', account: { kind: 'staff', id, name } });
  const proved = { proved_until: new Date(now.getTime() + proofSeconds * 1000).toISOString() };
  caller.checkData?.(proved);
  return proved;
}
