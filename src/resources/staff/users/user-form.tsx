import { useInvalidateAuthStore, useOne } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { type User, userChanges, userEntity, userInput } from '#contract/entities/user.ts';
import { PendingEmailOf } from '#web/ui/admin/show/pending-email.tsx';
import type { FormDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import { formFieldsOf } from '#web/ui/admin/resource/entity-fields.ts';
import { useIsAbove } from './is-above.ts';
import { useAskForOwnPassword } from './own-password-question.tsx';
import { useAskAboutOwnRights } from './own-rights-question.tsx';
import { PermissionChoice } from './permission-choice.tsx';
import { PermissionNames } from './user-cells.tsx';

const fields = formFieldsOf(userEntity, {
  first: ['name', 'email', 'two_factor_required'],
  controls: {
    permissions: {
      control: PermissionChoice,
      unlabelled: true,
      shown: (held) => <PermissionNames held={held} />,
    },
  },
});

/** The field at which a refusal of the whole form is shown. */
const codes = {
  email_taken: 'email',
  last_keeper: 'permissions',
  above_own_permissions: 'permissions',
} as const;

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
  if (id === undefined) {
    return { fields, codes, schema: userInput, initial: { permissions: [], two_factor_required: false } };
  }
  return {
    fields,
    codes,
    schema: userChanges,
    onlyChanged: ['email'],
    // Nobody should fill in a form that is always refused.
    denied: isAbove ? t('users.above') : undefined,
    above: <PendingEmailOf resource="users" />,
    before: async (input) => {
      const { permissions, email } = userChanges.parse(input);
      return (await ask(id, permissions)) && ((await askForPassword(id, email)) ?? false);
    },
    // People who change their own rights see the effect at once.
    after: () => void rereadOwn(),
  };
}
