import { money } from '../../format.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import { cashBack, type CashLeft, roundedCash } from '../drawer/rounded-cash.ts';
import type { WayToPay } from './ways-to-pay.ts';

/**
 * How much of an amount goes back in cash, of a receipt that was paid in two parts: first the card has its part back.
 * The page's script has it too: it uses nothing from outside.
 */
export function backInCash(amount: number, leftOnCard: number): number {
  return Math.max(0, amount - leftOnCard);
}

/** What was paid for a receipt and how, and what of it went back. */
export interface PaidReceipt {
  paid_by: WayToPay | null;
  total: number;
  in_cash: number | null;
  rounding: number;
  returned: number;
  returned_to_card: number;
  returned_rounding: number;
}

/** What may still go back to the card of a receipt that was paid in two parts; null for the others. */
export function leftOnCard(
  receipt: Pick<PaidReceipt, 'paid_by' | 'total' | 'in_cash' | 'returned_to_card'>,
): number | null {
  if (receipt.paid_by !== 'mixed') return null;
  return receipt.total - (receipt.in_cash ?? 0) - receipt.returned_to_card;
}

/** What may still go back in cash. */
export function leftInCash(receipt: PaidReceipt): CashLeft {
  const exact =
    receipt.paid_by === 'mixed'
      ? (receipt.in_cash ?? 0) - receipt.returned + receipt.returned_to_card
      : receipt.total - receipt.returned;
  return { exact, paid: exact + receipt.rounding - receipt.returned_rounding };
}

/** What rounding adds to the cash that goes back now. Nothing, where it is not known how the receipt was paid. */
export function roundingBack(receipt: PaidReceipt, amount: number, step: number): number {
  if (receipt.paid_by !== 'cash' && receipt.paid_by !== 'mixed') return 0;
  const cash = receipt.paid_by === 'cash' ? amount : backInCash(amount, leftOnCard(receipt) ?? 0);
  return cashBack(cash, { left: leftInCash(receipt), step }, roundedCash) - cash;
}

/**
 * A sum with how it goes back, as far as it is known how it was paid. `in_cash` is of one that was paid in two parts,
 * `rounding` what rounding adds to the cash.
 */
export function moneyBack(
  { t, locale, entitlements }: CabinetView,
  { amount, paid_by: way, in_cash, rounding }: MoneyBack,
): string {
  const sum = (minorUnits: number) => money(minorUnits, { currency: entitlements.currency, locale });
  if (way === null) return sum(amount);
  const cash = way === 'mixed' ? (in_cash ?? 0) : way === 'cash' ? amount : 0;
  if (cash === amount) return t('receipt.inCash', { sum: sum(cash + rounding) });
  if (cash === 0) return t('receipt.onCard', { sum: sum(amount) });
  return t('receipt.onBoth', { card: sum(amount - cash), cash: sum(cash + rounding) });
}

interface MoneyBack {
  amount: number;
  paid_by: WayToPay | null;
  in_cash: number | null;
  rounding: number;
}
