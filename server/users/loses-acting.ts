import { isReadOnly, type Permission } from '#contract/permissions.ts';

/**
 * Whether somebody may no longer do as a client what they could: sign in as one, or write there (GROWTH section 15).
 */
export function losesActing(before: readonly Permission[], after: readonly Permission[]): boolean {
  if (!before.includes('clients.impersonate')) return false;
  return !after.includes('clients.impersonate') || (!isReadOnly(before) && isReadOnly(after));
}
