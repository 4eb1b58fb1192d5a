import { roleApi as api } from '#contract/routes/accounts/role.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { knownRole, roleListing } from './read-roles.ts';
import { changeRole, createRole, removeRole } from './write-role.ts';

/** `admin/roles` (GROWTH section 18). */
export function roleRoutes(deps: StaffDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.roles, roleListing(deps.db), deps.lists),
    onStaff(api.createRole, async ({ caller, body }) => ({ data: await createRole(deps, caller, body) })),
    onStaff(
      api.changeRole,
      async ({ caller, params: { id }, body: input }) => ({
        data: await changeRole(deps, caller, { id, input }),
      }),
      knownRole(deps.db),
    ),
    onStaff(api.deleteRole, async ({ caller, params }) => {
      await removeRole(deps, caller, params.id);
      return { data: {} };
    }),
  ];
}
