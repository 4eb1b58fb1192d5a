import { useTranslation } from 'react-i18next';
import type { OwnSubscription as Subscription } from '#contract/clients/subscription.ts';
import { missingOf } from '#contract/clients/suggested-amounts.ts';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { RedeemCode } from '#web/ui/customer/promo/redeem-code.tsx';
import { runningText } from '#web/ui/customer/promo/discount-text.ts';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';
import { Glance } from '#web/ui/customer/account/glance.tsx';
import { needsNotice } from '#web/ui/customer/account/subscription-notice.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { Link, useSearch } from '#web/ui/customer/router/router.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

/** `/account`: money at a glance, the tariff, its usage, and until when it lasts. `?changed=`: the tariff was. */
export function OwnSubscription() {
  const { t } = useTranslation();
  const { subscription } = useAccount();
  const changed = useSearch().get('changed');
  return (
    <AccountScreen title={t('account.subscription.title')}>
      {changed === 'now' && <Notice kind="success">{t('account.subscription.changed.now')}</Notice>}
      {changed === 'later' && <ChangesLater of={subscription} />}
      <Glance of={subscription} withLink />
      <div className="columns">
        <Standing of={subscription} />
        <div>
          <Usage of={subscription} />
          <Forecast of={subscription} />
        </div>
      </div>
      {!subscription.blocked_by_hand && <RedeemCode />}
    </AccountScreen>
  );
}

/** What comes instead and when, and what has to be paid by then. */
function ChangesLater({ of: subscription }: { of: Subscription }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { next_tariff, trialEnds, next_charge } = subscription;
  // A change that was planned was taken back.
  if (next_tariff === null || trialEnds === null)
    return <Notice kind="success">{t('account.subscription.changed.kept')}</Notice>;
  const missing = missingOf(subscription);
  const period = t(`account.period.${next_tariff.billing_period}`);
  return (
    <Notice kind="success">
      <p>
        {t('account.subscription.changed.later', { name: next_tariff.name, period, date: day(trialEnds) })}
      </p>
      {next_charge !== null && missing > 0 && (
        <p>
          {t('account.change.laterShort', {
            date: day(next_charge.date),
            amount: money(next_charge.amount),
            missing: money(missing),
          })}{' '}
          <Link to={`/account/wallet?amount=${missing}`}>{t('account.notice.topUp')}</Link>
        </p>
      )}
    </Notice>
  );
}

/** The way to another tariff, beside the name of the present one; who may not is told who may. */
function ToPlan({ of: { status, blocked_by_hand, tariffs } }: { of: Subscription }) {
  const { t } = useTranslation();
  if (blocked_by_hand || status === 'archived' || tariffs.length === 0) return null;
  if (!mayAsCustomer('admin')) return <p className="muted">{t('account.subscription.changeBy')}</p>;
  return (
    <ButtonLink look="secondary" to="/account/plan">
      {t('account.subscription.change')}
    </ButtonLink>
  );
}

function Standing({ of: subscription }: { of: Subscription }) {
  const { t } = useTranslation();
  const { price: priceText, money, day } = useFormats();
  const { status, tariff, billing_period, price, coming_price, trialEnds, next_tariff, discounts } =
    subscription;
  const ends = trialEnds === null ? null : day(trialEnds);
  return (
    <section className="part" aria-labelledby="tariff-title">
      <h2 id="tariff-title">{t('account.change.tariff')}</h2>
      <div className="tariff-head">
        <div>
          <p className="tariff-name">{tariff.name}</p>
          {tariff.subtitle !== '' && <p className="muted">{tariff.subtitle}</p>}
        </div>
        <ToPlan of={subscription} />
      </div>
      <SummaryList
        rows={[
          [t('account.subscription.status'), t(`account.status.${status}`)],
          [
            t('account.subscription.price'),
            price === 0
              ? t('account.subscription.free')
              : t(`account.price.${billing_period}`, { price: priceText(price) }),
          ],
          [
            t('account.subscription.comingPrice'),
            coming_price &&
              t('account.subscription.priceFrom', {
                price: t(`account.price.${billing_period}`, { price: priceText(coming_price.price) }),
                date: day(coming_price.from),
              }),
          ],
          [
            t('account.discount.title'),
            discounts.length > 0 && discounts.map((one) => runningText(one, { t, money })).join(' · '),
          ],
          [t('account.subscription.includes'), tariff.features.map(({ name }) => name).join(', ')],
          [t(`account.subscription.${endOf(subscription)}`), price === 0 && status !== 'trial' ? null : ends],
          [
            t('account.subscription.next'),
            next_tariff &&
              t('account.subscription.nextTariff', {
                name: next_tariff.name,
                period: t(`account.period.${next_tariff.billing_period}`),
                date: ends ?? '',
              }),
          ],
        ]}
      />
    </section>
  );
}

