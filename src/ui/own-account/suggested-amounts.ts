import type { OwnSubscription } from '#contract/subscription.ts';

/** Periods ahead that one may pay for, by how long one is. */
const aheads = { month: [1, 3, 6, 12], year: [1, 2] } as const;

/**
 * What to top up by (minor units): what the next period lacks, and what several periods lack. Nothing where nothing
 * is lacking.
 */
export function suggestedAmounts({
  price,
  balance,
  billing_period,
  recommended_amount,
}: Pick<OwnSubscription, 'price' | 'balance' | 'billing_period' | 'recommended_amount'>): {
  periods: number;
  amount: number;
}[] {
  return aheads[billing_period]
    .map((periods) => ({
      periods,
      amount: periods === 1 ? recommended_amount : price * periods - balance,
    }))
    .filter(({ amount }) => amount > 0);
}
