import { useList } from '@refinedev/core';
import { Checkbox, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Role, roleLimits } from '#contract/accounts/role.ts';
import { holdsAll, inOrder, type Permission } from '#contract/kernel/permissions.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { PermissionNames } from './user-cells.tsx';

/** Every role, with what it allows. Nobody can give one that allows more than they may. */
export function RoleChoice({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const { roles, failure, isPending, reload } = useRoles();
  const chosen = idsIn(value);
  const held = session.permissions();
  if (failure) return <Failure text={failure} retry={reload} />;
  if (isPending) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  return (
    <div id={id} className="permission-choice" tabIndex={-1} role="group" aria-label={t('users.parts.roles')}>
      <div className="permission-group">
        {roles.map((role) => {
          const isMine = holdsAll(held, role.permissions);
          return (
            <Checkbox
              key={role.id}
              checked={chosen.includes(role.id)}
              disabled={!isMine}
              onChange={({ target }) =>
                onChange?.(target.checked ? [...chosen, role.id] : chosen.filter((one) => one !== role.id))
              }
            >
              <span className="permission-name">{role.name}</span>
              <span className="muted">
                <PermissionNames held={role.permissions} />
              </span>
              {!isMine && <span className="permission-note">{t('users.roleNotYours')}</span>}
            </Checkbox>
          );
        })}
        <Link to="/admin-panel/settings/roles">{t('users.manageRoles')}</Link>
      </div>
    </div>
  );
}

/** Every role there is. */
export function useRoles() {
  const { query, result } = useList<Role>({
    resource: 'roles',
    meta: { listQuery: { limit: roleLimits.count.max, sort: [{ field: 'created_at', order: 'asc' }] } },
    errorNotification: false,
  });
  return {
    roles: result.data,
    failure: query.error && errorText(causeOf(query.error)),
    isPending: query.isPending,
    reload: () => void query.refetch(),
  };
}

/** What somebody may do by their own permissions and these roles. */
export function rightsOf(
  own: readonly Permission[],
  roleIds: readonly string[],
  roles: readonly Role[],
): Permission[] {
  const byRoles = roles.filter(({ id }) => roleIds.includes(id)).flatMap(({ permissions }) => permissions);
  return inOrder([...own, ...byRoles]);
}

/** The ids in a form's value. */
export function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Chosen roles by name, for a comparison of two values. */
export function ChosenRoles({ ids }: { ids: unknown }) {
  const { roles } = useRoles();
  const chosen = idsIn(ids);
  return roles
    .filter((role) => chosen.includes(role.id))
    .map(({ name }) => name)
    .join(', ');
}
