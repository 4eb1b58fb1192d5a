import type * as z from 'zod';
import type { BodyOf } from '#contract/http/route.ts';
import type { ownCabinetApi } from '#contract/routes/cabinet.ts';
import { customerAddresses, staffRecoveryAddresses } from '#contract/routes/customer-addresses.ts';
import type { ownAnnouncementApi } from '#contract/routes/panel/announcement.ts';
import type { ownDocumentApi } from '#contract/routes/document.ts';
import type { customerApi } from '#contract/routes/customer.ts';
import type { ownOnlinePaymentApi } from '#contract/routes/online-payment.ts';
import type { publicPartnerApi } from '#contract/routes/partner.ts';
import type { ownPromoCodeApi, publicPromoCodeApi } from '#contract/routes/promo-code.ts';
import type { ownClosingApi } from '#contract/routes/accounts/own-closing.ts';
import type { ownDataApi } from '#contract/routes/accounts/own-data.ts';
import type { ownDomainApi } from '#contract/routes/accounts/own-domain.ts';
import type { memberApi } from '#contract/routes/accounts/member.ts';
import type { ownPasskeyApi } from '#contract/routes/accounts/passkey.ts';
import type { ownTwoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import type { staffApi } from '#contract/routes/accounts/staff.ts';
import type { ownSubscriptionApi } from '#contract/routes/subscription.ts';
import type { ownWalletApi } from '#contract/routes/wallet.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import { createCustomerSession } from './customer-session.ts';
import { createHttpClient, filledPath } from '#web/providers/http-client.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { storage } from '#web/ui/shared/local-storage.ts';

/** Only the types of the routes, because their schemas would be too large for a phone. */
export type Api = typeof customerApi &
  typeof memberApi &
  typeof ownCabinetApi &
  typeof ownClosingApi &
  typeof ownDataApi &
  typeof ownTwoFactorApi &
  typeof ownPasskeyApi &
  typeof ownDomainApi &
  typeof ownSubscriptionApi &
  typeof ownDocumentApi &
  typeof ownAnnouncementApi &
  typeof ownWalletApi &
  typeof ownOnlinePaymentApi &
  typeof publicPartnerApi &
  typeof ownPromoCodeApi &
  typeof publicPromoCodeApi;
export type CustomerRoute = keyof typeof customerAddresses;
type BodyInput<Name extends CustomerRoute> =
  BodyOf<Api[Name]> extends infer Body extends z.ZodType ? z.input<Body> : undefined;

type StaffRoute = keyof typeof staffRecoveryAddresses;
type StaffBody<Name extends StaffRoute> = z.input<(typeof staffApi)[Name]['body']>;
type StaffAnswer<Name extends StaffRoute> = z.output<(typeof staffApi)[Name]['answer']>;

interface CallOptions<Name extends CustomerRoute> {
  /** For the `:names` in the path. */
  params?: Record<string, string>;
  query?: URLSearchParams;
  body?: BodyInput<Name>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sent without the token of a session that may be there. */
const anonymous: ReadonlySet<CustomerRoute> = new Set(['login', 'secondFactor', 'signInByPasskey']);

export interface CustomerClient {
  /** Calls a route for customers. Throws HttpError. */
  call<Name extends CustomerRoute>(
    name: Name,
    options?: CallOptions<Name>,
  ): Promise<z.output<Api[Name]['answer']>>;
  /** The same for a route that answers with a file. */
  file<Name extends CustomerRoute>(name: Name, options?: CallOptions<Name>): Promise<Response>;
  /**
   * Calls a route of the staff's recovery with the staff's token, so that the session that confirms an address stays.
   */
  staff<Name extends StaffRoute>(name: Name, body: StaffBody<Name>): Promise<StaffAnswer<Name>>;
}

/** The API for customers' pages; `onLost` is called when the session is over. */
export function createCustomerClient({ apiUrl }: WebConfig, onLost: () => void): CustomerClient {
  const session = createCustomerSession({ apiUrl, locale: currentLocale, onLost });
  const http = createHttpClient({ apiUrl, locale: currentLocale, session });
  const requestOf = (name: CustomerRoute, { params, ...options }: CallOptions<CustomerRoute>) => {
    const { method, path, access } = customerAddresses[name];
    const rest = { ...options, isPublic: access.who === 'public', anonymous: anonymous.has(name) };
    return [method, filledPath(path, params), rest] as const;
  };
  return {
    async staff(name, body) {
      const { method, path } = staffRecoveryAddresses[name];
      const token = name.endsWith('Address') ? storage.get('token') : null;
      const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
      const answer = await http.request(method, path, { body, headers, isPublic: true, anonymous: true });
      return answer as StaffAnswer<typeof name>; // the server validates it with this same schema
    },
    file(name, options = {}) {
      const [method, path, rest] = requestOf(name, options);
      return http.request(method, path, { ...rest, parse: 'response' });
    },
    async call(name, options = {}) {
      const answer = await http.request(...requestOf(name, options));
      return answer as z.output<Api[typeof name]['answer']>; // the server validates it with this very schema
    },
  };
}
