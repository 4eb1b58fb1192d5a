import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from './account-context.ts';
import { pathMatch } from '#web/ui/customer/router/path-match.ts';
import { Link, NavLink, useLocation } from '#web/ui/customer/router/router.tsx';
import { LogOutButton } from './log-out-button.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { SubscriptionNotice } from './subscription-notice.tsx';

const wallet = '/account/wallet';
const pages = [
  ['/account', 'subscription'],
  [wallet, 'wallet'],
  ['/account/profile', 'profile'],
  ['/account/security', 'security'],
] as const;

/** A page of the account: links to the others and to the cabinet, notices, and the page itself. */
export function AccountScreen({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { subscription } = useAccount();
  const { pathname } = useLocation();
  const isShut = subscription.status === 'blocked' || subscription.status === 'archived';
  return (
    <>
      <nav className="account-nav" aria-label={t('account.nav.label')}>
        {pages.map(([path, name]) => (
          <NavLink key={path} to={path}>
            {t(`account.nav.${name}`)}
          </NavLink>
        ))}
      </nav>
      <Screen title={title}>
        <SubscriptionNotice subscription={subscription} withLink={!pathMatch(wallet, pathname)} />
        {children}
        <div className="account-end">
          {!isShut && <Link to="/auth">{t('account.toCabinet')}</Link>}
          <LogOutButton />
        </div>
      </Screen>
    </>
  );
}
