import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation, useNavigation } from 'react-router';
import { activeTab, storage, type Tab, tabs } from '#web/ui/shared/local-storage.ts';
import { AccountMenu } from './account-menu.tsx';
import { AlarmBanners } from '#web/ui/admin/alarms/alarm-banners.tsx';
import { AlarmBell } from '#web/ui/admin/alarms/alarm-bell.tsx';
import { useOwnDraftsOnly } from '#web/ui/admin/form/draft/kept-draft.ts';
import { HomeIcon } from '#web/ui/admin/kit/icons.tsx';
import { BrandName } from '#web/ui/admin/kit/brand-name.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { PaletteButton } from '#web/ui/admin/palette/palette-button.tsx';
import { PanelKeys } from './panel-keys.tsx';
import { ReadOnlyBanner } from './read-only-banner.tsx';
import { rememberClient } from '#web/ui/admin/palette/recent-clients.ts';
import { UnsavedChangesNotifier } from '#web/ui/admin/form/unsaved-changes.tsx';
import { SessionWarning } from './session-warning.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { useTabs } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { TabRow } from '#web/ui/admin/kit/page/tab-row.tsx';
import './admin-layout.css';

/** The frame of every screen behind the login: header with tabs, the reason if the screen is view-only, the content. */
export function AdminLayout() {
  const { t } = useTranslation();
  const navigation = useNavigation();
  const remembered = useRememberedTab();
  // Reached from the clients, and about their cabinets.
  const tabBeside = useLocation().pathname.startsWith('/admin-panel/cabinets') ? 'clients' : null;
  useRememberedClient();
  useOwnDraftsOnly();
  return (
    <div className="admin-page">
      <a className="skip-link" href="#content">
        {t('nav.skip')}
      </a>
      <header className="admin-header">
        <div className="admin-header-row">
          <Link to="/admin-panel" className="panel-brand">
            <BrandName />
          </Link>
          <TabRow className="panel-tabs" label={t('nav.label')}>
            <NavLink to="/admin-panel" end className="tab tab-home" title={t('palette.home')}>
              <HomeIcon />
              <span>{t('palette.home')}</span>
            </NavLink>
            {useTabs().map((tab) => (
              <PanelTab key={tab} tab={tab} isBeside={tab === tabBeside} isRemembered={tab === remembered} />
            ))}
          </TabRow>
          <div className="admin-header-menus">
            <PaletteButton />
            <AlarmBell />
            <LanguageMenu />
            <ThemeMenu />
            <AccountMenu />
          </div>
        </div>
        {navigation.state === 'loading' && <div className="loading-line" role="presentation" />}
      </header>
      <main id="content" className="admin-content" tabIndex={-1}>
        <AlarmBanners />
        <ReadOnlyBanner />
        <Outlet />
      </main>
      <SessionWarning />
      <PanelKeys />
      <UnsavedChangesNotifier />
    </div>
  );
}

/** `isBeside`: the open screen belongs to it, though its address says otherwise. */
function PanelTab({ tab, isBeside, isRemembered }: { tab: Tab; isBeside: boolean; isRemembered: boolean }) {
  const { t } = useTranslation();
  const common = {
    to: `/admin-panel/${tab}`,
    children: t(`nav.${tab}`),
    'data-opened-last': isRemembered || undefined,
  };
  return isBeside ? (
    <Link {...common} className="tab active" aria-current="page" />
  ) : (
    <NavLink {...common} className="tab" />
  );
}

/**
 * The open tab, else the one opened last: on Home and on screens without a tab a phone scrolls to it, and it is not
 * marked (docs/decisions/0110).
 */
function useRememberedTab(): Tab {
  const { pathname } = useLocation();
  const open = tabs.find((name) => name === pathname.split('/')[2]);
  useEffect(() => {
    if (open) storage.set('activeTab', open);
  }, [open]);
  return open ?? activeTab();
}

function useRememberedClient(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const client = /^\/admin-panel\/clients\/show\/([^/]+)$/.exec(pathname)?.[1];
    if (client) rememberClient(client);
  }, [pathname]);
}
