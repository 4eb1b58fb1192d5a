import type { WebConfig } from '#contract/company/web-config.ts';
import { firstScreenOf } from './first-screens.ts';
import { withAccountPart } from '#web/ui/customer/session/account-part.ts';
import { firstLocale, type Namespace, textsOf } from '#web/providers/texts.ts';

/** What the customer pages say is found here. */
export const customerNamespaces: readonly Namespace[] = ['customer', 'common'];

/** The screens, each loaded when it is first shown. */
export const screens = {
  registration: () => import('#web/pages/registration.tsx'),
  login: () => import('#web/pages/customer-login.tsx'),
  recovery: () => import('#web/pages/password-recovery.tsx'),
  confirmation: () => import('#web/pages/email-confirmation.tsx'),
  address: () => import('#web/pages/address-change.tsx'),
  userfind: () => import('#web/pages/userfind.tsx'),
  account: () => withAccountPart(() => import('#web/pages/own-account/own-account.tsx')),
  notFound: () => import('#web/pages/not-found.tsx'),
};

/**
 * Fetches the first screen and its texts side by side with the libraries: on a slow network each round trip that
 * waits for the one before is felt. What fails here fails again, and is told, where it is needed.
 */
export function fetchAhead(pathname: string, config: Promise<WebConfig>): void {
  const first = firstScreenOf(pathname);
  // The account's texts need the library of texts first.
  if (first && first !== 'account') screens[first]().catch(() => undefined);
  config.then((known) => textsOf(firstLocale(known), customerNamespaces)).catch(() => undefined);
}
