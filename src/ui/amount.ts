import * as z from 'zod';
import { limits } from '#contract/primitives.ts';
import type { Locale } from '#contract/variants.ts';
import { minorUnitsOf, typedUnits } from '#web/ui/list/filter-draft.ts';

/** Whole units as typed (`199,50`, `199.5`, `1 200`) in minor units; undefined when that is no amount. */
export function amountOf(typed: string): number | undefined {
  const digits = minorUnitsOf(typed);
  return digits === undefined ? undefined : Number(digits);
}

/** Minor units as whole units to type, with the decimal sign of the language: 19950 is `199,50`. */
export function typedAmount(minorUnits: number, locale: Locale): string {
  const text = typedUnits(String(minorUnits));
  return locale === 'en' ? text : text.replace('.', ',');
}

/** A schema of an amount as typed, at least 0; it gives minor units. The bound is said in whole units. */
export function amountField({ min = 0, max }: { min?: number; max: number }) {
  return z.string().transform((typed, { issues }) => {
    const refuse = (message: string, params?: Record<string, string>) => {
      issues.push({ code: 'custom', input: typed, message, ...(params && { params }) });
      return z.NEVER;
    };
    if (typed.trim() === '') return refuse('validation.required');
    const amount = amountOf(typed);
    if (amount === undefined) return refuse('validation.amountExpected');
    if (amount < min) return refuse('validation.tooSmall', { min: typedUnits(String(min)) });
    if (amount > max) return refuse('validation.tooBig', { max: typedUnits(String(max)) });
    return amount;
  });
}

/** A schema of a whole number as typed. Below zero or beyond what JSON carries, it is the bound that refuses it. */
export const countField = z.string().transform((typed, { issues }) => {
  const digits = typed.replace(/\s/g, '');
  if (/^-?\d+$/.test(digits)) return Math.max(-1, Math.min(Number(digits), limits.money.max));
  const message = digits === '' ? 'validation.required' : 'validation.wholeNumber';
  issues.push({ code: 'custom', input: typed, message });
  return z.NEVER;
});
