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

/**
 * Amounts to suggest for a top-up: the missing sum for each number of periods. None where nothing is missing. A year that
 * is cheaper when it is paid as one period has that price: `isYearly`, because the tariff has to be paid by the year
 * then.
 */
export function suggestedAmounts(
  subscription: Pick<OwnSubscription, 'price' | 'balance' | 'billing_period'> & {
    tariff?: Pick<OwnSubscription['tariff'], 'price_year'>;
  },
): { periods: number; amount: number; isYearly: boolean }[] {
  const { billing_period, price, balance, tariff } = subscription;
  const yearly = billing_period === 'month' ? (tariff?.price_year ?? 0) : 0;
  const isCheaper = yearly > 0 && yearly < price * 12;
  return aheads[billing_period]
    .map((periods) => {
      const isYearly = isCheaper && periods === 12;
      const amount = isYearly ? Math.max(0, yearly - balance) : lackingFor(subscription, periods);
      return { periods, amount, isYearly };
    })
    .filter(({ amount }) => amount > 0);
}
