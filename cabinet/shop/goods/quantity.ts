import * as z from 'zod';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import type { Translate } from '../../texts.ts';
import { decimalOf } from './decimal.ts';
import { decimalsOf, type Unit } from './units.ts';

const largestQuantity = 1_000_000_000;
const thousand = 1000;
/** No minus before digits: the other rules say what else is missing. */
const notNegative = /^(?![-−]\d)/;

/** A number of at least 0 as typed, read into its smallest parts. `error` is a key, `validation.…`. */
export function typedNumber(digits: number, error: string) {
  return z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(
      z
        .string()
        .min(1)
        .regex(notNegative, { error: 'validation.notNegative' })
        .refine((typed) => typed === '' || decimalOf(typed, digits) !== undefined, { error }),
    )
    .transform((typed) => decimalOf(typed, digits) ?? 0);
}

/** What may be left out. */
export function orNone<Read extends z.ZodType>(read: Read) {
  return z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed),
    read.nullable(),
  );
}

/** A whole number as typed, such as `1 250`. */
export const wholeNumber = typedNumber(0, 'validation.wholeNumber').pipe(z.int().max(largestQuantity));

/** What to say of something that is no quantity of a unit, as a key. */
export function quantityError(unit: Unit): string {
  return decimalsOf(unit) === 0 ? 'validation.wholePieces' : 'validation.quantity';
}

const pieces = typedNumber(0, quantityError('piece'))
  .pipe(z.int().max(largestQuantity))
  .transform((typed) => typed * thousand);
const thousandths = typedNumber(3, quantityError('kg')).pipe(z.int().max(largestQuantity * thousand));

/** A quantity of a unit as typed, read into thousandths. */
export function quantityOf(unit: Unit) {
  return decimalsOf(unit) === 0 ? pieces : thousandths;
}

/** Thousandths as a number with a point, as addresses and files have it: 1500 is `1.5`. */
export function plainQuantity(thousandths: number): string {
  return String(thousandths / thousand);
}

/** The same as a reader would type it. */
export function typedQuantity(thousandths: number, locale: Locale): string {
  const plain = plainQuantity(thousandths);
  return locale === 'en' ? plain : plain.replace('.', ',');
}

/** A quantity with its unit; pieces go without saying. On paper a part has all its decimals, as on scales. */
export function quantityText(
  { quantity, unit }: { quantity: number; unit: Unit },
  { t, locale, isOnPaper = false }: { t: Translate; locale: Locale; isOnPaper?: boolean },
): string {
  const digits = isOnPaper && quantity % thousand !== 0 ? 3 : 0;
  const format = new Intl.NumberFormat(intlTags[locale], {
    minimumFractionDigits: digits,
    maximumFractionDigits: 3,
  });
  const number = format.format(quantity / thousand);
  return unit === 'piece' ? number : `${number}\u00a0${t(`unit.${unit}`)}`;
}

/** What follows the price of one unit: `/kg`, and nothing for pieces. */
export function perUnit(unit: Unit, t: Translate): string {
  return unit === 'piece' ? '' : `/${t(`unit.${unit}`)}`;
}
