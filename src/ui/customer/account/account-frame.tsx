import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnCompany } from '#contract/accounts/member.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { Link, NavLink, useLocation } from '#web/ui/customer/router/router.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { Announcements } from './announcements.tsx';
import { CompanySwitch } from './company-switch.tsx';
import { LogOutButton } from './log-out-button.tsx';
import { ClosingNotice } from './closing-notice.tsx';

const pages = [
  ['/account', 'subscription', 'billing'],
  ['/account/wallet', 'wallet', 'billing'],
  ['/account/profile', 'profile', 'billing'],
  ['/account/members', 'members', 'admin'],
  ['/account/security', 'security', 'billing'],
] as const satisfies readonly (readonly [string, string, MemberRole])[];

/**
 * What stands around every page of the account: first the way back to the product, then the pages; at the side where
 * there is room. It is there before the data, so that nothing moves when that comes.
 */
export function AccountFrame({
  subscription,
  companies,
  onChanged,
  children,
}: {
  subscription: OwnSubscription | null;
  /** The subscription is another one now. */
  onChanged?: () => void;
  /** Of the person who is signed in; null before they are known, when their place is kept. */
  companies?: readonly OwnCompany[] | null;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(nav.current), [pathname]);
  // There the closing has its own place, or another company is meant.
  const isElsewhere = ['/account/security', '/account/new-company'].includes(pathname);
  return (
    <div className="account">
      <div className="account-side">
        {companies !== undefined && <CompanySwitch companies={companies} />}
        <WayBack status={subscription?.status} />
        <nav className="account-nav" ref={nav} aria-label={t('account.nav.label')}>
          {pages
            .filter(([, , lowest]) => mayAsCustomer(lowest))
            .map(([path, name]) => (
              <NavLink key={path} to={path}>
                {t(`account.nav.${name}`)}
              </NavLink>
            ))}
        </nav>
      </div>
      <div className="account-page">
        {subscription?.closes_at != null && !isElsewhere && (
          <ClosingNotice closesAt={subscription.closes_at} onKept={() => onChanged?.()} />
        )}
        {mayAsCustomer('billing') && <Announcements />}
        <Suspense fallback={<div className="sheet waiting" aria-busy="true" />}>{children}</Suspense>
      </div>
      <div className="account-end">
        {companies?.length === 1 && (
          <p>
            <Link to="/account/new-company">{t('account.companies.add')}</Link>
          </p>
        )}
        <LogOutButton />
      </div>
    </div>
  );
}

/** On a phone the pages are one row, of which a part is out of sight. */
function showCurrent(nav: HTMLElement | null): void {
  const link = nav?.querySelector('[aria-current=page]');
  if (!nav || !link) return;
  const [row, own] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  nav.scrollLeft += Math.max(0, own.right - row.right) + Math.min(0, own.left - row.left);
}

/** To the product; what is shut says so in the same place. */
function WayBack({ status }: { status: OwnSubscription['status'] | undefined }) {
  const { t } = useTranslation();
  if (status === 'blocked' || status === 'archived')
    return <p className="account-back">{t(`account.closed.${status}Title`)}</p>;
  return (
    <Link className="account-back" to="/auth">
      {t('account.toCabinet')}
    </Link>
  );
}
