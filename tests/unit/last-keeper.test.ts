import { describe, expect, it } from 'vitest';
import type { Permission } from '#contract/permissions.ts';
import { type KeeperAccount, wouldLoseLastKeeper } from '#server/users/last-keeper.ts';

const joined = new Date('2026-01-01T00:00:00Z');
const account = (
  id: string,
  permissions: Permission[],
  changes: Partial<KeeperAccount> = {},
): KeeperAccount => ({ id, permissions, joined_at: joined, deleted_at: null, ...changes });

const keeper = account('keeper', ['users.write', 'clients.read']);
const deleted = { id: 'keeper', permissions: null };

describe('the last keeper of users.write', () => {
  it('cannot be deleted', () => {
    expect(wouldLoseLastKeeper([keeper, account('other', ['users.read'])], deleted)).toBe(true);
  });

  it.each<[string, Permission[]]>([
    ['be stripped of it', ['users.read']],
    ['become read-only', ['users.write', 'read_only']],
  ])('cannot %s', (_, permissions) => {
    expect(wouldLoseLastKeeper([keeper], { id: 'keeper', permissions })).toBe(true);
  });

  it('can lose anything else', () => {
    expect(wouldLoseLastKeeper([keeper], { id: 'keeper', permissions: ['users.write'] })).toBe(false);
  });

  it.each<[string, KeeperAccount]>([
    ['has not joined', account('other', ['users.write'], { joined_at: null })],
    ['is deleted', account('other', ['users.write'], { deleted_at: joined })],
    ['is read-only', account('other', ['users.write', 'read_only'])],
    ['may only read', account('other', ['users.read'])],
  ])('is not replaced by somebody who %s', (_, other) => {
    expect(wouldLoseLastKeeper([keeper, other], deleted)).toBe(true);
  });

  it('is replaced by another one who can act', () => {
    expect(wouldLoseLastKeeper([keeper, account('other', ['users.write'])], deleted)).toBe(false);
  });

  it('does not hold back changes of accounts that keep nothing', () => {
    const guest = account('guest', ['users.write'], { joined_at: null });
    expect(wouldLoseLastKeeper([guest], { id: 'guest', permissions: null })).toBe(false);
    expect(wouldLoseLastKeeper([keeper], { id: 'unknown', permissions: null })).toBe(false);
  });
});
