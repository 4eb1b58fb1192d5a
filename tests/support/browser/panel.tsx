import { StyleProvider } from '@ant-design/cssinjs';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { alarmApi } from '#contract/routes/panel/alarm.ts';
import { clientFieldApi } from '#contract/routes/panel/client-field.ts';
import { metricApi } from '#contract/routes/panel/metric.ts';
import { savedViewApi } from '#contract/routes/panel/saved-view.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { passkeyApi } from '#contract/routes/accounts/passkey.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { fullPermissions, type Permission } from '#contract/kernel/permissions.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import { createAdminRouter } from '#web/app/admin-routes.tsx';
import { createAuthProvider } from '#web/providers/auth-provider.ts';
import { createHttpClient } from '#web/providers/http-client.ts';
import { currentLocale, initI18n } from '#web/providers/i18n.ts';
import { followLocale } from '#web/providers/i18n-provider.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { watchMaintenance } from '#web/providers/maintenance.ts';
import { createStaffSession } from '#web/providers/staff-session.ts';
import { AdminContext } from '#web/ui/admin/resource/admin-context.ts';
import { AdminTheme } from '#web/ui/admin/layout/admin-theme.tsx';
import { metric, usedMetrics } from '#tests/support/rows.ts';
import { type Answering, answering, contractEdge } from './contract-edge.ts';

export const config: WebConfig = {
  apiUrl: '/api',
  productName: 'Tenantry',
  logoName: 'logo',
  variant: 'ua',
  locales: ['uk', 'en', 'ru', 'lt', 'de'],
  defaultLocale: 'uk',
  currency: 'UAH',
  timeZone: 'Europe/Kyiv',
  cabinetPort: 8443,
  registrationOpen: true,
  choosesTariff: false,
  seller: '',
  readOnly: false,
  resendIntervalSeconds: 60,
  supportEmail: null,
  supportPhone: null,
  staffSignIn: null,
  branding: { accent: null, logo: null, markUrl: '/logo.svg', footer: {} },
};

let opened: ReturnType<typeof createAdminRouter> | undefined;

/**
 * Closes the panel of the test before: files of one worker share their modules, so a hook here would not run for
 * them. Its router is stopped too, or a navigation that still waits would write over the next test's address.
 */
function closePanel(): void {
  cleanup();
  opened?.dispose();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
}

/** The whole panel at an address, in English, over a server that answers from the contract. */
export async function openPanel({
  path,
  permissions = fullPermissions,
  answers,
  staffSignIn = null,
  isPhone = false,
  readOnly = false,
}: {
  path: string;
  permissions?: readonly Permission[];
  answers: readonly Answering[];
  staffSignIn?: WebConfig['staffSignIn'];
  /** In a window as narrow as a phone. */
  isPhone?: boolean;
  /** During maintenance. */
  readOnly?: boolean;
}) {
  const me = {
    id: 'me',
    name: 'Mykola',
    email: 'mykola@example.com',
    locale: 'en',
    two_factor_missing: false,
    has_password: true,
    signs_in_by_oidc: false,
  } as const;
  const edge = contractEdge([
    ...answers,
    answering(staffApi.me, () => ({ data: { ...me, alarms: [], permissions: [...permissions] } })),
    answering(staffApi.sessions, () => ({ data: [] })),
    answering(passkeyApi.passkeys, () => ({ data: [] })),
    answering(twoFactorApi.twoFactor, () => ({
      data: { on_since: null, required: false, recovery_codes_left: 0 },
    })),
    answering(alarmApi.alarms, () => ({ data: { clocks: [], waiting: null, raised: [] } })),
    answering(clientFieldApi.allClientFields, () => ({ data: [] })),
    answering(metricApi.usedMetrics, () => ({ data: [...usedMetrics] })),
    answering(metricApi.metrics, () => ({
      data: usedMetrics.map((used) => metric(used)).reverse(),
      meta: { total: usedMetrics.length },
    })),
    answering(savedViewApi.views, () => ({ data: [], meta: { total: 0 } })),
  ]);
  closePanel();
  stubBrowser(edge.fetch, { isPhone });
  localStorage.clear();
  sessionStorage.clear();
  const hour = 3_600_000;
  storage.set('token', 'token');
  storage.set('expires', Date.now() + hour);
  storage.set('session', Date.now() + hour);
  storage.set('permissions', [...permissions]);
  storage.set('locale', 'en');
  // A cookie of an earlier panel would come first (src/providers/texts.ts).
  document.cookie = 'locale=; path=/; max-age=0';
  history.replaceState(null, '', path);

  await initI18n({ config, namespaces: ['admin', 'common'] });
  const firstWords = await followLocale(currentLocale());
  const session = createStaffSession({
    apiUrl: config.apiUrl,
    locale: currentLocale,
  });
  const maintenance = watchMaintenance({ readOnly });
  const http = maintenance.heed(createHttpClient({ apiUrl: config.apiUrl, locale: currentLocale, session }));
  const auth = createAuthProvider(http, session);
  const router = createAdminRouter();
  opened = router;
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null });
  render(
    // Without antd's styles, which the document would read and search for every element that is looked at.
    <StyleProvider mock="server">
      <AdminContext value={{ config: { ...config, staffSignIn }, http, session, auth, maintenance }}>
        <AdminTheme accent={config.branding.accent} firstWords={firstWords}>
          <RouterProvider router={router} />
        </AdminTheme>
      </AdminContext>
    </StyleProvider>,
  );
  return {
    user,
    router,
    asked: edge.asked,
    /** The queries of a list's requests. */
    lists: (name: string) =>
      edge.asked.flatMap(({ method, path: asked, query }) =>
        method === 'GET' && asked === `/admin/${name}` ? [decodeURIComponent(String(query))] : [],
      ),
    /** The bodies sent to a route. */
    sent: (method: string, suffix: string) =>
      edge.asked.flatMap((one) => (one.method === method && one.path.endsWith(suffix) ? [one.body] : [])),
  };
}

