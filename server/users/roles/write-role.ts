import { type Role, type RoleChanges, type RoleInput, roleLimits } from '#contract/accounts/role.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { endAccess } from '#server/auth/end-access.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { changeAlone, keepLastKeeper, refuseAbove } from '#server/users/change-rules.ts';
import { endingOfRights } from '#server/users/ending-of-rights.ts';
import { asStaff } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { usersByIds, usersWithRole } from '#server/users/user-store.ts';
import { roleName, toRole } from './read-roles.ts';
import { allRoles, type CountedRole, deleteRole, insertRole, lockRole, updateRole } from './role-store.ts';

/** Makes a role. A name that another one has, in any case and language, is a 422 at `name`. */
export function createRole(deps: StaffDeps, caller: StaffCaller, input: RoleInput): Promise<Role> {
  const { now, locale } = caller;
  refuseAbove(caller, input.permissions);
  return changeAlone(deps, caller, async (tx) => {
    await requireFreeName(tx, input.name);
    const row = { ...input, names: null, id: newId(now), created_at: now, updated_at: now };
    await insertRole(tx, row);
    const changes = auditChanges({}, audited(row, locale));
    await writeAudit(tx, caller, { action: 'role.create', subject: subjectOf(row, locale), changes });
    return toRole({ ...row, users_count: 0 }, locale);
  });
}

/**
 * Renames a role or changes what it allows: for everybody who has it, so none of them may be above the caller, and
 * somebody must still manage users.
 */
export function changeRole(
  deps: StaffDeps,
  caller: StaffCaller,
  { id, input: { updated_at, ...input } }: { id: string; input: RoleChanges },
): Promise<Role> {
  const { locale } = caller;
  return changeAlone(deps, caller, async (tx) => {
    const before = await requireRole(tx, caller, id);
    const after = await changeRow<CountedRole>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toRole(before, locale),
      async merge() {
        refuseAbove(caller, input.permissions ?? []);
        return { ...before, ...(await renamed(tx, before, { name: input.name, locale })), ...allowed(input) };
      },
      audited: (row) => audited(row, locale),
      write: ({ users_count: _, ...row }) => changingHolders(tx, caller, id, () => updateRole(tx, row)),
      entry: (row) => ({ action: 'role.change', subject: subjectOf(row, locale) }),
    });
    return toRole(after, locale);
  });
}

/** Deletes a role that nobody has. */
export async function removeRole(deps: StaffDeps, caller: StaffCaller, id: string): Promise<void> {
  await changeAlone(deps, caller, async (tx) => {
    const role = await requireRole(tx, caller, id);
    if (role.users_count > 0) throw new AppError('role_held');
    await deleteRole(tx, id);
    await writeAudit(tx, caller, { action: 'role.delete', subject: subjectOf(role, caller.locale) });
  });
}

/** The role, locked; 404 when unknown, 403 when it allows more than the caller may. */
async function requireRole(tx: Db, caller: StaffCaller, id: string): Promise<CountedRole> {
  const role = await lockRole(tx, id);
  if (!role) throw new AppError('not_found');
  refuseAbove(caller, role.permissions);
  return role;
}

/** Changes what everybody with the role may do, and ends what they lose by it. */
async function changingHolders(
  tx: Db,
  caller: StaffCaller,
  id: string,
  change: () => Promise<void>,
): Promise<void> {
  const before = await usersWithRole(tx, id);
  for (const { effective_permissions } of before) refuseAbove(caller, effective_permissions);
  await keepLastKeeper(tx, change);
  const after = new Map(
    (
      await usersByIds(
        tx,
        before.map((one) => one.id),
      )
    ).map((one) => [one.id, one]),
  );
  for (const user of before) {
    const now = after.get(user.id);
    const because = now && endingOfRights(user.effective_permissions, now.effective_permissions);
    if (because) await endAccess(tx, asStaff(user), because, { now: caller.now });
  }
}

/** Its names in every language stay while nobody types another one. */
async function renamed(
  tx: Db,
  before: CountedRole,
  { name, locale }: { name: string | undefined; locale: Locale },
): Promise<Partial<Pick<CountedRole, 'name' | 'names'>>> {
  if (name === undefined || name === roleName(before, locale)) return {};
  await requireFreeName(tx, name, before.id);
  return { name, names: null };
}

function allowed({ permissions }: RoleChanges): Partial<Pick<CountedRole, 'permissions'>> {
  return permissions ? { permissions } : {};
}

async function requireFreeName(tx: Db, name: string, exceptId?: string): Promise<void> {
  const others = (await allRoles(tx)).filter(({ id }) => id !== exceptId);
  const { max } = roleLimits.count;
  if (exceptId === undefined && others.length >= max) {
    throw new AppError('validation_failed', {
      fields: { name: [{ key: 'validation.tooManyRoles', params: { max } }] },
    });
  }
  const taken = others.flatMap((one) => [one.name ?? Object.values(one.names ?? {})].flat());
  if (taken.some((one) => keyOf(one) === keyOf(name))) throw fieldError('name', 'validation.nameTaken');
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function audited(role: Pick<CountedRole, 'name' | 'names' | 'permissions'>, locale: Locale) {
  return { name: roleName(role, locale), permissions: role.permissions };
}

function subjectOf(role: Pick<CountedRole, 'id' | 'name' | 'names'>, locale: Locale) {
  return { type: 'role', id: role.id, name: roleName(role, locale) };
}
