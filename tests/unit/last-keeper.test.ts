import { describe, expect, it } from 'vitest';
import type { Permission } from '#contract/kernel/permissions.ts';
import { hasKeeper, type KeeperAccount } from '#server/users/last-keeper.ts';

const joined = new Date('2026-01-01T00:00:00Z');
const account = (permissions: Permission[], changes: Partial<KeeperAccount> = {}): KeeperAccount => ({
  effective_permissions: permissions,
  joined_at: joined,
  deleted_at: null,
  ...changes,
});

describe('the last keeper of users.write', () => {
  it('is anybody who holds it and can act', () => {
    expect(hasKeeper([account(['users.read']), account(['users.write', 'clients.read'])])).toBe(true);
  });

  it.each<[string, KeeperAccount]>([
    ['has not joined', account(['users.write'], { joined_at: null })],
    ['is deleted', account(['users.write'], { deleted_at: joined })],
    ['is read-only', account(['users.write', 'read_only'])],
    ['may only read', account(['users.read'])],
    ['may do everything else', account(['clients.write', 'settings.write'])],
  ])('is nobody who %s', (_, one) => {
    expect(hasKeeper([one])).toBe(false);
  });

  it('is missing where there is nobody', () => {
    expect(hasKeeper([])).toBe(false);
  });
});
