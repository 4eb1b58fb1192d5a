import type { Tariff } from '#contract/entities/tariff.ts';

type PricePair = Pick<Tariff, 'price_month' | 'price_year'>;

/** Rounding both prices to what sells moves the discount by less than this. */
const mostPoints = 3;

/** What is to be checked about a yearly price beside its monthly one. */
export type YearRemark = { kind: 'dearer'; more: number } | { kind: 'other'; before: number; after: number };

/**
 * A year that is dearer than twelve months of the new price, or whose discount against them changes by more than three
 * percentage points: usually one of the two prices was forgotten. Nothing when it was dearer before and no longer is.
 * Pure.
 */
export function yearRemark(before: PricePair, after: PricePair): YearRemark | null {
  const more = after.price_year - 12 * after.price_month;
  if (more > 0) return { kind: 'dearer', more };
  const [was, becomes] = [yearDiscount(before), yearDiscount(after)];
  if (was === null || becomes === null || was < 0) return null;
  if (Math.abs(becomes - was) <= mostPoints) return null;
  return { kind: 'other', before: Math.round(was), after: Math.round(becomes) };
}

/** What a year costs less than twelve months, in percent of them; null when months cost nothing. */
function yearDiscount({ price_month, price_year }: PricePair): number | null {
  return price_month === 0 ? null : (1 - price_year / (12 * price_month)) * 100;
}
