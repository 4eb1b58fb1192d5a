import * as z from 'zod';
import { limits, line } from '#contract/kernel/primitives.ts';
import { orNone, quantityOf, typedNumber } from './quantity.ts';
import { type Unit, units } from './units.ts';

export interface Goods {
  id: string;
  /** The shop's own, or a barcode; no two goods share one. */
  code: string | null;
  name: string;
  /** Minor units. */
  price: number;
  unit: Unit;
  /** Thousandths of the unit. */
  quantity: number;
  /** As the shop calls it. */
  category: string | null;
  /** What the shop pays for one unit, in minor units. */
  cost: number | null;
  /** With so much left or less it is running out, in thousandths; null is as the whole shop has it. */
  few: number | null;
}

export const goodsColumns = ['name', 'price', 'quantity'] as const;
/** By which column a list goes, and whether the highest or last is the first. */
export interface GoodsOrder {
  by: (typeof goodsColumns)[number];
  isDown: boolean;
}
export const byName: GoodsOrder = { by: 'name', isDown: false };

const largestPrice = 100_000_000_000;

/** A sum as typed, in whole units with a comma or a point (`1 250,50`), read into minor units. */
export const price = typedNumber(2, 'validation.price').pipe(z.int().max(largestPrice));
/** The same of money that is no price. */
export const sum = typedNumber(2, 'validation.sum').pipe(z.int().max(largestPrice));

/** The form for an item as typed, whose quantity is in the unit that was chosen. Errors are keys, `validation.…`. */
export function goodsInput(unit: Unit) {
  return z.strictObject({
    name: line(limits.generic),
    code: line({ min: 0, max: 50 }).transform((typed) => (typed === '' ? null : typed)),
    price,
    unit: z.enum(units, { error: 'validation.unit' }),
    quantity: quantityOf(unit),
    category: line({ min: 0, max: 50 }).transform((typed) => (typed === '' ? null : typed)),
    cost: orNone(price),
    few: orNone(quantityOf(unit)),
  });
}
export type GoodsInput = z.infer<ReturnType<typeof goodsInput>>;
export const goodsFields = ['name', 'price', 'quantity', 'unit', 'code', 'category', 'cost', 'few'] as const;
/** Columns of a file: what is delivered comes on top of what is there. */
export const fileFields = [...goodsFields, 'delivered'] as const;
export type FileField = (typeof fileFields)[number];

/** A line of a file as typed, where what is left out of an item that there is stays as it is. */
export function fileLineInput(unit: Unit, lacks: { price: boolean; quantity: boolean }) {
  return goodsInput(unit).extend({
    price: lacks.price ? orNone(price) : price,
    quantity: lacks.quantity ? orNone(quantityOf(unit)) : quantityOf(unit),
    delivered: orNone(quantityOf(unit)),
  });
}

/** What a file can empty. */
export const emptiableFields = ['code', 'category', 'cost', 'few'] as const;
export type GoodsField = (typeof goodsFields)[number];

/** The unit that a form names; an item that names none is counted in pieces. */
export function unitIn(named: string): Unit {
  return units.find((unit) => unit === named) ?? 'piece';
}
