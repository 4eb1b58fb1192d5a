import type { User } from '#contract/entities/user.ts';
import { auditUser } from '#server/audit-log/audit-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { changeAlone, requireLiving } from '#server/users/change-rules.ts';
import { toUser } from '#server/users/read-user.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { updateUser } from '#server/users/user-store.ts';

export const unlinked = { oidc_issuer: null, oidc_subject: null };

/**
 * Disconnects a colleague from the account at the identity provider and ends their sessions; the next sign-in with the
 * address connects again.
 */
export function unlinkOidc(deps: StaffDeps, caller: StaffCaller, id: string): Promise<User> {
  const { actor, now } = caller;
  return changeAlone(deps, caller, async (tx) => {
    const user = await requireLiving(tx, caller, id);
    if (user.oidc_subject === null) throw new AppError('oidc_not_linked');
    const changes = { ...unlinked, updated_at: nextUpdate(user.updated_at, now) };
    await updateUser(tx, id, changes);
    const sessionId = id === actor.id ? actor.sessionId : null;
    await endAccess(tx, { kind: 'staff', id }, 'oidc_unlinked', { now, sessionId });
    await auditUser(tx, caller, user, { action: 'user.oidc_unlinked' });
    return toUser({ ...user, ...changes }, caller.locale);
  });
}
