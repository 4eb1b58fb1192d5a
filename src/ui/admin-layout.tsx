import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation, useNavigation } from 'react-router';
import { storage } from '#web/providers/local-storage.ts';
import { AccountMenu } from '#web/ui/account-menu.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { useOwnDraftsOnly } from '#web/ui/form/kept-draft.ts';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { PaletteButton } from '#web/ui/palette/palette-button.tsx';
import { ReadOnlyBanner } from '#web/ui/read-only-banner.tsx';
import { rememberClient } from '#web/ui/palette/recent-clients.ts';
import { SessionWarning } from '#web/ui/session-warning.tsx';
import { ThemeMenu } from '#web/ui/theme-menu.tsx';
import { useTabInView } from '#web/ui/use-tab-in-view.ts';

/** The tabs, in the specification's order. */
export const tabs = ['tariffs', 'clients', 'settings', 'account', 'users'] as const;

/**
 * The frame of every screen behind the login: header with tabs, the reason of a view-only screen, the content.
 */
export function AdminLayout() {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const navigation = useNavigation();
  const tabRow = useTabInView();
  useRememberedPlaces();
  useOwnDraftsOnly();
  return (
    <div className="admin-page">
      <a className="skip-link" href="#content">
        {t('nav.skip')}
      </a>
      <header className="admin-header">
        <div className="admin-header-row">
          <Link to="/admin-panel" className="brand">
            <img src={`/${config.logoName}.svg`} alt="" width="28" height="28" />
            <span className="brand-name">{config.productName}</span>
          </Link>
          <nav ref={tabRow} className="tabs" aria-label={t('nav.label')}>
            {tabs.map((tab) => (
              <NavLink key={tab} to={`/admin-panel/${tab}`} className="tab">
                {t(`nav.${tab}`)}
              </NavLink>
            ))}
          </nav>
          <div className="admin-header-menus">
            <PaletteButton />
            <LanguageMenu />
            <ThemeMenu />
            <AccountMenu />
          </div>
        </div>
        {navigation.state === 'loading' && <div className="loading-line" role="presentation" />}
      </header>
      <main id="content" className="admin-content" tabIndex={-1}>
        <ReadOnlyBanner />
        <Outlet />
      </main>
      <SessionWarning />
    </div>
  );
}

/** The tab and the client that were opened last. */
function useRememberedPlaces(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const client = /^\/admin-panel\/clients\/show\/([^/]+)$/.exec(pathname)?.[1];
    if (client) rememberClient(client);
    const tab = tabs.find((name) => pathname.split('/')[2] === name);
    if (tab) storage.set('activeTab', tab);
  }, [pathname]);
}
