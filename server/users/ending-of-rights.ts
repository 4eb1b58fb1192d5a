import { isReadOnly, type Permission } from '#contract/kernel/permissions.ts';

/** Why the access of an account ends when its rights change (GROWTH section 15); null: they are the same. */
export function endingOfRights(
  before: readonly Permission[],
  after: readonly Permission[],
): 'acting_lost' | 'permissions_changed' | null {
  if (losesActing(before, after)) return 'acting_lost';
  return String([...before].sort()) === String([...after].sort()) ? null : 'permissions_changed';
}

/** Whether a colleague loses the right to sign in as a client or to write there. */
function losesActing(before: readonly Permission[], after: readonly Permission[]): boolean {
  if (!before.includes('clients.impersonate')) return false;
  return !after.includes('clients.impersonate') || (!isReadOnly(before) && isReadOnly(after));
}
