import type { PasskeyDeps } from '#server/accounts/account-deps.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { IdentityProvider } from '#server/oidc/identity-provider.ts';

/** What the sign-in and the accounts of staff need. */
export interface StaffDeps extends PasskeyDeps {
  defaultLocale: UserRow['locale'];
  /** Where colleagues sign in by OpenID Connect; undefined: nowhere. */
  identityProvider: IdentityProvider | undefined;
  /** They sign in there alone. */
  passwordsOff: boolean;
}
