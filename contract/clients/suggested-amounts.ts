import type { OwnSubscription } from './subscription.ts';

/** The numbers of periods to suggest, by the length of a period. */
const aheads = { month: [1, 3, 6, 12], year: [1, 2] } as const;

/** The number of coming periods whose charges are listed. */
export const chargesTold = { month: 12, year: 2 } as const;

interface Charges<Charge> {
  next_charge: Charge | null;
  coming_charges: readonly Charge[];
}

/**
 * The charge that comes next, at its own price and with its discount: of a running period, else of the one that begins
 * when it is paid. Undefined: nothing will be charged.
 */
export function chargeDue<Charge>({ next_charge, coming_charges }: Charges<Charge>): Charge | undefined {
  return next_charge ?? coming_charges[0];
}

type Payable = Charges<{ amount: number }> & { balance: number };

/** What the balance lacks for it (minor units). */
export function missingOf(subscription: Payable): number {
  return Math.max(0, (chargeDue(subscription)?.amount ?? 0) - subscription.balance);
}

/** True when the account closes before anything has to be paid: then nobody is asked for money. */
export function closesUnpaid({
  closes_at,
  next_charge,
  status,
}: Pick<OwnSubscription, 'closes_at' | 'next_charge' | 'status'>): boolean {
  const isRunning = status === 'trial' || status === 'active';
  return closes_at !== null && isRunning && next_charge === null;
}

const fewDays = 7;

/** True when a running period ends within a week and nothing pays for the next: neither the balance nor a card. */
export function isEndUnpaid(
  subscription: Payable &
    Pick<OwnSubscription, 'status' | 'remaining_days' | 'auto_top_up' | 'blocked_by_hand'>,
): boolean {
  const { status, remaining_days, auto_top_up, blocked_by_hand } = subscription;
  const isRunning = (status === 'trial' || status === 'active') && !blocked_by_hand;
  const isSoon = remaining_days !== null && remaining_days <= fewDays;
  return isRunning && isSoon && !auto_top_up && missingOf(subscription) > 0;
}

/**
 * Amounts to suggest for a top-up: for each number of periods what they will cost when they are charged, and what the
 * balance lacks for it. None where nothing is missing.
 */
export function suggestedAmounts(
  subscription: ComingCharges & Pick<OwnSubscription, 'balance'>,
): { periods: number; price: number; amount: number }[] {
  const { coming_charges, balance } = subscription;
  return aheads[chargedBy(subscription)]
    .filter((periods) => periods <= coming_charges.length)
    .map((periods) => {
      const price = coming_charges.slice(0, periods).reduce((sum, one) => sum + one.amount, 0);
      return { periods, price, amount: Math.max(0, price - balance) };
    })
    .filter(({ amount }) => amount > 0);
}

type ComingCharges = Pick<OwnSubscription, 'coming_charges' | 'billing_period' | 'next_tariff'>;

/** How long the periods are that come next. */
export function chargedBy({
  billing_period,
  next_tariff,
}: Pick<OwnSubscription, 'billing_period' | 'next_tariff'>): OwnSubscription['billing_period'] {
  return next_tariff?.billing_period ?? billing_period;
}

/** The new price, if it begins within the periods that are suggested. */
export function priceWithin({
  coming_charges,
  coming_price,
}: Pick<OwnSubscription, 'coming_charges' | 'coming_price'>): OwnSubscription['coming_price'] {
  const last = coming_charges.at(-1);
  return coming_price && last && coming_price.from <= last.date ? coming_price : null;
}

/** True for who pays by the month what costs less by the year. */
export function isYearCheaper({
  billing_period,
  next_tariff,
  price,
  tariff: { price_year },
}: Pick<OwnSubscription, 'billing_period' | 'next_tariff' | 'price'> & {
  tariff: Pick<OwnSubscription['tariff'], 'price_year'>;
}): boolean {
  return billing_period === 'month' && next_tariff === null && price_year > 0 && price_year < price * 12;
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
