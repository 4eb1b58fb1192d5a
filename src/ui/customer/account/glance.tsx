import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { lastsUntilOf } from './lasts-until.ts';
import { needsNotice } from './subscription-notice.tsx';
import { chargeDue, closesUnpaid, missingOf } from '#contract/clients/suggested-amounts.ts';
import { useFormats } from './use-formats.ts';

/**
 * The balance, which is what one looks for, and the next charge; what is missing once somebody was reminded of it: a
 * prepaid balance is low after every charge, which is no debt. `withLink`: with a way to the page where one pays.
 */
export function Glance({ of: subscription, withLink }: { of: OwnSubscription; withLink: boolean }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { balance, blocked_by_hand, price } = subscription;
  const asksNothing = closesUnpaid(subscription);
  const lasting = asksNothing ? null : lastsUntilOf(subscription);
  const lastsUntil = lasting !== null && outlives(subscription, lasting) ? null : lasting;
  const isLink = withLink && price > 0 && !blocked_by_hand && !asksNothing && !needsNotice(subscription);
  const sums = (
    <dl className="glance">
      <Cell
        name={t('account.glance.balance')}
        value={<span className="balance">{money(balance)}</span>}
        note={lastsUntil && t('account.wallet.lastsUntil', { date: day(lastsUntil) })}
      />
      {!blocked_by_hand && !asksNothing && (
        <>
          {(isRunning(subscription) || subscription.closes_at === null) && <NextCharge of={subscription} />}
          {needsNotice(subscription) && <Missing of={subscription} />}
        </>
      )}
    </dl>
  );
  if (!isLink) return sums;
  return (
    <>
      {sums}
      <p className="glance-act">
        <ButtonLink look={missingOf(subscription) > 0 ? 'primary' : 'secondary'} to="/account/wallet">
          {t('account.notice.topUp')}
        </ButtonLink>
      </p>
    </>
  );
}

/** Whether the account closes before that. */
function outlives({ closes_at }: Pick<OwnSubscription, 'closes_at'>, moment: string): boolean {
  return closes_at !== null && moment > closes_at;
}

/** Whether the next payment comes by itself. */
function isRunning({ status }: OwnSubscription): boolean {
  return status === 'trial' || status === 'active';
}

function NextCharge({ of }: { of: OwnSubscription }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { status, next_charge, billing_period, trialEnds, auto_top_up } = of;
  const name = t(status === 'trial' ? 'account.glance.first' : 'account.change.next');
  const due = chargeDue(of);
  if ((due ?? of).price === 0) return <Cell name={name} value={t('account.subscription.free')} note={null} />;
  const { amount, discount, price: full } = due ?? { amount: of.price, discount: 0, price: of.price };
  // Without a running period the next one begins when it is paid.
  const ends = status === 'grace' && trialEnds && t('account.glance.overdue', { date: day(trialEnds) });
  const when = next_charge ? ends || day(next_charge.date) : t(`account.period.${billing_period}`);
  const priced =
    discount > 0 && t('account.discount.priced', { price: money(full), discount: money(discount) });
  const byCard = auto_top_up && missingOf(of) > 0 && t('account.glance.byCard');
  return <Cell name={name} value={money(amount)} note={[when, priced, byCard].filter(Boolean).join(' · ')} />;
}

function Missing({ of }: { of: OwnSubscription }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { next_charge, forecast } = of;
  const missing = missingOf(of);
  if (missing === 0) return null;
  const until = isRunning(of) ? next_charge?.date : forecast.find(({ event }) => event === 'block')?.date;
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
