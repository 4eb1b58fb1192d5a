import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { OwnCompany } from '#contract/accounts/member.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { Link, NavLink, useLocation } from '#web/ui/customer/router/router.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { Announcements } from './announcements.tsx';
import { CompanySwitch } from './company-switch.tsx';
import { ClosingNotice } from './closing-notice.tsx';
import { accountPagesId } from './pages-place.ts';
import { useFormats } from './use-formats.ts';

const pages = [
  ['/account', 'subscription', 'billing'],
  ['/account/wallet', 'wallet', 'billing'],
  ['/account/profile', 'profile', 'billing'],
  ['/account/members', 'members', 'admin'],
  ['/account/security', 'security', 'billing'],
] as const satisfies readonly (readonly [string, string, MemberRole])[];

/**
 * What stands around every page of the account: its pages in the bar, and the way back to the product. It is there
 * before the data, so that nothing moves when that comes.
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
  const { pathname } = useLocation();
  // There the closing has its own place, or another company is meant.
  const isElsewhere = ['/account/security', '/account/new-company'].includes(pathname);
  return (
    <div className="account">
      <AccountPages />
      {mayAsCustomer('billing') && (
        <div className="account-top">
          <WayBack status={subscription?.status} />
          {companies !== undefined && <CompanySwitch companies={companies} />}
        </div>
      )}
      {/* Who only gets into the workspace finds the way back among the pages, and the company as the title. */}
      {!mayAsCustomer('billing') && companies && companies.length > 1 && (
        <div className="account-top">
          <CompanySwitch companies={companies} />
        </div>
      )}
      <PrintedHead companies={companies} />
      <div className="account-page">
        {subscription?.closes_at != null && !isElsewhere && (
          <ClosingNotice
            closesAt={subscription.closes_at}
            erases={subscription.close_erases}
            balance={subscription.balance}
            onKept={() => onChanged?.()}
          />
        )}
        {mayAsCustomer('billing') && <Announcements />}
        <Suspense fallback={<div className="sheet waiting" aria-busy="true" />}>{children}</Suspense>
      </div>
    </div>
  );
}

/** The pages of the account, in the bar at the top. */
function AccountPages() {
  const { t } = useTranslation();
  // Looked for again once the bar is there.
  const place = useSyncExternalStore(never, placeOfPages);
  if (!place) return null;
  return createPortal(
    <nav className="account-nav" aria-label={t('account.nav.label')}>
      {!mayAsCustomer('billing') && <BackLink />}
      {pages
        .filter(([, , lowest]) => mayAsCustomer(lowest))
        .map(([path, name]) => (
          <NavLink key={path} to={path}>
            {t(`account.nav.${name}`)}
          </NavLink>
        ))}
    </nav>,
    place,
  );
}

const never = () => () => undefined;
const placeOfPages = () => document.getElementById(accountPagesId);

/** On paper: whose account, and when. */
function PrintedHead({ companies }: { companies: readonly OwnCompany[] | null | undefined }) {
  const formats = useFormats();
  const [now] = useState(() => new Date().toISOString());
  return (
    <p className="printed">
      {[companies?.find(({ current }) => current)?.name, formats.day(now)].filter(Boolean).join(' · ')}
    </p>
  );
}

/** To the product; what is shut says so in the same place. */
function WayBack({ status }: { status: OwnSubscription['status'] | undefined }) {
  const { t } = useTranslation();
  if (status === 'blocked' || status === 'archived')
    return <p className="account-back">{t(`account.closed.${status}Title`)}</p>;
  return <BackLink />;
}

function BackLink() {
  const { t } = useTranslation();
  return (
    <Link className="account-back" to="/auth">
      {t('account.toCabinet')}
    </Link>
  );
}
