import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { holdsAll, isReadOnly, type Permission, permissions, withImplied } from '#contract/permissions.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import type { ControlProps } from '#web/ui/define-resource.ts';
import { LockIcon } from '#web/ui/icons.tsx';
import { groupsOf } from '#web/resources/users/permission-groups.ts';
import './permission-choice.css';

/** The rights of a member of staff, as a part of a form. */
export function PermissionPart() {
  return (
    <Form.Item name="permissions">
      <PermissionChoice />
    </Form.Item>
  );
}

/** Rights by what they are about. What another brings along is shown as included; nobody grants what they lack. */
function PermissionChoice({ id, value, onChange }: ControlProps<Permission[]>) {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const held = session.permissions();
  const chosen = value ?? [];
  const all = withImplied(chosen);
  return (
    <div
      id={id}
      className="permission-choice"
      tabIndex={-1}
      role="group"
      aria-label={t('users.form.permissions')}
    >
      {groupsOf(permissions).map(({ group, names }) => (
        <fieldset key={group} className="permission-group">
          <legend>{t(`users.permissionGroups.${group}`)}</legend>
          {names.map((name) => (
            <Choice key={name} name={name} />
          ))}
        </fieldset>
      ))}
      {isReadOnly(chosen) && (
        <p className="permission-read-only">
          <LockIcon /> {t('users.readOnlyHelp')}
        </p>
      )}
    </div>
  );

  function Choice({ name }: { name: Permission }) {
    const isChosen = chosen.includes(name);
    const isIncluded = !isChosen && all.includes(name);
    const isMine = holdsAll(held, [name]);
    const note = isIncluded ? t('users.included') : isMine ? null : t('users.notYours');
    return (
      <Checkbox
        checked={isChosen || isIncluded}
        disabled={isIncluded || !isMine}
        onChange={({ target }) =>
          onChange?.(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
        }
      >
        <span className="permission-name">{t(`permissions.${name.replace('.', '_')}`)}</span>
        <span className="muted">{t(`users.permissionHelp.${name.replace('.', '_')}`)}</span>
        {note && <span className="permission-note">{note}</span>}
      </Checkbox>
    );
  }
}
