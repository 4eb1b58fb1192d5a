import { chargesTold } from '#contract/clients/suggested-amounts.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import {
  chargesAhead,
  comingPrice,
  nextCharge,
  type PeriodCharge,
} from '#server/subscriptions/lifecycle/forecast.ts';
import { later } from '#server/subscriptions/lifecycle/lifecycle-steps.ts';
import { priceAt } from '#server/subscriptions/lifecycle/price.ts';
import { planOf, subscriptionOf, termsOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { subscribedById } from '#server/subscriptions/subscription-store.ts';

/** What a client's tariff costs it. Minor units. */
export interface OwnPrices {
  price_month: number;
  price_year: number;
  /** Of a period of its own length. */
  price: number;
  /** The next other price of such a period, and the start of the first that costs it. */
  coming: { price: number; from: Date } | null;
  /** What its next period costs. */
  next: PeriodCharge | null;
  /** What its next periods cost if each is paid. */
  ahead: PeriodCharge[];
}

/**
 * The prices of a client's tariff that hold for this client now, and the one that comes.
 * @throws AppError `not_found`
 */
export async function readOwnPrices(
  deps: Pick<SubscriptionDeps, 'settings' | 'timeZone'>,
  on: Db,
  id: string,
  now: Date,
): Promise<OwnPrices> {
  const row = await subscribedById(on, id);
  if (!row) throw new AppError('not_found');
  const general = await generalTerms(deps, on);
  const tariff = { id: row.tariff_id, price_month: row.price_month, price_year: row.price_year };
  const since = row.tariff_since ?? row.created_at;
  const price_month = priceAt(planOf(tariff, 'month', general.prices), since, now);
  const price_year = priceAt(planOf(tariff, 'year', general.prices), since, now);
  const subscription = subscriptionOf(row);
  const terms = termsOf(row, general);
  // A period that begins when it is paid could begin now, and costs what it costs now.
  const standing = subscription && { ...subscription, settledAt: later(subscription.settledAt, now) };
  const { billingPeriod } = terms.nextPlan ?? terms.plan;
  return {
    price_month,
    price_year,
    price: row.billing_period === 'year' ? price_year : price_month,
    coming: subscription ? comingPrice(subscription, terms, now) : null,
    ahead: standing ? chargesAhead(standing, terms, chargesTold[billingPeriod]) : [],
    next: subscription ? nextCharge({ subscription, ...terms }) : null,
  };
}
