import type { User } from '#contract/entities/user.ts';
import { emailTaken } from '#server/accounts/change-address.ts';
import { auditUser } from '#server/audit-log/audit-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { changeAlone, keepLastKeeper, requireChangeable, requireLiving } from './change-rules.ts';
import { resetTwoFactor } from '#server/accounts/two-factor/change-two-factor.ts';
import { writeInvitation } from './create-user.ts';
import { toUser } from './read-user.ts';
import { asStaff } from './staff-account.ts';
import type { StaffDeps } from './staff-deps.ts';
import { unlinked } from './oidc/unlink-oidc.ts';
import { updateUser, userByEmail } from './user-store.ts';

/** Deletes softly: sessions end, links are void, others can have the address. */
export async function removeUser(deps: StaffDeps, caller: StaffCaller, id: string): Promise<void> {
  const { now } = caller;
  await changeAlone(deps, caller, async (tx) => {
    const user = await requireLiving(tx, caller, id);
    const version = nextUpdate(user.updated_at, now);
    // Somebody else may have the address, and with it the account at the identity provider.
    const changes = { deleted_at: now, ...unlinked, updated_at: version };
    await keepLastKeeper(tx, () => updateUser(tx, id, changes));
    await endAccess(tx, { kind: 'staff', id }, 'deleted', { now });
    await auditUser(tx, caller, user, { action: 'user.delete' });
  });
}

/**
 * Undoes a deletion, unless somebody else has the address now. The colleague signs in again; one who has never joined
 * is invited again, because the deletion made the link void.
 */
export function restoreUser(deps: StaffDeps, caller: StaffCaller, id: string): Promise<User> {
  const { now } = caller;
  return changeAlone(deps, caller, async (tx) => {
    const user = await requireChangeable(tx, caller, id);
    if (!user.deleted_at) throw new AppError('not_deleted');
    if (await userByEmail(tx, user.email)) throw emailTaken();
    const changes = { deleted_at: null, updated_at: nextUpdate(user.updated_at, now) };
    await updateUser(tx, id, changes);
    await endAccess(tx, { kind: 'staff', id }, 'restored', { now });
    await auditUser(tx, caller, user, { action: 'user.restore' });
    if (!user.joined_at) await writeInvitation(deps, tx, user, { reason: 'resent', now });
    return toUser({ ...user, ...changes }, caller.locale);
  });
}

/** Switches off the second factor of a colleague who has lost it. */
export function resetTwoFactorOf(deps: StaffDeps, caller: StaffCaller, id: string): Promise<User> {
  return changeAlone(deps, caller, async (tx) => {
    const user = await requireLiving(tx, caller, id);
    await resetTwoFactor(deps, tx, caller, asStaff(user));
    return toUser({ ...user, two_factor_at: null, updated_at: caller.now }, caller.locale);
  });
}

/** Ends every session of an account; for one's own account all but the one that asks. */
export async function endUserSessions(deps: StaffDeps, caller: StaffCaller, id: string): Promise<void> {
  const { actor, now } = caller;
  await changeAlone(deps, caller, async (tx) => {
    const user = await requireChangeable(tx, caller, id);
    const sessionId = id === actor.id ? actor.sessionId : null;
    await endAccess(tx, { kind: 'staff', id }, 'signed_out', { now, sessionId });
    await auditUser(tx, caller, user, { action: 'user.end_sessions' });
  });
}
