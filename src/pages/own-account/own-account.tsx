import { type ComponentProps, useState } from 'react';
import { Redirect, Routes, useLocation } from '#web/ui/customer/router/router.tsx';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';
import { AccountContext } from '#web/ui/customer/account/account-context.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { OwnProfile } from '#web/pages/own-account/own-profile.tsx';
import { OwnSecurity } from '#web/pages/own-account/own-security.tsx';
import { OwnSubscription } from '#web/pages/own-account/own-subscription.tsx';
import { TestPayment } from '#web/pages/own-account/test-payment.tsx';
import { OwnWallet } from '#web/pages/own-account/own-wallet.tsx';
import '#web/ui/customer/account/account.css';

const pages: ComponentProps<typeof Routes>['pages'] = {
  '/account': () => <OwnSubscription />,
  '/account/wallet': () => <OwnWallet />,
  '/account/test-payment': () => <TestPayment />,
  '/account/profile': () => <OwnProfile />,
  '/account/security': () => <OwnSecurity />,
};

/** `/account` and below: what customers see and change about themselves (docs/decisions/0080). */
export function OwnAccount() {
  const [signedIn] = useState(isCustomerSignedIn);
  const { pathname, search } = useLocation();
  if (signedIn) return <AccountPages />;
  return <Redirect to={`/client/login?${new URLSearchParams({ redirect: pathname + search })}`} />;
}

function AccountPages() {
  const asked = useData('subscription');
  return (
    <AsyncContent asked={asked}>
      {(subscription) =>
        subscription.status === 'unconfirmed' ? (
          <Redirect to="/confirmation-reset-lt" />
        ) : (
          <AccountContext value={{ subscription, again: asked.again, replace: asked.replace }}>
            <Routes pages={pages} otherwise={<Redirect to="/404" />} />
          </AccountContext>
        )
      }
    </AsyncContent>
  );
}
