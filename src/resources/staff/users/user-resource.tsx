import { type User, userList } from '#contract/entities/user.ts';
import { userApi } from '#contract/routes/user.ts';
import {
  PermissionNames,
  RoleNames,
  UserState,
  UserTwoFactor,
} from '#web/resources/staff/users/user-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Staff: administrators and managers. */
export const userResource = defineResource<User>({
  name: 'users',
  spec: userList,
  routes: {
    list: userApi.users,
    one: userApi.user,
    create: userApi.createUser,
    update: userApi.changeUser,
    remove: userApi.deleteUser,
    restore: userApi.restoreUser,
  },
  form: { in: 'page', load: async () => (await import('./user-form.tsx')).useUserForm },
  show: async () => (await import('./user-show.tsx')).userShow,
  newLabel: 'palette.invite',
  titleField: 'name',
  csv: true,
  columns: [
    { field: 'name', shown: true },
    { field: 'email', shown: true },
    { field: 'invited', shown: true, cell: (user) => <UserState {...user} /> },
    { field: 'roles', shown: true, cell: (user) => <RoleNames {...user} /> },
    { field: 'last_login', shown: true },
    { field: 'created_at', shown: true },
    {
      field: 'effective_permissions',
      cell: ({ effective_permissions }) => <PermissionNames held={effective_permissions} />,
    },
    { field: 'permissions', cell: ({ permissions }) => <PermissionNames held={permissions} /> },
    { field: 'two_factor', cell: (user) => <UserTwoFactor {...user} /> },
    { field: 'two_factor_required' },
    { field: 'signs_in_by_oidc' },
    { field: 'deleted_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [
    { field: 'name' },
    { field: 'email' },
    { field: 'invited', often: true },
    { field: 'role_id', from: 'roles', often: true },
    { field: 'effective_permission', often: true },
    { field: 'last_login', often: true, last: true, orNone: true },
    { field: 'created_at', last: true },
    { field: 'two_factor', often: true },
    { field: 'two_factor_required' },
    { field: 'signs_in_by_oidc' },
  ],
});
