import { money } from '../../format.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { WayToPay } from './ways-to-pay.ts';

/**
 * How much of an amount goes back in cash, of a receipt that was paid in two parts: first the card has its part back.
 * The page's script has it too: it uses nothing from outside.
 */
export function backInCash(amount: number, leftOnCard: number): number {
  return Math.max(0, amount - leftOnCard);
}

/** What may still go back to the card of a receipt that was paid in two parts; null for the others. */
export function leftOnCard(receipt: {
  paid_by: WayToPay | null;
  total: number;
  in_cash: number | null;
  returned_to_card: number;
}): number | null {
  if (receipt.paid_by !== 'mixed') return null;
  return receipt.total - (receipt.in_cash ?? 0) - receipt.returned_to_card;
}

/** A sum with how it goes back, as far as it is known how it was paid. `in_cash` is of one that was paid in two parts. */
export function moneyBack(
  { t, locale, entitlements }: CabinetView,
  { amount, paid_by: way, in_cash }: { amount: number; paid_by: WayToPay | null; in_cash: number | null },
): string {
  const sum = (minorUnits: number) => money(minorUnits, { currency: entitlements.currency, locale });
  if (way === null) return sum(amount);
  const cash = way === 'mixed' ? (in_cash ?? 0) : way === 'cash' ? amount : 0;
  if (cash === amount) return t('receipt.inCash', { sum: sum(amount) });
  if (cash === 0) return t('receipt.onCard', { sum: sum(amount) });
  return t('receipt.onBoth', { card: sum(amount - cash), cash: sum(cash) });
}
