import { Link } from 'react-router';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { type Role, roleList } from '#contract/accounts/role.ts';
import { roleApi } from '#contract/routes/accounts/role.ts';
import { PermissionNames } from '#web/resources/staff/users/user-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Rights under a name, which colleagues have (GROWTH section 18). */
export const roleResource = defineResource<Role>({
  name: 'roles',
  path: 'settings/roles',
  spec: roleList,
  title: 'settings.roles.title',
  routes: {
    list: roleApi.roles,
    create: roleApi.createRole,
    update: roleApi.changeRole,
    remove: roleApi.deleteRole,
  },
  form: { in: 'dialog', load: async () => (await import('./role-form.tsx')).useRoleForm },
  titleField: 'name',
  csv: true,
  columns: [
    { field: 'name', shown: true },
    {
      field: 'permissions',
      shown: true,
      width: '30rem',
      cell: ({ permissions }) => (
        <span className="cell-lines">
          <PermissionNames held={permissions} />
        </span>
      ),
    },
    { field: 'users_count', shown: true, cell: (role) => <Holders role={role} /> },
    { field: 'created_at' },
    { field: 'updated_at', file: [] },
  ],
  filters: [{ field: 'name' }, { field: 'users_count' }],
});

/** How many colleagues have it, as a link to them. */
function Holders({ role: { id, users_count } }: { role: Role }) {
  if (users_count === 0) return 0;
  const filters = [{ field: 'role_id', op: 'in' as const, value: [id] }];
  return <Link to={`/admin-panel/users?${printListQuery({ filters })}`}>{users_count}</Link>;
}
