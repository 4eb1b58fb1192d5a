import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  can,
  fullPermissions,
  type Permission,
  permissions,
  withImplied,
} from '#contract/kernel/permissions.ts';

const read = { write: false };
const write = { write: true };
const missing = { allowed: false, reason: 'missing' };
const readOnly = { allowed: false, reason: 'read_only' };
const allowed = { allowed: true };

describe('what a permission brings along', () => {
  it.each<[Permission, Permission[]]>([
    ['clients.write', ['clients.read', 'clients.write']],
    ['clients.delete', ['clients.read', 'clients.delete']],
    ['clients.replenish', ['clients.read', 'clients.replenish']],
    ['clients.export', ['clients.read', 'clients.export']],
    ['clients.impersonate', ['clients.read', 'clients.impersonate']],
    ['tariffs.write', ['tariffs.read', 'tariffs.write']],
    ['users.write', ['users.read', 'users.write']],
    ['settings.write', ['settings.read', 'settings.write']],
    ['company.write', ['settings.read', 'company.write']],
    ['payments.write', ['payments.read', 'payments.write']],
    ['payments.close', ['payments.read', 'payments.close']],
    ['clients.read', ['clients.read']],
    ['reports.read', ['reports.read']],
    ['audit.read', ['audit.read']],
    ['read_only', ['read_only']],
  ])('%s is %s', (held, all) => {
    expect(withImplied([held])).toEqual(all);
  });

  it('names nothing twice, in the order of the list', () => {
    expect(withImplied(['users.write', 'users.read', 'users.write'])).toEqual(['users.read', 'users.write']);
  });
});

describe('what its holder may do', () => {
  it('is nothing without a permission', () => {
    for (const wanted of permissions) expect(can([], wanted, read)).toEqual(missing);
  });

  it('is everything for the first administrator, who is not read-only', () => {
    expect(fullPermissions).not.toContain('read_only');
    for (const wanted of fullPermissions) expect(can(fullPermissions, wanted, write)).toEqual(allowed);
  });

  it('is to look and not to touch with read_only, whatever else is held', () => {
    const held = [...fullPermissions, 'read_only'] as const;
    for (const wanted of fullPermissions) {
      expect(can(held, wanted, read)).toEqual(allowed);
      expect(can(held, wanted, write)).toEqual(readOnly);
    }
  });

  it('says that a permission is missing before it says that the holder only looks', () => {
    expect(can(['read_only', 'users.read'], 'users.write', write)).toEqual(missing);
  });

  it('never shrinks by another permission, unless that is read_only', () => {
    const some = fc.subarray([...permissions]);
    const one = fc.constantFrom(...permissions);
    const more = fc.constantFrom(...fullPermissions);
    fc.assert(
      fc.property(some, one, more, fc.boolean(), (held, wanted, another, writing) => {
        const before = can(held, wanted, { write: writing });
        fc.pre(before.allowed);
        expect(can([...held, another], wanted, { write: writing })).toEqual(allowed);
      }),
    );
  });
});
