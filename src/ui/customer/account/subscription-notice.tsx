import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import { closesUnpaid, isEndUnpaid, missingOf } from '#contract/clients/suggested-amounts.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

/** What is wrong with a subscription, what to pay and until when; nothing while all is well. */
export function SubscriptionNotice({
  subscription,
  withLink = true,
}: {
  subscription: OwnSubscription;
  /** With a link to the payment page. */
  withLink?: boolean;
}) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { status, blocked_by_hand, balance, trialEnds, forecast, deletion_at } = subscription;
  if (!needsNotice(subscription)) return null;
  const amount = money(missingOf(subscription));
  const block = forecast.find(({ event }) => event === 'block')?.date;
  return (
    <Notice kind={status === 'blocked' || status === 'archived' ? 'danger' : 'warning'} isNews={false}>
      {(status === 'trial' || status === 'active') && trialEnds && (
        <p>{t(`account.notice.endsSoon.${status}`, { amount, date: day(trialEnds) })}</p>
      )}
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
          <>
            <p>{t('account.notice.blockedByHand')}</p>
            <SupportContacts />
          </>
        ) : (
          <p>
            {trialEnds && t('account.notice.unpaid', { date: day(trialEnds) })}{' '}
            {t('account.notice.payToResume', { amount })}
          </p>
        ))}
      {status === 'archived' && <WhatReturns of={subscription} amount={amount} />}
      {balance > 0 && !blocked_by_hand && <p>{t('account.notice.balance', { amount: money(balance) })}</p>}
      {status === 'blocked' && deletion_at === null && <p>{t('account.notice.kept')}</p>}
      {status === 'blocked' && <DeletionCountdown of={subscription} />}
      {withLink && !blocked_by_hand && (
        <p className="actions">
          <ButtonLink to="/account/wallet">{t('account.notice.topUp')}</ButtonLink>
        </p>
      )}
    </Notice>
  );
}

/** True when something has to be done, or can't be. */
export function needsNotice(subscription: OwnSubscription): boolean {
  if (closesUnpaid(subscription)) return false;
  return ['grace', 'blocked', 'archived'].includes(subscription.status) || isEndUnpaid(subscription);
}

/** The number of days comes from the server, because a phone's clock may be wrong. */
function DeletionCountdown({ of: { deletion_at, deletion_days } }: { of: OwnSubscription }) {
  const { t } = useTranslation();
  const { day, moment } = useFormats();
  if (deletion_at === null || deletion_days === null) return null;
  // The hour matters to nobody until it is near.
  const date = deletion_days > 1 ? day(deletion_at) : moment(deletion_at);
  return (
    <p>
      <strong>
        {deletion_days === 0
          ? t('account.notice.deletionToday', { date })
          : t('account.notice.deletion', { count: deletion_days, date })}
      </strong>
    </p>
  );
}

/** What a payment restores after the deletion, and until when the copy of the data is kept. */
function WhatReturns({ of, amount }: { of: OwnSubscription; amount: string }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  if (of.backup_kept_until === null) return <p>{t('account.notice.payForNew', { amount })}</p>;
  const date = moment(of.backup_kept_until);
  if (of.backup_returns) return <p>{t('account.notice.payForData', { amount, date })}</p>;
  return (
    <>
      <p>{t('account.notice.payForNew', { amount })}</p>
      <p>{t('account.notice.copyUntil', { date })}</p>
      <SupportContacts />
    </>
  );
}
