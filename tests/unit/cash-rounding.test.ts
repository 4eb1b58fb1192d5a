import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cashBack, cashSteps, roundedCash, usualStep } from '#cabinet/shop/drawer/rounded-cash.ts';

it.each([
  // amount, step, what is paid
  [10_01, 5, 10_00],
  [10_02, 5, 10_00],
  [10_03, 5, 10_05],
  [10_07, 5, 10_05],
  [10_08, 5, 10_10],
  [10_24, 50, 10_00],
  [10_25, 50, 10_50],
  [10_74, 50, 10_50],
  [10_75, 50, 11_00],
  [10_04, 10, 10_00],
  [10_05, 10, 10_10],
  [10_49, 100, 10_00],
  [10_50, 100, 11_00],
  [10_01, 1, 10_01],
  [0, 50, 0],
])('%i rounded to %i is %i', (amount, step, paid) => {
  expect(roundedCash(amount, step)).toBe(paid);
});

it.each([
  ['UAH', 50],
  ['EUR', 5],
  ['PLN', 1],
])('in %s cash is rounded to %i, unless the shop says otherwise', (currency, step) => {
  expect(usualStep(currency)).toBe(step);
});

const step = fc.constantFrom(...cashSteps);
const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });

it('is a sum that there are coins for, at most half a step away, and the same once more', () => {
  fc.assert(
    fc.property(amount, step, (exact, size) => {
      const paid = roundedCash(exact, size);
      expect(paid % size).toBe(0);
      expect(Math.abs(paid - exact) * 2).toBeLessThanOrEqual(size);
      expect(roundedCash(paid, size)).toBe(paid);
    }),
  );
});

it('gives back exactly what was paid, in whatever parts, never more, and always in coins', () => {
  const parts = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, step, (amounts, size) => {
      const exact = amounts.reduce((all, one) => all + one, 0);
      const left = { exact, paid: roundedCash(exact, size) };
      for (const one of amounts) {
        const back = cashBack(one, { left, step: size }, roundedCash);
        expect(back % size).toBe(0);
        expect(back).toBeGreaterThanOrEqual(0);
        left.exact -= one;
        left.paid -= back;
        expect(left.paid).toBeGreaterThanOrEqual(0);
      }
      expect(left.paid).toBe(0);
    }),
  );
});

it('gives back in coins what was paid without rounding before', () => {
  expect(cashBack(10_02, { left: { exact: 10_02, paid: 10_02 }, step: 50 }, roundedCash)).toBe(10_00);
});
