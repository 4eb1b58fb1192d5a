import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { refusalsByField } from '#contract/kernel/issues.ts';
import { amountField, countField } from '#web/ui/shared/amount-schema.ts';
import { amountOf, typedAmount } from '#web/ui/shared/amount.ts';

describe('an amount typed in whole units', () => {
  it.each([
    ['199,50', 19_950],
    ['199.5', 19_950],
    ['1 200', 120_000],
    ['0', 0],
    ['0,07', 7],
    // As floats these are 110.00000000000001 and 28.999999999999996.
    ['1,1', 110],
    ['0,29', 29],
    ['1000000000', 100_000_000_000],
    ['70368744177663,99', 7_036_874_417_766_399],
  ])('%s is %i minor units', (typed, minorUnits) => {
    expect(amountOf(typed)).toBe(minorUnits);
  });

  it.each(['', 'abc', '1,234', '1.299,50', '1e3', '12,', ',5', '99999999999999999'])(
    '%j is none',
    (typed) => {
      expect(amountOf(typed)).toBeUndefined();
    },
  );

  it.each([0, 7, 110, 19_950, 120_000, 7_036_874_417_766_399])('comes back as it was typed: %i', (amount) => {
    for (const locale of ['uk', 'en'] as const) expect(amountOf(typedAmount(amount, locale))).toBe(amount);
  });

  it('has the decimal sign of the language', () => {
    expect(typedAmount(19_950, 'uk')).toBe('199,50');
    expect(typedAmount(19_950, 'en')).toBe('199.50');
    expect(typedAmount(19_900, 'lt')).toBe('199');
  });

  it('is refused by its bounds in whole units', () => {
    const read = amountField({ min: 1, max: 10_000 }).safeParse('100,01');
    expect(read.error?.issues).toMatchObject([{ message: 'validation.tooBig', params: { max: '100' } }]);
    expect(amountField({ max: 10 }).safeParse(' ').error?.issues[0]?.message).toBe('validation.required');
  });

  it('of a top-up is refused by the least and the most that can be paid at once', () => {
    const field = amountField({ min: 100, max: 10_000 }, '₴');
    const refusalOf = (typed: string) => field.safeParse(typed).error?.issues;
    expect(refusalOf('0,99')).toMatchObject([
      { message: 'validation.amountAtLeast', params: { min: '1', currency: '₴' } },
    ]);
    expect(refusalOf('100,01')).toMatchObject([
      { message: 'validation.amountTooLarge', params: { max: '100', currency: '₴' } },
    ]);
    expect(field.parse('1')).toBe(100);
    expect(field.parse('100')).toBe(10_000);
  });

  it.each(['abc', '1,555', '1.000,50'])('%j is refused as no amount', (typed) => {
    const read = amountField({ max: 100_000 }).safeParse(typed);
    expect(read.error?.issues[0]?.message).toBe('validation.amountExpected');
  });
});

describe('a whole number as typed', () => {
  it('is read with spaces between thousands', () => {
    expect(countField.parse('1 000')).toBe(1000);
  });

  const days = countField.pipe(z.int().min(1).max(3650));
  const refusal = (typed: string) => {
    const { error } = days.safeParse(typed);
    return error && Object.values(refusalsByField(error)).flat();
  };

  it.each(['-1', '-99999999999999999999'])('%j is refused by its lower bound', (typed) => {
    expect(refusal(typed)).toEqual([{ key: 'validation.tooSmall', params: { min: 1 } }]);
  });

  it('beyond what a number carries it is refused by its upper bound', () => {
    expect(refusal('99999999999999999999')).toEqual([{ key: 'validation.tooBig', params: { max: 3650 } }]);
  });

  it.each(['1.5', '1e2', 'seven', '١٤', '--1'])('%j is none', (typed) => {
    expect(refusal(typed)).toEqual([{ key: 'validation.wholeNumber' }]);
  });
});
