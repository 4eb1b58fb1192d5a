import type { BillingPeriod } from '#contract/entities/client.ts';
import type { PricePreview, PricePreviewInput } from '#contract/entities/tariff.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { pricesOf } from '#server/subscriptions/price-store.ts';
import { beginningOf } from './coming-version.ts';
import { discounted } from '#server/subscriptions/lifecycle/discount.ts';
import { discountsAt, periodStartFrom } from '#server/subscriptions/lifecycle/forecast.ts';
import { subscriptionOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { firstPeriodFrom, presentDiscounted, presentGroups } from './price-clients-store.ts';
import { effectOn, monthlySum, planWith, type VersionedPlan } from './price-effect.ts';

export interface PriceDeps {
  db: Db;
  settings: Pick<SettingsService, 'get'>;
  timeZone: string;
}

/** What another price would mean for the clients that a tariff has. Changes nothing. */
export async function previewPrice(
  { db, settings, timeZone }: PriceDeps,
  { now }: Caller,
  tariffId: string,
  { price_month, price_year, ...terms }: PricePreviewInput,
): Promise<PricePreview> {
  const { moment: before } = beginningOf(terms, { now, timeZone });
  const others = await pricesOf(db, tariffId);
  const version = {
    tariff_id: tariffId,
    price_month,
    price_year,
    existing: terms.existing,
    starts_at: before,
    notice_days: await settings.get('price_notice_days', db),
  };
  const plans = {
    month: planWith(version, { others, billingPeriod: 'month', timeZone }),
    year: planWith(version, { others, billingPeriod: 'year', timeZone }),
  };
  const starts = others.map(({ starts_at }) => starts_at);
  const found = { clients: 0, month: 0, year: 0 };
  const firsts: Date[] = [];
  for (const group of await presentGroups(db, { tariffId, before, starts })) {
    const { billing_period, begun, count, running } = group;
    const effect = effectOn(plans[billing_period], starts[begun - 1] ?? new Date(0));
    if (!effect) continue;
    found.clients += count;
    found[billing_period] += running * (effect.after - effect.before);
    const { from } = effect;
    const first = await firstPeriodFrom(db, { tariffId, before, starts, group, from, timeZone });
    if (first) firsts.push(first);
  }
  const own = await ownDifferences(db, { tariffId, before, plans, timeZone });
  found.month += own.month;
  found.year += own.year;
  const [first] = firsts.sort((one, other) => one.getTime() - other.getTime());
  return {
    clients: found.clients,
    month_difference: monthlySum(found.month, found.year),
    first_charge_at: first?.toISOString() ?? null,
    mails: found.clients,
  };
}

/** The same for the clients who pay less by a discount: of the first period that costs them the new price. */
async function ownDifferences(
  db: Db,
  {
    tariffId,
    before,
    plans,
    timeZone,
  }: {
    tariffId: string;
    before: Date;
    plans: Record<BillingPeriod, VersionedPlan>;
    timeZone: string;
  },
): Promise<Record<BillingPeriod, number>> {
  const sums = { month: 0, year: 0 };
  for (const client of await presentDiscounted(db, { tariffId, before })) {
    const { billing_period } = client;
    const subscription = subscriptionOf(client);
    const effect = subscription && effectOn(plans[billing_period], subscription.since);
    if (!effect) continue;
    const start = periodStartFrom(subscription, billing_period, { from: effect.from, timeZone });
    const discounts = discountsAt(subscription, billing_period, { start, timeZone });
    sums[billing_period] += discounted(effect.after, discounts).price;
    sums[billing_period] -= discounted(effect.before, discounts).price;
  }
  return sums;
}
