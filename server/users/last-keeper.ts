import { isReadOnly, type Permission, withImplied } from '#contract/permissions.ts';

/** As much of an account as the rule needs. */
export interface KeeperAccount {
  id: string;
  permissions: readonly Permission[];
  joined_at: Date | null;
  deleted_at: Date | null;
}

/**
 * Whether nobody would be left to manage users (DESIGN section 8): the account is a keeper of `users.write`, would be
 * none with these permissions (null: deleted), and there is no other one.
 */
export function wouldLoseLastKeeper(
  accounts: readonly KeeperAccount[],
  { id, permissions }: { id: string; permissions: readonly Permission[] | null },
): boolean {
  const before = accounts.find((account) => account.id === id);
  if (!before || !isKeeper(before)) return false;
  if (permissions && isKeeper({ ...before, permissions })) return false;
  return !accounts.some((account) => account.id !== id && isKeeper(account));
}

/** Who has joined, is not deleted, and may really change users: a read-only account keeps nothing alive. */
function isKeeper({ permissions, joined_at, deleted_at }: KeeperAccount): boolean {
  if (joined_at === null || deleted_at !== null) return false;
  return withImplied(permissions).includes('users.write') && !isReadOnly(permissions);
}
