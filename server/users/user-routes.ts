import { adminApi as api } from '#contract/admin-api.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { UserService } from './user-service.ts';

/** `admin/users` and `admin/permissions` (API.md). */
export function userRoutes({ users }: { users: UserService }): Implementation[] {
  return [
    onStaff(api.users, ({ list }) => users.list(list)),
    onStaff(api.user, async ({ params }) => ({ data: await users.show(params.id) })),
    onStaff(api.permissions, async ({ caller }) => ({ data: users.permissions(caller.locale) })),
  ];
}
