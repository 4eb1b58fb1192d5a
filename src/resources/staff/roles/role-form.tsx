import { useGetIdentity, useInvalidateAuthStore, useOne } from '@refinedev/core';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import { roleChanges, roleInput } from '#contract/accounts/role.ts';
import type { User } from '#contract/entities/user.ts';
import { useAskAboutOwnRights } from '#web/resources/staff/users/own-rights-question.tsx';
import { PermissionChoice } from '#web/resources/staff/users/permission-choice.tsx';
import { rightsOf, useRoles } from '#web/resources/staff/users/role-choice.tsx';
import { PermissionNames } from '#web/resources/staff/users/user-cells.tsx';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';

const fields: readonly FormField[] = [
  { name: 'name', group: 'role', kind: 'text' },
  {
    name: 'permissions',
    group: 'role',
    kind: 'control',
    control: PermissionChoice,
    shown: (held) => <PermissionNames held={held} />,
  },
];

/** The field at which a refusal of the whole form is shown. */
const codes = { above_own_permissions: 'permissions', last_keeper: 'permissions' } as const;

/** Makes a role, or changes what it allows; asks before people take rights from themselves by it. */
export function useRoleForm(id?: string): FormDeclaration {
  const ask = useAskAboutOwnRights();
  const rereadOwn = useInvalidateAuthStore();
  const { roles } = useRoles();
  const { data: account } = useGetIdentity<StaffAccount>();
  const { result: me } = useOne<User>({
    resource: 'users',
    id: account?.id ?? '',
    queryOptions: { enabled: account !== undefined && id !== undefined },
    errorNotification: false,
  });
  if (id === undefined) {
    return { fields, codes, schema: roleInput, initial: { name: '', permissions: [] }, width: '45rem' };
  }
  return {
    fields,
    codes,
    schema: roleChanges,
    width: '45rem',
    async before(input) {
      const { permissions } = roleChanges.parse(input);
      if (!me?.role_ids.includes(id) || !permissions) return true;
      const others = me.role_ids.filter((one) => one !== id);
      return ask(me.id, rightsOf([...me.permissions, ...permissions], others, roles));
    },
    // Somebody who has the role sees the effect at once.
    after: () => void rereadOwn(),
  };
}