/** How to describe the end of the period: nobody paid for a free one. */
function endOf({ status, blocked_by_hand }: Subscription): 'trialUntil' | 'paidUntil' | 'until' | 'ended' {
  if (status === 'trial') return 'trialUntil';
  if (status === 'active') return 'paidUntil';
  return blocked_by_hand ? 'until' : 'ended';
}

function Usage({ of: subscription }: { of: Subscription }) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const { over_limit } = subscription;
  const metrics = shownMetrics(subscription);
  if (metrics.length === 0) return null;
  return (
    <section className="part" aria-labelledby="usage-title">
      <h2 id="usage-title">{t('account.usage.title')}</h2>
      {over_limit && (
        <Notice kind="warning" isNews={false}>
          {t('account.usage.over')}
        </Notice>
      )}
      <ul className="usage">
        {metrics.map(({ metric, name, unit, used, limit }) => (
          <li key={metric}>
            <span id={`usage-${metric}`}>{name}</span>
            <span className="usage-figure">
              {limit === null
                ? t('account.usage.unlimited', { used: measure(used, unit) })
                : t('account.usage.ofLimit', { used: measure(used, unit), limit: measure(limit, unit) })}
            </span>
            {limit !== null && (
              <progress
                aria-labelledby={`usage-${metric}`}
                value={Math.min(used, limit)}
                max={Math.max(limit, 1)}
                data-over={used > limit || undefined}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What no tariff limits tells a customer nothing, and a deleted cabinet uses nothing. */
function shownMetrics({ status, metrics, tariffs }: Subscription): Subscription['metrics'] {
  if (status === 'archived') return [];
  const limited = new Set(tariffs.flatMap(({ limits }) => limits.map(({ metric }) => metric)));
  return metrics.filter(({ metric, limit }) => limit !== null || limited.has(metric));
}

function Forecast({ of: subscription }: { of: Subscription }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { forecast, closes_at, close_erases } = subscription;
  if (forecast.length === 0 && closes_at === null) return null;
  const groups = visibleOf(grouped(forecast));
  const grace = groups.findIndex(([{ event }]) => event === 'grace');
  // What follows an unpaid period is no news before there is something to pay.
  const isFolded = grace >= 0 && !needsNotice(subscription);
  return (
    <section className="part" aria-labelledby="forecast-title">
      <h2 id="forecast-title">{t('account.forecast.title')}</h2>
      <ol className="dated">
        {(isFolded ? groups.slice(0, grace) : groups).map((group) => (
          <ForecastLine key={`${group[0].date} ${group[0].event}`} of={group} />
        ))}
        {closes_at !== null && (
          <li>
            <time dateTime={closes_at}>{day(closes_at)}</time>
            <span>{t('account.closing.closes')}</span>
          </li>
        )}
        {closes_at !== null && close_erases && (
          <li>
            <time dateTime={closes_at}>{day(closes_at)}</time>
            <span>{t('account.closing.erasesThen')}</span>
          </li>
        )}
      </ol>
      {isFolded && (
        <details className="folded">
          <summary>{t('account.forecast.unpaid')}</summary>
          <ol className="dated">
            {groups.slice(grace).map((group) => (
              <ForecastLine key={`${group[0].date} ${group[0].event}`} of={group} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function ForecastLine({ of: [{ date, event, amount, discount, last4 }, ...others] }: { of: Group }) {
  const { t } = useTranslation();
  const { money, day, days } = useFormats();
  return (
    <li>
      <time dateTime={date}>{day(date)}</time>
      <span>
        {others.length > 0 && isEmail(event)
          ? t(`account.forecast.${event}Days`, { days: days([date, ...others.map((one) => one.date)]) })
          : t(`account.forecast.${event}`, { amount: amount === undefined ? '' : money(amount), last4 })}
        {amount !== undefined && discount !== undefined && (
          <span className="muted">
            {' '}
            {t('account.discount.priced', { price: money(amount + discount), discount: money(discount) })}
          </span>
        )}
      </span>
    </li>
  );
}

type Entry = Subscription['forecast'][number];

/** As many lines as one reads, and all until the worst one. */
function visibleOf(groups: readonly Group[]): readonly Group[] {
  const deletion = groups.findIndex(([{ event }]) => event === 'deletion');
  return groups.slice(0, Math.max(7, deletion + 1));
}

/** E-mails one after the other that say the same are one line with their days. */
function grouped(forecast: readonly Entry[]): Group[] {
  const groups: Group[] = [];
  for (const entry of forecast) {
    const last = groups.at(-1);
    if (last && last[0].event === entry.event && isEmail(entry.event)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

type Group = [Entry, ...Entry[]];

function isEmail(event: Entry['event']): event is 'reminder' | 'deletion_warning' {
  return event === 'reminder' || event === 'deletion_warning';
}
