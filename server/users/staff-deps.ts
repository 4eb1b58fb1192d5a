import type { AccountDeps } from '#server/accounts/account-deps.ts';
import type { UserRow } from '#server/db/tables.ts';

/** What staff's door and their accounts need. */
export interface StaffDeps extends AccountDeps {
  productName: string;
  defaultLocale: UserRow['locale'];
}
