import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Awaited } from '#web/ui/customer/awaited.tsx';
import { ButtonLink } from '#web/ui/customer/button.tsx';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { LogOutButton } from '#web/ui/customer/log-out-button.tsx';
import { Screen } from '#web/ui/customer/screen.tsx';
import { SubscriptionNotice } from '#web/ui/own-account/subscription-notice.tsx';
import { SupportContacts } from '#web/ui/customer/support-contacts.tsx';
import { TopUp } from '#web/ui/own-account/top-up.tsx';
import { useAnswer } from '#web/ui/customer/use-answer.ts';
import '../ui/own-account/account.css';

/** How often the page asks whether something has been paid that does not open the cabinet yet. */
const lookEveryMs = 15_000;

/**
 * In the place of a cabinet that is suspended or deleted: why, what to pay, and how (DESIGN section 7). The page
 * around it goes on asking, and enters the cabinet once it is there.
 */
export function ClosedCabinet({ status }: { status: 'suspended' | 'deleted' }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const ask = useCallback(
    (signal: AbortSignal) => client.call('subscription', { signal }).then(({ data }) => data),
    [client],
  );
  const asked = useAnswer(ask);
  const { again } = asked;
  useEffect(() => {
    const look = () => {
      if (!document.hidden) again();
    };
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [again]);
  return (
    <Screen title={t(`account.closed.${status === 'suspended' ? 'blockedTitle' : 'archivedTitle'}`)}>
      <Awaited asked={asked}>
        {(subscription) => (
          <>
            <SubscriptionNotice subscription={subscription} withLink={false} />
            {subscription.blocked_by_hand ? (
              <SupportContacts />
            ) : (
              <>
                <p>{t('account.closed.opens')}</p>
                <TopUp subscription={subscription} />
              </>
            )}
          </>
        )}
      </Awaited>
      <div className="actions">
        <ButtonLink look="text" to="/account">
          {t('account.closed.account')}
        </ButtonLink>
        <LogOutButton />
      </div>
    </Screen>
  );
}
