import { userApi as api } from '#contract/routes/user.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { requireChangeable } from './change-rules.ts';
import { changeUser } from './change-user.ts';
import { createUser, inviteUserAgain } from './create-user.ts';
import { readPermissions, readUser, userListing } from './read-user.ts';
import { endUserSessions, removeUser, restoreUser } from './restrict-user.ts';
import type { StaffDeps } from './staff-deps.ts';

/** `admin/users` and `admin/permissions` (API.md). */
export function userRoutes(deps: StaffDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.users, userListing(deps), deps.lists),
    onStaff(api.user, async ({ caller, params }) => ({ data: await readUser(deps, caller, params.id) })),
    onStaff(api.permissions, async ({ caller }) => ({ data: readPermissions(caller.locale) })),
    onStaff(api.createUser, async ({ caller, body }) => ({ data: await createUser(deps, caller, body) })),
    onStaff(
      api.changeUser,
      async ({ caller, params, body }) => ({ data: await changeUser(deps, caller, params.id, body) }),
      async ({ caller, params }) => void (await requireChangeable(deps.db, caller, params.id)),
    ),
    onStaff(api.deleteUser, async ({ caller, params }) => {
      await removeUser(deps, caller, params.id);
      return { data: {} };
    }),
    onStaff(api.restoreUser, async ({ caller, params }) => ({
      data: await restoreUser(deps, caller, params.id),
    })),
    onStaff(api.inviteUserAgain, async ({ caller, params }) => ({
      data: { sent: true as const, ...(await inviteUserAgain(deps, caller, params.id)) },
    })),
    onStaff(api.endUserSessions, async ({ caller, params }) => {
      await endUserSessions(deps, caller, params.id);
      return { data: {} };
    }),
  ];
}
