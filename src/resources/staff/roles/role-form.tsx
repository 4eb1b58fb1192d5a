import { useInvalidateAuthStore } from '@refinedev/core';
import { roleChanges, roleInput } from '#contract/accounts/role.ts';
import { PermissionChoice } from '#web/resources/staff/users/permission-choice.tsx';
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

export function useRoleForm(id?: string): FormDeclaration {
  const rereadOwn = useInvalidateAuthStore();
  return {
    fields,
    codes,
    schema: id === undefined ? roleInput : roleChanges,
    initial: { name: '', permissions: [] },
    width: 720,
    // Somebody who has the role sees the effect at once.
    after: () => void rereadOwn(),
  };
}
