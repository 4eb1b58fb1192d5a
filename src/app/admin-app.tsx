import '@ant-design/v5-patch-for-react-19';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import type { WebConfig } from '#contract/company/web-config.ts';
import { createAuthProvider } from '#web/providers/auth-provider.ts';
import { createHttpClient } from '#web/providers/http-client.ts';
import { currentLocale, initI18n } from '#web/providers/i18n.ts';
import { followLocale } from '#web/providers/i18n-provider.ts';
import { watchMaintenance } from '#web/providers/maintenance.ts';
import { createStaffSession } from '#web/providers/staff-session.ts';
import { createAdminRouter } from './admin-routes.tsx';
import { AdminContext } from '#web/ui/admin/resource/admin-context.ts';
import { AdminTheme } from '#web/ui/admin/layout/admin-theme.tsx';
import { giveStylesTheNonce, pageNonce } from '#web/ui/admin/layout/style-nonce.ts';
import '#web/ui/admin/layout/admin.css';
import '#web/ui/admin/kit/marks.css';
import '#web/ui/admin/kit/panels.css';

/** Starts the panel. Everything below is made once. */
export async function mount(root: HTMLElement, config: WebConfig): Promise<void> {
  giveStylesTheNonce(pageNonce);
  await initI18n({ config, namespaces: ['admin', 'common'] });
  const firstWords = await followLocale(currentLocale());
  const { apiUrl } = config;
  const session = createStaffSession({ apiUrl, locale: currentLocale });
  const maintenance = watchMaintenance(config);
  const http = maintenance.heed(createHttpClient({ apiUrl, locale: currentLocale, session }));
  const auth = createAuthProvider(http, session);
  document.title = `${config.productName} Admin`;
  createRoot(root).render(
    <StrictMode>
      <AdminContext value={{ config, http, session, auth, maintenance }}>
        <AdminTheme accent={config.branding.accent} firstWords={firstWords}>
          <RouterProvider router={createAdminRouter()} />
        </AdminTheme>
      </AdminContext>
    </StrictMode>,
  );
}
