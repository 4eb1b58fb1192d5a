import * as z from 'zod';
import { limits } from '#contract/kernel/primitives.ts';
import { amountOf, typedUnits } from './amount.ts';

/**
 * A schema for a typed amount of at least 0; gives minor units. A refusal names the bound in whole units. With a
 * currency's sign it is a top-up: the refusal says the least or the most that can be paid at once.
 */
export function amountField({ min = 0, max }: { min?: number; max: number }, currency?: string) {
  return z.string().transform((typed, { issues }) => {
    const refuse = (message: string, params?: Record<string, string>) => {
      issues.push({ code: 'custom', input: typed, message, ...(params && { params }) });
      return z.NEVER;
    };
    if (typed.trim() === '') return refuse('validation.required');
    const amount = amountOf(typed);
    if (amount === undefined) return refuse('validation.amountExpected');
    const isForTopUp = currency !== undefined;
    if (amount < min) {
      const bound = { min: typedUnits(String(min)), ...(isForTopUp && { currency }) };
      return refuse(isForTopUp ? 'validation.amountAtLeast' : 'validation.tooSmall', bound);
    }
    if (amount > max) {
      const bound = { max: typedUnits(String(max)), ...(isForTopUp && { currency }) };
      return refuse(isForTopUp ? 'validation.amountTooLarge' : 'validation.tooBig', bound);
    }
    return amount;
  });
}

/** A schema for a typed whole number. A number below zero, or too large for JSON, is refused by the bound. */
export const countField = z.string().transform((typed, { issues }) => {
  const digits = typed.replace(/\s/g, '');
  if (/^-?\d+$/.test(digits)) return Math.max(-1, Math.min(Number(digits), limits.money.max));
  const message = digits === '' ? 'validation.required' : 'validation.wholeNumber';
  issues.push({ code: 'custom', input: typed, message });
  return z.NEVER;
});