/** The field with a label. `findByLabelText` would look through all labels for each element. */
export async function fieldLabelled(
  label: string,
  { findByText }: Pick<typeof screen, 'findByText'> = screen,
): Promise<HTMLInputElement> {
  const found = await findByText(label, { selector: 'label, label *' });
  const control = found.closest('label')?.control;
  if (!control) throw new Error(`${label} is the label of no field`);
  return control as HTMLInputElement; // tests read the values of fields that are typed into
}

/**
 * The dialog with a title, once it is loaded. In tests antd gives all dialogs one id, so the accessible name is not
 * enough.
 */
export async function dialogTitled(title: string | RegExp) {
  return waitFor(() => {
    const dialog = screen.getAllByText(title).at(-1)?.closest<HTMLElement>('[role=dialog]');
    if (!dialog) throw new Error(`${title} is no title of a dialog`);
    return within(dialog);
  });
}

/** Adds what browsers have and happy-dom has not. */
function stubBrowser(fetchFake: typeof fetch, { isPhone }: { isPhone: boolean }): void {
  vi.stubGlobal('fetch', fetchFake);
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: isPhone && (media === '(max-width: 37.5em)' || media === '(max-width: 600px)'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollTo', () => undefined);
  // Without workers a file is read on the page itself.
  vi.stubGlobal(
    'Worker',
    class {
      onerror?: () => void;
      terminate() {}
      postMessage() {
        this.onerror?.();
      }
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  // No stylesheet is there, so an element has only its own style. The document would compute every property of
  // every element above it, which took a quarter of the time of these tests.
  vi.stubGlobal('getComputedStyle', ownStyle);
}

/** What browsers do not show inline. */
const blocks = new Set(
  `address article aside blockquote body button caption dd details dialog div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hr html input legend li main menu nav ol optgroup option p pre section select summary
  table tbody td textarea tfoot th thead tr ul`.split(/\s+/),
);

function ownStyle({ style, hidden, localName }: HTMLElement): CSSStyleDeclaration {
  // An accessible name has a space between what is not inline, and nothing of what is hidden.
  const display = hidden ? 'none' : style.display || (blocks.has(localName) ? 'block' : 'inline');
  const valueOf = (property: string) => (property === 'display' ? display : style.getPropertyValue(property));
  return new Proxy(style, {
    get(own, name) {
      if (name === 'display') return display;
      return name === 'getPropertyValue' ? valueOf : Reflect.get(own, name);
    },
  });
}
