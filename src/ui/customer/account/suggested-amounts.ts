import type { OwnSubscription } from '#contract/clients/subscription.ts';

/** The numbers of periods to suggest, by the length of a period. */
const aheads = { month: [1, 3, 6, 12], year: [1, 2] } as const;

/** What the balance lacks for this number of periods (minor units); emails about a debt name it for the next one. */
export function lackingFor(
  { price, balance }: Pick<OwnSubscription, 'price' | 'balance'>,
  periods: number,
): number {
  return Math.max(0, price * periods - balance);
}

/** What one most likely wants to pay now: what stands in the field before anybody types. */
export function proposedAmount(
  subscription: Pick<OwnSubscription, 'price' | 'balance' | 'billing_period' | 'recommended_amount'>,
): number | undefined {
  return (
    lackingFor(subscription, 1) ||
    subscription.recommended_amount ||
    suggestedAmounts(subscription)[0]?.amount
  );
}

/** Amounts to suggest for a top-up: the missing sum for each number of periods. None where nothing is missing. */
export function suggestedAmounts(
  subscription: Pick<OwnSubscription, 'price' | 'balance' | 'billing_period'>,
): { periods: number; amount: number }[] {
  return aheads[subscription.billing_period]
    .map((periods) => ({ periods, amount: lackingFor(subscription, periods) }))
    .filter(({ amount }) => amount > 0);
}
