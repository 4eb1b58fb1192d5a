import { type ComponentProps, useEffect, useState } from 'react';
import type { OwnCompany } from '#contract/accounts/member.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';
import { Redirect, Routes, Unknown, useLocation } from '#web/ui/customer/router/router.tsx';
import { isCustomerSignedIn, mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { AccountFrame } from '#web/ui/customer/account/account-frame.tsx';
import { AccountContext } from '#web/ui/customer/account/account-context.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import '#web/ui/customer/account/account.css';

const NewCompany = preloadable(() =>
  import('#web/pages/own-account/new-company.tsx').then((m) => m.NewCompany),
);

/** For a member who only gets into the workspace. */
const MemberAccount = preloadable(() =>
  import('#web/pages/own-account/member-account.tsx').then((m) => m.MemberAccount),
);

/** Each page alone is what a phone loads; the rules of its forms come when somebody begins to type. */
const parts = {
  '/account': preloadable(() =>
    import('#web/pages/own-account/own-subscription.tsx').then((m) => m.OwnSubscription),
  ),
  '/account/plan': preloadable(() => import('#web/pages/own-account/own-plan.tsx').then((m) => m.OwnPlan)),
  '/account/wallet': preloadable(() =>
    import('#web/pages/own-account/own-wallet.tsx').then((m) => m.OwnWallet),
  ),
  '/account/test-payment': preloadable(() =>
    import('#web/pages/own-account/test-payment.tsx').then((m) => m.TestPayment),
  ),
  '/account/profile': preloadable(() =>
    import('#web/pages/own-account/own-profile.tsx').then((m) => m.OwnProfile),
  ),
  '/account/security': preloadable(() =>
    import('#web/pages/own-account/own-security.tsx').then((m) => m.OwnSecurity),
  ),
  '/account/members': preloadable(() =>
    import('#web/pages/own-account/own-members.tsx').then((m) => m.OwnMembers),
  ),
  '/account/new-company': NewCompany,
};

const pages: ComponentProps<typeof Routes>['pages'] = Object.fromEntries(
  Object.entries(parts).map(([path, Part]) => [path, () => <Part />]),
);

/** `/account` and below: what customers see and change about themselves (docs/decisions/0080). */
export function OwnAccount() {
  const [signedIn] = useState(isCustomerSignedIn);
  const { pathname, search } = useLocation();
  if (signedIn) return <AccountPages pathname={pathname} />;
  return <Redirect to={`/client/login?${new URLSearchParams({ redirect: pathname + search })}`} />;
}

function AccountPages({ pathname }: { pathname: string }) {
  const companies = useData('companies');
  useKnownRole(companies.data?.find(({ current }) => current)?.role);
  if (mayAsCustomer('billing')) return <FullAccount pathname={pathname} companies={companies.data} />;
  return (
    <AccountFrame subscription={null} companies={companies.data}>
      {pathname === '/account/new-company' ? <NewCompany /> : <MemberAccount />}
    </AccountFrame>
  );
}

/** The page shows what the role may; one that was changed meanwhile shows another page. */
function useKnownRole(role: MemberRole | undefined): void {
  useEffect(() => {
    if (role === undefined) return;
    const known = storage.get('roleClient') ?? 'owner';
    storage.set('roleClient', role);
    if (role !== known) location.reload();
  }, [role]);
}

function FullAccount({ pathname, companies }: { pathname: string; companies: readonly OwnCompany[] | null }) {
  // The page comes while its data is asked for. A failure here happens again, with a message, where it is shown.
  useState(() => {
    const [, part] = Object.entries(parts).find(([path]) => path === pathname) ?? [];
    part?.preload().catch(() => undefined);
  });
  const asked = useData('subscription');
  return (
    <AccountFrame subscription={asked.data} companies={companies} onChanged={asked.again}>
      <AsyncContent asked={asked} waiting={<div className="sheet waiting" aria-busy="true" />}>
        {(subscription) =>
          subscription.status === 'unconfirmed' ? (
            <Redirect to="/confirmation-reset-lt" />
          ) : (
            <AccountContext value={{ subscription, again: asked.again, replace: asked.replace }}>
              <Routes pages={pages} otherwise={<Unknown />} />
            </AccountContext>
          )
        }
      </AsyncContent>
    </AccountFrame>
  );
}
