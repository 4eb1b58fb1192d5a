import type { PasskeyDeps } from '#server/accounts/account-deps.ts';
import type { UserRow } from '#server/db/tables.ts';

/** What the sign-in and the accounts of staff need. */
export interface StaffDeps extends PasskeyDeps {
  defaultLocale: UserRow['locale'];
}
