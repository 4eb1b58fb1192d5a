import { expect, it } from 'vitest';
import { permissions } from '#contract/kernel/permissions.ts';
import { groupsOf } from '#web/resources/staff/users/permission-groups.ts';

it('puts every permission into one group, the restriction apart and last', () => {
  const groups = groupsOf(permissions);
  expect(groups.flatMap(({ names }) => names)).toEqual(permissions);
  expect(groups.at(-1)).toEqual({ group: 'restriction', names: ['read_only'] });
});
