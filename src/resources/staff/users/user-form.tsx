import { useInvalidateAuthStore, useOne } from '@refinedev/core';
import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type User, userChanges, userEntity, userInput } from '#contract/entities/user.ts';
import { PendingEmailOf } from '#web/ui/admin/show/pending-email.tsx';
import type { ControlProps, FormDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import { formFieldsOf } from '#web/ui/admin/resource/entity-fields.ts';
import { useIsAbove } from './is-above.ts';
import { useAskForOwnPassword } from './own-password-question.tsx';
import { useAskAboutOwnRights } from './own-rights-question.tsx';
import { PermissionChoice } from './permission-choice.tsx';
import { ChosenRoles, idsIn, rightsOf, RoleChoice, useRoles } from './role-choice.tsx';
import { PermissionNames } from './user-cells.tsx';

/** The name and the address stand beside each other. */
const fields = formFieldsOf(userEntity, {
  first: ['name', 'email', 'two_factor_required'],
  controls: {
    role_ids: {
      control: RoleChoice,
      unlabelled: true,
      shown: (ids) => <ChosenRoles ids={ids} />,
    },
    permissions: {
      control: OwnPermissions,
      unlabelled: true,
      shown: (held) => <PermissionNames held={held} />,
    },
  },
}).map((field) => (field.name === 'name' ? { ...field, half: true } : field));

/**
 * The account's own permissions, besides those of the chosen roles. They are many and mostly the roles' business, so
 * they are folded until there are some, or something is wrong with them.
 */
function OwnPermissions(props: ControlProps) {
  const { t } = useTranslation();
  const chosen = idsIn(Form.useWatch('role_ids'));
  const { roles } = useRoles();
  const { errors } = Form.Item.useStatus();
  const form = Form.useFormInstance();
  const isRefused = errors.length > 0;
  const hasRole = chosen.length > 0;
  const takeBack = useEffectEvent(() => {
    if (isRefused) form.setFields([{ name: 'permissions', errors: [] }]);
  });
  // A role answers what was said to be missing here.
  useEffect(() => {
    if (hasRole) takeBack();
  }, [hasRole]);
  const own = idsIn(props.value).length;
  const [isOpen, setOpen] = useState(own > 0);
  return (
    <details
      className="own-permissions"
      open={isOpen || isRefused}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {own > 0 ? (
          t('users.ownPermissions', { count: own })
        ) : (
          <>
            {t('users.singlePermissions')}
            <span className="muted">{t('users.noneChosen')}</span>
          </>
        )}
      </summary>
      <PermissionChoice {...props} byRoles={rightsOf([], chosen, roles)} />
    </details>
  );
}

/** The roles stand beside who it is; single permissions are many, and have the whole width. */
const places = { beside: ['roles'], below: ['permissions'] };

/** The field at which a refusal of the whole form is shown. */
const codes = {
  email_taken: 'email',
  last_keeper: 'permissions',
  above_own_permissions: 'permissions',
} as const;

const initial = { role_ids: [], permissions: [], two_factor_required: false };

/** Invites a member of staff by email; changes their name, address and rights. */
export function useUserForm(id?: string): FormDeclaration {
  const { t } = useTranslation();
  const ask = useAskAboutOwnRights();
  const askForPassword = useAskForOwnPassword();
  const rereadOwn = useInvalidateAuthStore();
  const { result: user } = useOne<User>({
    resource: 'users',
    id: id ?? '',
    queryOptions: { enabled: id !== undefined },
    errorNotification: false,
  });
  const isAbove = useIsAbove(user);
  const { roles } = useRoles();
  if (id === undefined) {
    const invited = fields.map((field) =>
      field.name === 'email' ? { ...field, help: false, extra: t('users.inviteEmail') } : field,
    );
    return { fields: invited, codes, schema: userInput, initial, ...places };
  }
  return {
    fields,
    codes,
    ...places,
    schema: userChanges,
    onlyChanged: ['email'],
    // Nobody should fill in a form that is always refused.
    denied: isAbove ? t('users.above') : undefined,
    above: <PendingEmailOf resource="users" />,
    before: async (input) => {
      const { permissions, role_ids, email } = userChanges.parse(input);
      const left = permissions && rightsOf(permissions, role_ids ?? [], roles);
      return (await ask(id, left)) && ((await askForPassword(id, email)) ?? false);
    },
    // People who change their own rights see the effect at once.
    after: () => void rereadOwn(),
  };
}
