import { isReadOnly, type Permission, withImplied } from '#contract/permissions.ts';

/** The columns that the rule needs. */
export interface KeeperAccount {
  id: string;
  permissions: readonly Permission[];
  joined_at: Date | null;
  deleted_at: Date | null;
}

/**
 * Whether nobody would be left to manage users (DESIGN section 8): the account holds `users.write`, would lose it
 * with these permissions (null: deleted), and nobody else holds it.
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

/** Somebody who has joined, is not deleted, and can really change users; a read-only account can't. */
function isKeeper({ permissions, joined_at, deleted_at }: KeeperAccount): boolean {
  if (joined_at === null || deleted_at !== null) return false;
  return withImplied(permissions).includes('users.write') && !isReadOnly(permissions);
}
