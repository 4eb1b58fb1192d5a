import { isReadOnly, type Permission, withImplied } from '#contract/kernel/permissions.ts';

/** The columns that the rule needs. */
export interface KeeperAccount {
  effective_permissions: readonly Permission[];
  joined_at: Date | null;
  deleted_at: Date | null;
}

/**
 * Whether anybody can manage users (DESIGN section 8): somebody who has joined, is not deleted, and can really change
 * users; a read-only account can't.
 */
export function hasKeeper(accounts: readonly KeeperAccount[]): boolean {
  return accounts.some(
    ({ effective_permissions: held, joined_at, deleted_at }) =>
      joined_at !== null &&
      deleted_at === null &&
      withImplied(held).includes('users.write') &&
      !isReadOnly(held),
  );
}
