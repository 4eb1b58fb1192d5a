import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from './account-context.ts';
import { pathMatch } from '#web/ui/customer/router/path-match.ts';
import { useLocation } from '#web/ui/customer/router/router.tsx';
import { type ApiAnswer, isComing } from '#web/ui/customer/kit/use-answer.ts';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { SubscriptionNotice } from './subscription-notice.tsx';

/** A page of the account, below what has to be done. Its parts are shown together, so that none moves another. */
export function AccountScreen({
  title,
  parts = [],
  children,
}: {
  title: string;
  /** What the page asks for. */
  parts?: readonly Pick<ApiAnswer<unknown>, 'data' | 'failure'>[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { subscription } = useAccount();
  const { pathname } = useLocation();
  return (
    <Screen title={title}>
      <SubscriptionNotice subscription={subscription} withLink={!pathMatch('/account/wallet', pathname)} />
      {parts.some(isComing) ? <p className="muted waiting">{t('layout.loading')}</p> : children}
    </Screen>
  );
}
