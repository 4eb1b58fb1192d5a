import type { Discount } from './subscription.ts';

/** What discounts leave of a price (GROWTH section 17, "Discounts"). Pure. */

/** A price and what is taken off it, in minor units. */
export interface Discounted {
  /** What is paid. */
  price: number;
  discount: number;
}

/**
 * The price of a period after the running discounts: percentages first, then amounts, in the order in which they were
 * given. What remains is rounded down each time, which is the client's favour, and is never below zero.
 */
export function discounted(full: number, discounts: readonly Discount[]): Discounted {
  if (discounts.length === 0 || full === 0) return { price: full, discount: 0 };
  let price = full;
  for (const { kind, value } of discounts) {
    if (kind === 'percent') price = shareOf(price, 100 - value);
  }
  for (const { kind, value } of discounts) {
    if (kind === 'amount') price = Math.max(0, price - value);
  }
  return { price, discount: full - price };
}

/** Whole percents of an amount, rounded down. Exact for every amount: the product may be beyond safe integers. */
function shareOf(amount: number, percent: number): number {
  return Math.floor(amount / 100) * percent + Math.floor(((amount % 100) * percent) / 100);
}

/**
 * The discounts after a period has begun. Each counts it, also when the others left nothing to pay. A period whose
 * tariff costs nothing counts for none.
 */
export function afterPeriod(discounts: readonly Discount[], full: number): readonly Discount[] {
  if (discounts.length === 0 || full === 0) return discounts;
  return discounts.flatMap((one): Discount[] => {
    if (one.left === null) return [one];
    return one.left > 1 ? [{ ...one, left: one.left - 1 }] : [];
  });
}

/** Whether a discount will end while periods of this price are paid. */
export function endsByItself(discounts: readonly Discount[], full: number): boolean {
  return full > 0 && discounts.some(({ left }) => left !== null);
}
