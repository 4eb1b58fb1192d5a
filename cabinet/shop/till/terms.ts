import { onceOf } from '../forms.ts';
import { decimalOf } from '../goods/decimal.ts';
import { price } from '../goods/goods.ts';
import { type LineDiscount, lessPercent, takenOff } from '../sales/share-of.ts';
import { type moneyKinds, type WayToPay, waysToPay } from '../sales/ways-to-pay.ts';

/** How a sale is paid, as typed: kept in the page's address like the goods. */
export interface Terms {
  /** The sale's own id from its first line on: however often it is sent, it is made once. */
  once: string;
  pay: WayToPay;
  /** The shop's own way, which an address leaves out. */
  usualPay: (typeof moneyKinds)[number];
  /** The discount of the receipt, as typed. */
  discount: string;
  /** Else an amount. */
  isPercent: boolean;
  /** The part in cash of a payment in two, as typed. */
  cash: string;
  /** What the customer hands over in cash, as typed. */
  given: string;
  /** The number of the cash drawer that was chosen among several; empty where there was no choice. */
  drawer: string;
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
    isPercent: sent.get('discountKind') !== 'amount',
    cash: typed('cash'),
    given: typed('given'),
    drawer: /^\d{1,9}$/.test(typed('drawer')) ? typed('drawer') : '',
  };
}

/** What is taken off a sum; undefined where nothing is, `wrong` where it is no discount or more than the sum. */
export function discountOn(
  full: number,
  { typed, isPercent }: { typed: string; isPercent: boolean },
): LineDiscount | 'wrong' | undefined {
  if (typed.trim() === '') return undefined;
  const value = discountValue(typed, isPercent, decimalOf);
  return value === undefined || (!isPercent && value > full) ? 'wrong' : { value, isPercent };
}

/** What stays to be paid of a sum; a wrong discount takes nothing off. */
export function netOf(full: number, discount: ReturnType<typeof discountOn>): number {
  return typeof discount === 'object' ? full - takenOff(full, discount, lessPercent) : full;
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
