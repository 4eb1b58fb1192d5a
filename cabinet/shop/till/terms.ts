import { onceOf } from '../forms.ts';
import { decimalOf } from '../goods/decimal.ts';
import { price } from '../goods/goods.ts';
import { type moneyKinds, type WayToPay, waysToPay } from '../sales/ways-to-pay.ts';

/** How a sale is paid, as typed: kept in the page's address like the goods. */
export interface Terms {
  /** The sale's own id from its first line on: however often it is sent, it is made once. */
  once: string;
  pay: WayToPay;
  /** The shop's own way, which an address leaves out. */
  usualPay: (typeof moneyKinds)[number];
  /** Percent, as typed. */
  discount: string;
  /** The part in cash of a payment in two, as typed. */
  cash: string;
  /** What the customer hands over in cash, as typed. */
  given: string;
}

/** Fields that the reader's tariff doesn't have count as empty. */
export function termsOf(
  sent: URLSearchParams,
  { hasDiscounts, usualPay }: { hasDiscounts: boolean; usualPay: Terms['usualPay'] },
): Terms {
  const typed = (name: string) => (sent.get(name) ?? '').trim().slice(0, 20);
  return {
    once: onceOf(sent),
    pay: waysToPay.find((way) => way === sent.get('pay')) ?? usualPay,
    usualPay,
    discount: hasDiscounts ? typed('discount') : '',
    cash: typed('cash'),
    given: typed('given'),
  };
}

/** Whole percent; undefined when something else was typed. */
export function percentOf({ discount }: Terms): number | undefined {
  return discount === '' ? 0 : discountValue(discount, true, decimalOf);
}

/**
 * Whole percent up to 100, or an amount in minor units; undefined when neither was typed. The till's script has it too:
 * it uses nothing from outside.
 */
export function discountValue(
  typed: string,
  isPercent: boolean,
  decimal: typeof decimalOf,
): number | undefined {
  if (!isPercent) return decimal(typed, 2);
  const percent = decimal(typed.replace('%', ''), 0);
  return percent !== undefined && percent <= 100 ? percent : undefined;
}

/** How much of a total is paid in cash; undefined where two parts are wanted and no part of it was typed. */
export function cashPart({ pay, cash }: Terms, total: number): number | undefined {
  if (pay !== 'mixed') return pay === 'cash' ? total : 0;
  const part = price.safeParse(cash).data;
  return part !== undefined && part > 0 && part < total ? part : undefined;
}

/** Minor units; null when nothing was typed or a card pays, undefined when no sum was. */
export function givenOf({ pay, given }: Terms): number | null | undefined {
  if (pay === 'card' || given === '') return null;
  return price.safeParse(given).data;
}
