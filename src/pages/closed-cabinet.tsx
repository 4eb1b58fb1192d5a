import { useTranslation } from 'react-i18next';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { LogOutButton } from '#web/ui/customer/account/log-out-button.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { SubscriptionNotice } from '#web/ui/customer/account/subscription-notice.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import { TopUp } from '#web/ui/customer/top-up/top-up.tsx';
import { useWatching } from '#web/ui/customer/account/use-watching.ts';
import { isComing, useData } from '#web/ui/customer/kit/use-answer.ts';
import '#web/ui/customer/account/account.css';

/** How often the page checks for a payment that does not open the cabinet yet. */
const lookEveryMs = 15_000;

/**
 * Shown instead of a suspended or deleted cabinet: why, what to pay, and how (DESIGN section 7). The page around it
 * keeps checking, and enters the cabinet once it is there.
 */
export function ClosedCabinet({ status }: { status: 'suspended' | 'deleted' }) {
  const { t } = useTranslation();
  return (
    <Screen title={t(`account.closed.${status === 'suspended' ? 'blockedTitle' : 'archivedTitle'}`)}>
      {mayAsCustomer('billing') ? <WayOut /> : <p>{t('account.closed.askOwner')}</p>}
      <div className="actions">
        <ButtonLink look="text" to="/account">
          {t('account.closed.account')}
        </ButtonLink>
        <LogOutButton />
      </div>
    </Screen>
  );
}

/** Why, and what to pay, for those who may pay. */
function WayOut() {
  const { t } = useTranslation();
  const asked = useData('subscription');
  const { again } = asked;
  const way = useData('paymentWay');
  useWatching(again, lookEveryMs);
  return (
    <AsyncContent
      asked={isComing(way) ? { ...asked, data: null } : asked}
      waiting={<p className="muted waiting">{t('layout.loading')}</p>}
    >
      {(subscription) => (
        <>
          <SubscriptionNotice subscription={subscription} withLink={false} />
          {subscription.blocked_by_hand ? (
            <SupportContacts />
          ) : (
            <>
              <p>{t('account.closed.opens')}</p>
              <TopUp subscription={subscription} way={way} />
            </>
          )}
        </>
      )}
    </AsyncContent>
  );
}
