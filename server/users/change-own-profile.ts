import type { StaffAccount, StaffProfileInput } from '#contract/accounts/auth.ts';
import { notifyPasswordChange } from '#server/accounts/account-emails.ts';
import { type AlarmKind, alarmKindsFor } from '#contract/accounts/alarm.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditUser } from '#server/audit-log/audit-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import { answered } from '#server/db/answered.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { asStaff, lockStaff, requireActing, requirePasswords, staffAccountOf } from './staff-account.ts';
import type { StaffDeps } from './staff-deps.ts';
import { type ActingUser, updateUser } from './user-store.ts';

/** Changes one's own name, language, alarms or password; a new password keeps this session and ends the others. */
export async function changeOwnProfile(
  deps: StaffDeps,
  caller: StaffCaller,
  { name, locale, alarms, password, current_password }: StaffProfileInput,
): Promise<StaffAccount> {
  const user = await requireActing(deps.db, caller.actor);
  if (alarms) requireAllowed(alarms, user);
  if (password) requirePasswords(deps);
  if (password) await requireOwnPassword(deps, caller, user, current_password);
  const own = [user.email, user.name, name];
  const passwordHash = password ? await deps.passwords.hashNew(password, own) : undefined;
  const { now } = caller;
  const changes = {
    ...(name !== undefined && { name }),
    ...(locale !== undefined && { locale }),
    ...(alarms !== undefined && { alarms }),
    ...(passwordHash && { password_hash: passwordHash }),
    updated_at: now,
  };
  return answered(deps.db, caller, async (tx) => {
    const locked = await lockStaff(tx, user.id);
    if (!locked || locked.deleted_at) throw new AppError('unauthorized');
    await requireOpenSession(tx, caller.actor);
    if (passwordHash) requireSamePassword(user, locked);
    await updateUser(tx, user.id, changes);
    const after = { ...user, ...changes };
    const changed = auditChanges(audited(user), audited(after));
    if (changed.length > 0) await auditUser(tx, caller, after, { action: 'user.change', changes: changed });
    if (passwordHash) {
      await endAccess(tx, locked, 'password_changed', { now, sessionId: caller.actor.sessionId });
      await notifyPasswordChange(deps, tx, caller, asStaff(user));
    }
    return staffAccountOf(deps, after, caller.actor.mustSetUpTwoFactor);
  });
}

/** An alarm is no way to learn about what one may not see. */
function requireAllowed(chosen: readonly AlarmKind[], { effective_permissions }: ActingUser): void {
  const allowed = alarmKindsFor(effective_permissions);
  if (!chosen.every((kind) => allowed.includes(kind))) throw fieldError('alarms', 'validation.notAllowed');
}

function audited({ name, alarms }: Pick<ActingUser, 'name' | 'alarms'>) {
  return { name, alarms };
}
