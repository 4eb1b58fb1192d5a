import * as z from 'zod';
import { line } from '#contract/kernel/primitives.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { orNone, typedNumber, wholeNumber } from '../goods/quantity.ts';
import { type CashStep, cashSteps } from '../drawer/rounded-cash.ts';
import { moneyKinds } from '../sales/ways-to-pay.ts';

/** What the shop says of itself, and how it works; empty where it says nothing. */
export interface ShopFacts {
  name: string;
  address: string;
  phone: string;
  /** The last line of a receipt. */
  thanks: string;
  /** The way of paying that a new sale begins with. */
  pay: (typeof moneyKinds)[number];
  /** An item is running out when this number of whole units is left, or fewer. */
  few: number;
  /** The largest discount that a cashier may give, in percent; null is any. */
  mostDiscount: number | null;
  /** What cash is rounded to, in minor units; null is as its country has it. */
  cashStep: CashStep | null;
  /** Of receipts; null is the account's. */
  language: Locale | null;
  /** Whether receipts have the code of a seller who is no company; null is as its country has it. */
  printCode: boolean | null;
  /** Whether cashiers undo what they sold on the same day. */
  cashierUndo: boolean;
}

/** Of a shop that was never described. */
export const usualFacts: ShopFacts = {
  name: '',
  address: '',
  phone: '',
  thanks: '',
  pay: 'cash',
  few: 3,
  mostDiscount: null,
  cashStep: null,
  language: null,
  printCode: null,
  cashierUndo: true,
};

const percent = typedNumber(0, 'validation.percent').pipe(z.int().max(100, { error: 'validation.percent' }));

export const answers = ['yes', 'no'] as const;
const answer = z.enum(['', ...answers]).transform((chosen) => chosen === 'yes');

/** The form as typed. Errors are keys, `validation.…`. */
export const shopInput = z.strictObject({
  name: line({ min: 0, max: 100 }),
  address: line({ min: 0, max: 200 }),
  phone: line({ min: 0, max: 40 }).refine(isPhone, { error: 'validation.phone' }),
  thanks: line({ min: 0, max: 200 }),
  pay: z.enum(moneyKinds),
  few: wholeNumber,
  mostDiscount: orNone(percent),
  cashStep: z
    .enum(['', ...cashSteps.map(String)])
    .transform((chosen) => cashSteps.find((step) => String(step) === chosen) ?? null),
  language: z.enum(['', ...locales]).transform((chosen) => locales.find((one) => one === chosen) ?? null),
  printCode: answer,
  cashierUndo: answer,
});
export const shopFields = [
  'name',
  'address',
  'phone',
  'thanks',
  'pay',
  'few',
  'mostDiscount',
  'cashStep',
  'language',
  'printCode',
  'cashierUndo',
] as const;
export type ShopField = (typeof shopFields)[number];

/** A number as shops write it, with spaces and brackets, or none. */
function isPhone(typed: string): boolean {
  const digits = typed.replaceAll(/\D/g, '').length;
  return typed === '' || (/^\+?[\d\s()./–-]+$/.test(typed) && digits >= 6 && digits <= 15);
}
