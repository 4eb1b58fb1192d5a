import type { BillingPeriod } from '#contract/entities/client.ts';
import { heldPrice, priceAt } from '#server/subscriptions/lifecycle/price.ts';
import { pricedPlan } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { Plan } from '#server/subscriptions/lifecycle/subscription.ts';
import type { PriceVersionRow } from '#server/subscriptions/price-store.ts';

/** What a new price means for clients who came before it (GROWTH section 17, "Prices keep promises"). Pure. */

/** A tariff's plan with all versions of its price, and where a version stands among them. */
export interface VersionedPlan {
  plan: Plan;
  /** The same without the version. */
  without: Plan;
  /** Its place in `plan.later`. */
  place: number;
}

/** Puts a version among the others of its tariff; it is the last of those that begin at the same moment. */
export function planWith(
  version: PriceVersionRow,
  { others, billingPeriod, timeZone }: PlanOptions,
): VersionedPlan {
  const before = others.filter(({ starts_at }) => starts_at <= version.starts_at);
  const versions = [...before, version, ...others.slice(before.length)];
  const planOf = (rows: readonly PriceVersionRow[]) =>
    pricedPlan(version.tariff_id, billingPeriod, { versions: rows, timeZone });
  return { plan: planOf(versions), without: planOf(others), place: before.length - 1 };
}

interface PlanOptions {
  /** The other versions of the tariff, the earliest first. */
  others: readonly PriceVersionRow[];
  billingPeriod: BillingPeriod;
  timeZone: string;
}

/** What a client pays before and after a price, and from which moment its periods cost the latter. */
export interface PriceEffect {
  before: number;
  after: number;
  from: Date;
}

/** The effect on a client who came to the tariff at a moment; undefined when the price changes nothing for it. */
export function effectOn({ plan, without, place }: VersionedPlan, since: Date): PriceEffect | undefined {
  const version = plan.later?.[place];
  if (!version || version.from <= since) return undefined;
  const from = [version.from, version.presentFrom].find((one) => heldPrice(plan, since, one) === version);
  if (!from) return undefined;
  const before = priceAt(without, since, from);
  return before === version.price ? undefined : { before, after: version.price, from };
}

/** A sum of months and of years, of which a month is a twelfth: rounded once, half away from zero. */
export function monthlySum(months: number, years: number): number {
  const twelfths = months * 12 + years;
  return Math.sign(twelfths) * Math.round(Math.abs(twelfths) / 12);
}
