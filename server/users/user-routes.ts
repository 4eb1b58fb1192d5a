import { adminApi } from '#contract/admin-api.ts';
import { adminUsersApi as api } from '#contract/admin-users-api.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { UserService } from './user-service.ts';

/** `admin/users` and `admin/permissions` (API.md). */
export function userRoutes({ users, lists }: { users: UserService; lists: ListDeps }): Implementation[] {
  return [
    onList(adminApi.users, users.listing, lists),
    onStaff(adminApi.user, async ({ params }) => ({ data: await users.show(params.id) })),
    onStaff(adminApi.permissions, async ({ caller }) => ({ data: users.permissions(caller.locale) })),
    onStaff(api.createUser, async ({ caller, body }) => ({ data: await users.create(caller, body) })),
    onStaff(
      api.changeUser,
      async ({ caller, params, body }) => ({ data: await users.change(caller, params.id, body) }),
      ({ caller, params }) => users.requireChangeable(caller, params.id),
    ),
    onStaff(api.deleteUser, async ({ caller, params }) => {
      await users.remove(caller, params.id);
      return { data: {} };
    }),
    onStaff(api.restoreUser, async ({ caller, params }) => ({
      data: await users.restore(caller, params.id),
    })),
    onStaff(api.inviteUserAgain, async ({ caller, params }) => ({
      data: { sent: true as const, ...(await users.inviteAgain(caller, params.id)) },
    })),
    onStaff(api.endUserSessions, async ({ caller, params }) => {
      await users.endSessions(caller, params.id);
      return { data: {} };
    }),
  ];
}
