import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/subscription.ts';
import { Notice } from '#web/ui/customer/notice.tsx';
import { Link } from '#web/ui/customer/router.tsx';
import { useFormats } from '#web/ui/own-account/use-formats.ts';

/** What is wrong with a subscription, what to pay and until when; nothing while all is well. */
export function SubscriptionNotice({
  subscription,
  withLink = true,
}: {
  subscription: OwnSubscription;
  /** To where one pays. */
  withLink?: boolean;
}) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { status, blocked_by_hand, balance, recommended_amount, deletion_at, trialEnds, forecast } =
    subscription;
  if (status !== 'grace' && status !== 'blocked' && status !== 'archived') return null;
  const amount = money(recommended_amount);
  const block = forecast.find(({ event }) => event === 'block')?.date;
  return (
    <Notice kind={status === 'grace' ? 'warning' : 'danger'} isNews={false}>
      {status === 'grace' && (
        <p>
          {trialEnds && t('account.notice.unpaid', { date: day(trialEnds) })}{' '}
          {block
            ? t('account.notice.payBefore', { amount, date: day(block) })
            : t('account.notice.pay', { amount })}
        </p>
      )}
      {status === 'blocked' &&
        (blocked_by_hand ? (
          <p>{t('account.notice.blockedByHand')}</p>
        ) : (
          <p>
            {trialEnds && t('account.notice.unpaid', { date: day(trialEnds) })}{' '}
            {t('account.notice.payToResume', { amount })}
          </p>
        ))}
      {status === 'archived' && <p>{t('account.notice.payForNew', { amount })}</p>}
      {balance > 0 && !blocked_by_hand && <p>{t('account.notice.balance', { amount: money(balance) })}</p>}
      {status === 'blocked' && deletion_at && <DeletionCountdown at={deletion_at} />}
      {withLink && !blocked_by_hand && (
        <p>
          <Link to="/account/wallet">{t('account.notice.how')}</Link>
        </p>
      )}
    </Notice>
  );
}

const dayMs = 86_400_000;

function DeletionCountdown({ at }: { at: string }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const [now] = useState(Date.now);
  const count = Math.max(0, Math.ceil((Date.parse(at) - now) / dayMs));
  return (
    <p>
      <strong>{t('account.notice.deletion', { count, date: moment(at) })}</strong>
    </p>
  );
}
