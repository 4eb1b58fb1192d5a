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
  let clients = 0;
  const paying = await ownDifferences(db, { tariffId, before, plans, timeZone });
  const firsts: Date[] = [];
  for (const group of await presentGroups(db, { tariffId, before, starts })) {
    const { billing_period, begun, count, running } = group;
    const effect = effectOn(plans[billing_period], starts[begun - 1] ?? new Date(0));
    if (!effect) continue;
    clients += count;
    paying[billing_period].clients += running;
    paying[billing_period].difference += running * (effect.after - effect.before);
    const { from } = effect;
    const first = await firstPeriodFrom(db, { tariffId, before, starts, group, from, timeZone });
    if (first) firsts.push(first);
  }
  const [first] = firsts.sort((one, other) => one.getTime() - other.getTime());
  return {
    clients,
    paying,
    month_difference: monthlySum(paying.month.difference, paying.year.difference),
    first_charge_at: first?.toISOString() ?? null,
    mails: clients,
  };
}

/** The clients who pay less by a discount: what it changes in the first period that costs them the new price. */
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
): Promise<PricePreview['paying']> {
  const paying = { month: { clients: 0, difference: 0 }, year: { clients: 0, difference: 0 } };
  for (const client of await presentDiscounted(db, { tariffId, before })) {
    const { billing_period } = client;
    const subscription = subscriptionOf(client);
    const effect = subscription && effectOn(plans[billing_period], subscription.since);
    if (!effect) continue;
    const start = periodStartFrom(subscription, billing_period, { from: effect.from, timeZone });
    const discounts = discountsAt(subscription, billing_period, { start, timeZone });
    paying[billing_period].clients += 1;
    paying[billing_period].difference +=
      discounted(effect.after, discounts).price - discounted(effect.before, discounts).price;
  }
  return paying;
}
