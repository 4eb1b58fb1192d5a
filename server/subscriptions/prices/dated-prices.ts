import type { DatedPrices } from '#contract/clients/tariff-difference.ts';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type { Db } from '#server/db/tables.ts';
import { priceBook } from '#server/subscriptions/general-terms.ts';
import { priceAt, priceMomentsAfter } from '#server/subscriptions/lifecycle/price.ts';
import { planOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { Plan } from '#server/subscriptions/lifecycle/subscription.ts';

interface PricedTariff {
  id: string;
  price_month: number;
  price_year: number;
}

/**
 * What a tariff costs now, and the next prices that differ. `since`: when the client came to it; null: for somebody
 * who comes then.
 */
export async function readDatedPrices(
  { db, timeZone }: { db: Db; timeZone: string },
  tariff: PricedTariff,
  { now, since }: { now: Date; since: Date | null },
): Promise<DatedPrices> {
  const book = await priceBook(db, timeZone);
  const plans = { month: planOf(tariff, 'month', book), year: planOf(tariff, 'year', book) };
  return datedPrices(plans, { now, since });
}

/** The same of plans. Pure. */
export function datedPrices(
  plans: Record<BillingPeriod, Plan>,
  { now, since }: { now: Date; since: Date | null },
): DatedPrices {
  const at = (moment: Date) => ({
    price_month: priceAt(plans.month, since ?? moment, moment),
    price_year: priceAt(plans.year, since ?? moment, moment),
  });
  const present = at(now);
  const coming = priceMomentsAfter(plans.month, now)
    .map((from) => ({ ...at(from), from: from.toISOString() }))
    .find(
      ({ price_month, price_year }) =>
        price_month !== present.price_month || price_year !== present.price_year,
    );
  return { ...present, coming: coming ?? null };
}
