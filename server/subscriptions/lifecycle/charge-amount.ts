/** A gateway takes no less than about this (minor units). */
const least = 100;

export interface Wish {
  when: 'period_end' | 'below';
  /** With `below`. */
  threshold: number | null;
  /** Null: the coming period. */
  amount: number | null;
}

/**
 * What a saved card is charged by itself; 0: nothing, because there is no reason any more. The coming period is what it
 * lacks at its end, and its whole price when the balance is only low. Pure; minor units.
 */
export function chargeAmount(
  { when, threshold, amount }: Wish,
  { price, balance }: { price: number; balance: number },
): number {
  const lacking = Math.max(0, price - balance);
  const isNeeded = when === 'period_end' ? lacking > 0 : balance < (threshold ?? 0);
  if (!isNeeded) return 0;
  const wanted = amount ?? (when === 'period_end' ? lacking : price);
  return wanted === 0 ? 0 : Math.max(wanted, least);
}

/** When a card that was refused is tried again, in days after the first time. */
const retriesAfterDays = [1, 3, 5];

/** The next try after this many; null: that was the last. */
export function nextTry(firstAt: Date, tries: number): Date | null {
  const days = retriesAfterDays[tries - 1];
  return days === undefined ? null : new Date(firstAt.getTime() + days * 86_400_000);
}
