import { PermissionNames } from '#web/resources/users/user-cells.tsx';
import { PermissionPart } from '#web/resources/users/permission-choice.tsx';
import type { FormField } from '#web/ui/define-resource.ts';

/** What is asked of a member of staff (API.md, "users"). */
export const userFields: readonly FormField[] = [
  { name: 'name', group: 'account', kind: 'text' },
  { name: 'email', group: 'account', kind: 'text', type: 'email', help: true },
  { name: 'two_factor_required', group: 'account', kind: 'switch', help: true },
  {
    name: 'permissions',
    group: 'permissions',
    kind: 'part',
    part: PermissionPart,
    errorsAt: ['permissions'],
    shown: (held) => <PermissionNames held={held} />,
  },
];

/** Where a refusal of the whole is shown. */
export const userCodes = {
  email_taken: 'email',
  last_keeper: 'permissions',
  above_own_permissions: 'permissions',
} as const;
