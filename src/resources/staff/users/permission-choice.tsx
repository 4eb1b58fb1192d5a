import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  holdsAll,
  isReadOnly,
  type Permission,
  permissions,
  withImplied,
} from '#contract/kernel/permissions.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { groupsOf } from '#web/resources/staff/users/permission-groups.ts';
import './permission-choice.css';
import { permissionKey } from '#web/ui/admin/resource/permission-key.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/**
 * Permissions in groups. Implied ones are shown as included, as are those that a role gives (`byRoles`); nobody can grant
 * what they lack.
 */
export function PermissionChoice({
  id,
  value,
  onChange,
  byRoles = [],
  offered = permissions,
}: ControlProps & { byRoles?: readonly Permission[]; offered?: readonly Permission[] }) {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const held = session.permissions();
  const chosen = permissions.filter((name) => Array.isArray(value) && value.includes(name));
  const all = withImplied(chosen);
  const given = withImplied(byRoles);
  return (
    <div
      id={id}
      className="permission-choice"
      tabIndex={-1}
      role="group"
      aria-label={t('users.parts.permissions')}
    >
      {groupsOf(offered).map(({ group, names }) => (
        <fieldset key={group} className="permission-group">
          <legend>{t(declaredKey(`users.permissionGroups.${group}`))}</legend>
          {names.map((name) => (
            <Choice key={name} name={name} />
          ))}
        </fieldset>
      ))}
      {isReadOnly([...chosen, ...byRoles]) && (
        <p className="permission-read-only">
          <LockIcon /> {t('users.readOnlyHelp')}
        </p>
      )}
    </div>
  );

  function Choice({ name }: { name: Permission }) {
    const isChosen = chosen.includes(name);
    const isGiven = !isChosen && given.includes(name);
    const isIncluded = isGiven || (!isChosen && all.includes(name));
    const isMine = holdsAll(held, [name]);
    const included = isGiven ? t('users.byRole') : t('users.included');
    const note = isIncluded ? included : isMine ? null : t('users.notYours');
    return (
      <Checkbox
        checked={isChosen || isIncluded}
        disabled={isIncluded || !isMine}
        onChange={({ target }) =>
          onChange?.(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
        }
      >
        <span className="permission-name">{t(`permissions.${permissionKey(name)}`)}</span>
        <span className="muted">{t(`users.permissionHelp.${permissionKey(name)}`)}</span>
        {note && <span className="permission-note">{note}</span>}
      </Checkbox>
    );
  }
}
