import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { Link } from '#web/ui/customer/router/router.tsx';
import { lastsUntilOf } from './lasts-until.ts';
import { needsNotice } from './subscription-notice.tsx';
import { closesUnpaid, missingOf } from '#contract/clients/suggested-amounts.ts';
import { useFormats } from './use-formats.ts';

/**
 * The balance and the next charge; what is missing once somebody was reminded of it: a prepaid balance is low after
 * every charge, which is no debt. `withLink`: with a way to the page where one pays.
 */
export function Glance({ of: subscription, withLink }: { of: OwnSubscription; withLink: boolean }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { balance, blocked_by_hand, price } = subscription;
  const asksNothing = closesUnpaid(subscription);
  const lasting = asksNothing ? null : lastsUntilOf(subscription);
  const lastsUntil = lasting !== null && outlives(subscription, lasting) ? null : lasting;
  const isLink = withLink && price > 0 && !blocked_by_hand && !asksNothing && !needsNotice(subscription);
  return (
    <dl className="glance">
      <Cell
        name={t('account.glance.balance')}
        value={<span className="balance">{money(balance)}</span>}
        note={
          (lastsUntil !== null || isLink) && (
            <>
              {lastsUntil && <span>{t('account.wallet.lastsUntil', { date: day(lastsUntil) })}</span>}{' '}
              {isLink && <Link to="/account/wallet">{t('account.notice.topUp')}</Link>}
            </>
          )
        }
      />
      {!blocked_by_hand && !asksNothing && (
        <>
          {!endsUnpaid(subscription) && <NextCharge of={subscription} />}
          {needsNotice(subscription) && <Missing of={subscription} />}
        </>
      )}
    </dl>
  );
}

/** Whether the account closes before that. */
function outlives({ closes_at }: Pick<OwnSubscription, 'closes_at'>, moment: string): boolean {
  return closes_at !== null && moment > closes_at;
}

/** Whether no payment comes by itself before the account closes. */
function endsUnpaid({ closes_at, next_charge, status }: OwnSubscription): boolean {
  const isRunning = status === 'trial' || status === 'active';
  return closes_at !== null && (!isRunning || next_charge === null);
}

function NextCharge({ of }: { of: OwnSubscription }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { status, next_charge, price, billing_period, trialEnds, auto_top_up, next_tariff } = of;
  const name = t(status === 'trial' ? 'account.glance.first' : 'account.change.next');
  if (next_charge === null) {
    // Without a running period the next one begins when it is paid; a running one is followed by a free one.
    const isFree = price === 0 || (status === 'active' && next_tariff !== null);
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
  const byCard = auto_top_up && missingOf(of) > 0 && t('account.glance.byCard');
  return <Cell name={name} value={money(amount)} note={[when, priced, byCard].filter(Boolean).join(' · ')} />;
}

function Missing({ of }: { of: OwnSubscription }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { status, next_charge, forecast } = of;
  const missing = missingOf(of);
  if (missing === 0) return null;
  const isRunning = status === 'trial' || status === 'active';
  const until = isRunning ? next_charge?.date : forecast.find(({ event }) => event === 'block')?.date;
  return (
    <Cell
      name={t('account.glance.missing')}
      value={<span className="missing">{money(missing)}</span>}
      note={until && t('account.glance.until', { date: day(until) })}
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
