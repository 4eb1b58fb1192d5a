import type { OwnSubscription } from './subscription.ts';

/** The numbers of periods to suggest, by the length of a period. */
const aheads = { month: [1, 3, 6, 12], year: [1, 2] } as const;

type Payable = Pick<OwnSubscription, 'price' | 'balance'>;
interface WithNext {
  next_charge?: Pick<NonNullable<OwnSubscription['next_charge']>, 'amount'> | null;
}
interface WithYear {
  tariff?: Pick<OwnSubscription['tariff'], 'price_year'>;
}

/** What the balance lacks for this number of periods at the full price (minor units). */
export function lackingFor({ price, balance }: Payable, periods: number): number {
  return Math.max(0, price * periods - balance);
}

/** What the balance lacks for the payment that comes next, at its own price and with its discount (minor units). */
export function missingOf(subscription: Payable & WithNext): number {
  const { next_charge, balance } = subscription;
  return next_charge ? Math.max(0, next_charge.amount - balance) : lackingFor(subscription, 1);
}

/** True when the account closes before anything has to be paid: then nobody is asked for money. */
export function closesUnpaid({
  closes_at,
  next_charge,
  status,
}: Pick<OwnSubscription, 'closes_at' | 'next_charge' | 'status'>): boolean {
  const isRunning = status === 'trial' || status === 'active';
  return closes_at !== null && isRunning && (next_charge === null || next_charge.date >= closes_at);
}

const fewDays = 7;

/** True when a running period ends within a week and nothing pays for the next: neither the balance nor a card. */
export function isEndUnpaid(
  subscription: Payable &
    Pick<OwnSubscription, 'next_charge' | 'status' | 'remaining_days' | 'auto_top_up' | 'blocked_by_hand'>,
): boolean {
  const { status, remaining_days, auto_top_up, blocked_by_hand } = subscription;
  const isRunning = (status === 'trial' || status === 'active') && !blocked_by_hand;
  const isSoon = remaining_days !== null && remaining_days <= fewDays;
  return isRunning && isSoon && !auto_top_up && missingOf(subscription) > 0;
}

/**
 * Amounts to suggest for a top-up: for each number of periods its price, and what the balance lacks for it. None where
 * nothing is missing. A year that is cheaper when it is paid as one period has that price: `isYearly`, because the tariff
 * has to be paid by the year then.
 */
export function suggestedAmounts(
  subscription: Payable & Pick<OwnSubscription, 'billing_period'> & WithYear,
): { periods: number; price: number; amount: number; isYearly: boolean }[] {
  const { billing_period, price: one, balance, tariff } = subscription;
  const yearly = billing_period === 'month' ? (tariff?.price_year ?? 0) : 0;
  const isCheaper = yearly > 0 && yearly < one * 12;
  return aheads[billing_period]
    .map((periods) => {
      const isYearly = isCheaper && periods === 12;
      const price = isYearly ? yearly : one * periods;
      return { periods, price, amount: Math.max(0, price - balance), isYearly };
    })
    .filter(({ amount }) => amount > 0);
}

const fewYears = 10;

/** True above what ten years cost: most likely a slip of the finger. */
export function isUnlikely(
  amount: number,
  { billing_period, price }: Pick<OwnSubscription, 'billing_period' | 'price'>,
): boolean {
  const year = billing_period === 'year' ? price : price * 12;
  return year > 0 && amount > year * fewYears;
}
