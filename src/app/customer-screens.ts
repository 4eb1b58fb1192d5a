import type { WebConfig } from '#contract/company/web-config.ts';
import { firstScreenOf } from './first-screens.ts';
import { withAccountPart } from '#web/ui/customer/session/account-part.ts';
import { firstLocale, type Namespace, textsOf } from '#web/providers/texts.ts';

/** The namespaces with the texts of customers' pages. */
export const customerNamespaces: readonly Namespace[] = ['customer', 'common'];

/** The screens; each is loaded when first shown. */
export const screens = {
  registration: () => import('#web/pages/registration.tsx'),
  login: () => import('#web/pages/customer-login.tsx'),
  recovery: () => import('#web/pages/password-recovery.tsx'),
  confirmation: () => import('#web/pages/email-confirmation.tsx'),
  address: () => import('#web/pages/address-change.tsx'),
  invitation: () => import('#web/pages/own-account/invitation.tsx'),
  userfind: () => import('#web/pages/userfind.tsx'),
  account: () => withAccountPart(() => import('#web/pages/own-account/own-account.tsx')),
  notFound: () => import('#web/pages/not-found.tsx'),
};

/**
 * Loads the first screen and its texts at the same time as the libraries, because on a slow network every sequential
 * round trip is noticeable. A failure here happens again, with a message, where the result is needed.
 */
export function fetchAhead(pathname: string, config: Promise<WebConfig>): void {
  const first = firstScreenOf(pathname);
  // The account's texts need the library for texts first.
  if (first && first !== 'account') screens[first]().catch(() => undefined);
  config.then((known) => textsOf(firstLocale(known), customerNamespaces)).catch(() => undefined);
}
