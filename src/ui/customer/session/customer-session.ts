import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';

import { mayAs, type MemberRole } from '#contract/accounts/member-role.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { customerAddresses } from '#contract/routes/customer-addresses.ts';
import { type ClientSession, createHttpClient, HttpError } from '#web/providers/http-client.ts';
import { clearCustomerSession, storage } from '#web/ui/shared/local-storage.ts';
import { showPerson } from '#web/ui/shared/shown-person.ts';

/** Stores a customer's session (specification, section 3), and marks a confirmed email as right. */
export function keepCustomerSession({
  access_token,
  expires_in,
  session_ttl,
  data,
}: CustomerLoginAnswer): void {
  showPerson(data.person.name, session_ttl);
  storage.set('expiresClient', Date.now() + expires_in * 1000);
  storage.set('roleClient', data.role);
  if (data.cabinet_url) storage.set('cabinetUrl', data.cabinet_url);
  if (data.confirmed) storage.set('isRightEmail', true);
  // Last, because other tabs read the rest when the token changes.
  storage.set('tokenClient', access_token);
}

export function isCustomerSignedIn(): boolean {
  return storage.get('tokenClient') !== null;
}

/** Whether the customer may what the lowest role may that is allowed. The server decides; pages only leave out the rest. */
export function mayAsCustomer(lowest: MemberRole): boolean {
  return mayAs(storage.get('roleClient') ?? 'owner', lowest);
}

/** Replaces the session by one for another company or person; everything on the page is of the former. */
export function switchCustomerSession(answer: CustomerLoginAnswer, to: string): void {
  clearCustomerSession();
  keepCustomerSession(answer);
  location.assign(to);
}

/** The customer's session for the HTTP client. */
export function createCustomerSession({
  apiUrl,
  locale,
  onLost,
}: {
  apiUrl: string;
  locale: () => Locale;
  onLost: () => void;
}): ClientSession {
  const http = createHttpClient({ apiUrl, locale, session: null });
  return {
    token: () => storage.get('tokenClient'),
    isExpired: () => (storage.get('expiresClient') ?? Infinity) <= Date.now(),
    async refresh() {
      const { method, path } = customerAddresses.refresh;
      const headers = { Authorization: `Bearer ${storage.get('tokenClient')}` };
      try {
        const answer = (await http.request(method, path, { headers })) as CustomerLoginAnswer; // typed by the contract
        keepCustomerSession(answer);
        return answer.access_token;
      } catch (error) {
        if (error instanceof HttpError && error.status === 401) return null;
        throw error;
      }
    },
    lost() {
      clearCustomerSession();
      onLost();
    },
  };
}
