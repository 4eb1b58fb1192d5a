import { expect, it } from 'vitest';
import { holdsAll, type Permission } from '#contract/kernel/permissions.ts';

it.each<[Permission[], Permission[], boolean]>([
  [['users.write', 'clients.write'], ['clients.read'], true],
  [['users.write', 'clients.read'], ['clients.write'], false],
  [['users.write'], ['users.write', 'read_only'], true],
  [['users.write', 'clients.read'], ['clients.export'], false],
  [['users.write', 'clients.delete'], ['clients.read', 'users.read'], true],
])('of %j and %j: everything held is %s', (held, others, expected) => {
  expect(holdsAll(held, others)).toBe(expected);
});
