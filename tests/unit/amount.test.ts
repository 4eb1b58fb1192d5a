import { describe, expect, it } from 'vitest';
import { amountField, amountOf, countField, typedAmount } from '#web/ui/amount.ts';

describe('an amount typed in whole units', () => {
  it.each([
    ['199,50', 19_950],
    ['199.5', 19_950],
    ['1 200', 120_000],
    ['0', 0],
    ['0,07', 7],
    // Doubles make 110.00000000000001 and 28.999999999999996 of these.
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
});

describe('a whole number as typed', () => {
  it('is read with spaces between thousands and nothing else', () => {
    expect(countField.parse('1 000')).toBe(1000);
    expect(countField.safeParse('1.5').success).toBe(false);
    expect(countField.safeParse('-1').success).toBe(false);
  });
});
