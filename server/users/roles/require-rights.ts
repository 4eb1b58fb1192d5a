import { refusalOfRights } from '#contract/entities/user.ts';
import { inOrder, type Permission } from '#contract/kernel/permissions.ts';
import type { Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { refuseAbove } from '#server/users/change-rules.ts';
import type { StaffRow } from '#server/users/user-store.ts';
import { rolesByIds } from './role-store.ts';

/** The rights that an account gets by these permissions and roles; refuses unknown roles, and what the caller lacks. */
export async function requireRights(
  tx: Db,
  caller: StaffCaller,
  { permissions, role_ids }: { permissions: Permission[]; role_ids: string[] },
): Promise<Pick<StaffRow, 'effective_permissions' | 'roles'>> {
  const roles = await rolesByIds(tx, role_ids);
  if (roles.length < role_ids.length) throw fieldError('role_ids', 'validation.notAllowed');
  const refusal = refusalOfRights({ permissions, role_ids });
  if (refusal) throw fieldError('permissions', refusal);
  const effective = inOrder([...permissions, ...roles.flatMap((role) => role.permissions)]);
  refuseAbove(caller, effective);
  return { effective_permissions: effective, roles };
}
