import { adminApi } from '#contract/admin-api.ts';
import { type User, userList } from '#contract/user.ts';
import { UserState, UserTwoFactor } from '#web/resources/users/user-cells.tsx';
import { userFields } from '#web/resources/users/user-fields.tsx';
import { defineResource } from '#web/ui/define-resource.ts';

/** Staff: administrators and managers. */
export const userResource = defineResource<User>({
  name: 'users',
  spec: userList,
  routes: { list: adminApi.users, one: adminApi.user },
  permissions: { read: 'users.read', write: 'users.write' },
  titleField: 'name',
  trashedSwitch: true,
  fields: userFields,
  columns: [
    { field: 'name', shown: true },
    { field: 'email', shown: true },
    { field: 'invited', shown: true, cell: (user) => <UserState {...user} /> },
    { field: 'last_login', shown: true },
    { field: 'created_at', shown: true },
    { field: 'two_factor', cell: (user) => <UserTwoFactor {...user} /> },
    { field: 'two_factor_required' },
    { field: 'deleted_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'name' },
    { field: 'email' },
    { field: 'invited' },
    { field: 'last_login', last: true, orNone: true },
    { field: 'created_at', last: true },
    { field: 'two_factor' },
    { field: 'two_factor_required' },
  ],
});
