import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { lastsUntilOf } from './lasts-until.ts';
import { needsNotice } from './subscription-notice.tsx';
import { closesUnpaid, isEndUnpaid, missingOf } from '#contract/clients/suggested-amounts.ts';
import { useFormats } from './use-formats.ts';

/** The balance, the next charge, and what it needs. `withLink`: with a way to the page where one pays. */
export function Glance({ of: subscription, withLink }: { of: OwnSubscription; withLink: boolean }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const lastsUntil = lastsUntilOf(subscription);
  const { balance, blocked_by_hand } = subscription;
  return (
    <dl className="glance">
      <Cell
        name={t('account.glance.balance')}
        value={<span className="balance">{money(balance)}</span>}
        note={
          lastsUntil &&
          !closesUnpaid(subscription) &&
          t('account.wallet.lastsUntil', { date: day(lastsUntil) })
        }
      />
      {!blocked_by_hand && !closesUnpaid(subscription) && (
        <>
          <NextCharge of={subscription} />
          <Need of={subscription} withLink={withLink} />
        </>
      )}
    </dl>
  );
}

function NextCharge({ of }: { of: OwnSubscription }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { status, next_charge, price, billing_period, trialEnds } = of;
  const name = t(status === 'trial' ? 'account.glance.first' : 'account.change.next');
  if (next_charge === null) {
    // Without a running period the next one begins when it is paid.
    const isFree = price === 0;
    return (
      <Cell
        name={name}
        value={isFree ? t('account.subscription.free') : money(price)}
        note={!isFree && t(`account.period.${billing_period}`)}
      />
    );
  }
  const { amount, discount, price: full, date } = next_charge;
  const when =
    status === 'grace' && trialEnds ? t('account.glance.overdue', { date: day(trialEnds) }) : day(date);
  const priced =
    discount > 0 && t('account.discount.priced', { price: money(full), discount: money(discount) });
  return <Cell name={name} value={money(amount)} note={[when, priced].filter(Boolean).join(' · ')} />;
}

function Need({ of, withLink }: { of: OwnSubscription; withLink: boolean }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { status, next_charge, auto_top_up, forecast } = of;
  const missing = missingOf(of);
  const name = t('account.glance.topUp');
  if (missing === 0)
    return <Cell name={name} value={t('account.glance.none')} note={t('account.glance.enough')} />;
  const isRunning = status === 'trial' || status === 'active';
  if (auto_top_up && isRunning)
    return <Cell name={name} value={money(missing)} note={t('account.glance.byCard')} />;
  const until = isRunning ? next_charge?.date : forecast.find(({ event }) => event === 'block')?.date;
  // A prepaid balance is low after every charge: weeks before the next one that is no debt.
  const isUrgent = !isRunning || isEndUnpaid(of);
  return (
    <Cell
      name={isUrgent ? t('account.glance.missing') : name}
      value={<span className={isUrgent ? 'missing' : 'not-yet'}>{money(missing)}</span>}
      note={
        <>
          {until && t('account.glance.until', { date: day(until) })}{' '}
          {withLink && !needsNotice(of) && (
            <ButtonLink look="text" to="/account/wallet">
              {t('account.notice.topUp')}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

function Cell({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note && <dd className="muted">{note}</dd>}
    </div>
  );
}
