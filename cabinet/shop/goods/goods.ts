import * as z from 'zod';
import { limits, line } from '#contract/kernel/primitives.ts';

export interface Goods {
  id: string;
  /** The shop's own, or a barcode; no two goods share one. */
  code: string | null;
  name: string;
  /** Minor units. */
  price: number;
  quantity: number;
}

export const goodsColumns = ['name', 'price', 'quantity'] as const;
/** By which column a list goes, and whether the highest or last is the first. */
export interface GoodsOrder {
  by: (typeof goodsColumns)[number];
  isDown: boolean;
}
export const byName: GoodsOrder = { by: 'name', isDown: false };

const largestPrice = 100_000_000_000;
const largestQuantity = 1_000_000_000;
/** No minus before digits: the other rules say what else is missing. */
const notNegative = /^(?![-−]\d)/;

/** A whole number of pieces as typed, such as `1 250`. */
export const pieces = z
  .string()
  .transform(withoutSpaces)
  .pipe(
    z
      .string()
      .min(1)
      .regex(notNegative, { error: 'validation.notNegative' })
      .regex(/^\d{1,12}$/, { error: 'validation.wholeNumber' }),
  )
  .transform(Number)
  .pipe(z.int().max(largestQuantity));

/**
 * The form for an item as typed: the price in whole units with a comma or a point (`1 250,50`), read into minor
 * units. Errors are keys, `validation.…`.
 */
export const goodsInput = z.strictObject({
  name: line(limits.generic),
  code: line({ min: 0, max: 50 }).transform((typed) => (typed === '' ? null : typed)),
  price: z
    .string()
    .transform(withoutSpaces)
    .pipe(
      z
        .string()
        .min(1)
        .regex(notNegative, { error: 'validation.notNegative' })
        .regex(/^\d{1,12}([.,]\d{1,2})?$/, { error: 'validation.price' }),
    )
    .transform(minorUnitsOf)
    .pipe(z.int().max(largestPrice)),
  quantity: pieces,
});
export type GoodsInput = z.infer<typeof goodsInput>;
export const goodsFields = ['name', 'code', 'price', 'quantity'] as const;
export type GoodsField = (typeof goodsFields)[number];

function withoutSpaces(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

function minorUnitsOf(typed: string): number {
  const [whole, hundredths = ''] = typed.split(/[.,]/);
  return Number(whole) * 100 + Number(hundredths.padEnd(2, '0'));
}
