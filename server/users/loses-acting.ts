import { isReadOnly, type Permission } from '#contract/permissions.ts';

/** Whether a colleague loses the right to sign in as a client or to write there (GROWTH section 15). */
export function losesActing(before: readonly Permission[], after: readonly Permission[]): boolean {
  if (!before.includes('clients.impersonate')) return false;
  return !after.includes('clients.impersonate') || (!isReadOnly(before) && isReadOnly(after));
}
