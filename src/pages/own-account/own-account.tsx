import { type ComponentProps, useCallback, useState } from 'react';
import { Redirect, Routes, useLocation } from '#web/ui/customer/router.tsx';
import { isCustomerSignedIn } from '#web/providers/customer-session.ts';
import { AccountContext } from '#web/ui/own-account/account-context.ts';
import { Awaited } from '#web/ui/customer/awaited.tsx';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { useAnswer } from '#web/ui/customer/use-answer.ts';
import { OwnProfile } from '#web/pages/own-account/own-profile.tsx';
import { OwnSecurity } from '#web/pages/own-account/own-security.tsx';
import { OwnSubscription } from '#web/pages/own-account/own-subscription.tsx';
import { OwnWallet } from '#web/pages/own-account/own-wallet.tsx';
import '../../ui/own-account/account.css';

const pages: ComponentProps<typeof Routes>['pages'] = {
  '/account': () => <OwnSubscription />,
  '/account/wallet': () => <OwnWallet />,
  '/account/profile': () => <OwnProfile />,
  '/account/security': () => <OwnSecurity />,
};

/** `/account` and below: what a customer sees and changes of themselves (docs/decisions/0080). */
export function OwnAccount() {
  const [signedIn] = useState(isCustomerSignedIn);
  const { pathname } = useLocation();
  if (signedIn) return <AccountPages />;
  return <Redirect to={`/client/login?${new URLSearchParams({ redirect: pathname })}`} />;
}

function AccountPages() {
  const { client } = useCustomer();
  const ask = useCallback(
    (signal: AbortSignal) => client.call('subscription', { signal }).then(({ data }) => data),
    [client],
  );
  const asked = useAnswer(ask);
  return (
    <Awaited asked={asked}>
      {(subscription) =>
        subscription.status === 'unconfirmed' ? (
          <Redirect to="/confirmation-reset-lt" />
        ) : (
          <AccountContext value={{ subscription, again: asked.again, replace: asked.replace }}>
            <Routes pages={pages} otherwise={<Redirect to="/404" />} />
          </AccountContext>
        )
      }
    </Awaited>
  );
}
