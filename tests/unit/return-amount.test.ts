import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { beyond, returnAmount, wholeReturn } from '#cabinet/shop/sales/return-amount.ts';
import { lessPercent, lineSum, shareOf, takenOff } from '#cabinet/shop/sales/share-of.ts';

/** A line of pieces. */
const line = (position: number, price: number, pieces: number, returned = 0) => ({
  position,
  sum: price * pieces,
  quantity: pieces * 1000,
  returned: returned * 1000,
});

it.each([
  ['pieces at their price', [line(1, 1000, 3)], 0, [[1, 2]], 2000],
  [
    'all lines',
    [line(1, 1000, 3), line(2, 501, 1)],
    0,
    [
      [1, 3],
      [2, 1],
    ],
    3501,
  ],
  ['less the discount', [line(1, 1000, 3)], 10, [[1, 1]], 900],
  ['nothing for what was free', [line(1, 1000, 1)], 100, [[1, 1]], 0],
] as const)('gives back %s', (_what, lines, discount, back, amount) => {
  expect(returnAmount({ lines, discount }, new Map(back.map(([at, pieces]) => [at, pieces * 1000])))).toBe(
    amount,
  );
});

it('gives back what was paid, whatever the steps', () => {
  // 3 × 3.33 less 7 % is 9.30: three pieces of 3.10 and a rest that must not get lost.
  const steps = [0, 1, 2].map((returned) =>
    returnAmount({ lines: [line(1, 333, 3, returned)], discount: 7 }, new Map([[1, 1000]])),
  );
  expect(steps.reduce((sum, amount) => sum + amount, 0)).toBe(930);
});

it('knows what is left of a receipt, and where more would come back', () => {
  const lines = [line(1, 1000, 3, 1), line(2, 501, 1, 1), line(3, 20, 2)];
  const whole = wholeReturn(lines);
  expect([...whole]).toEqual([
    [1, 2000],
    [3, 2000],
  ]);
  expect(beyond(lines, whole)).toBeUndefined();
  const asked = new Map([
    [1, 3000],
    [2, 1000],
    [3, 2000],
    [4, 1000],
  ]);
  expect([...(beyond(lines, asked) ?? [])]).toEqual([
    [1, 2000],
    [2, 0],
    [4, 0],
  ]);
});

it.each([
  ['0.350 kg at 240.00', 24_000, 350, 8400],
  ['half a minor unit up', 1, 500, 1],
  ['less than that down', 1, 499, 0],
  ['1.005 m at 9.99', 999, 1005, 1004],
  ['three pieces', 333, 3000, 999],
  ['a product that no number holds exactly', 999_999_999, 999_999_999, 999_999_998_000_000],
])('counts a line of %s', (_what, price, quantity, sum) => {
  expect(lineSum({ price, quantity })).toBe(sum);
});

const prices = fc.integer({ min: 0, max: 100_000_000 });
const quantities = fc.integer({ min: 1, max: 1_000_000 });
const percents = fc.integer({ min: 0, max: 100 });
const soldLine = fc.record({ price: prices, quantity: quantities, percent: percents });

it('is never half a minor unit away from the exact sum of a line', () => {
  fc.assert(
    fc.property(soldLine, ({ price, quantity }) => {
      const apart = BigInt(lineSum({ price, quantity })) * 2000n - 2n * BigInt(price) * BigInt(quantity);
      expect(apart > -1000n && apart <= 1000n).toBe(true);
    }),
  );
});

it('takes parts that never exceed the whole, the more the larger', () => {
  fc.assert(
    fc.property(prices, quantities, quantities, (amount, one, other) => {
      const [part = 0, whole = 1] = [one, other].sort((a, b) => a - b);
      expect(shareOf(amount, part, whole)).toBeLessThanOrEqual(amount);
      expect(shareOf(amount, part, whole)).toBeGreaterThanOrEqual(shareOf(amount, part - 1, whole));
      expect(shareOf(amount, whole, whole)).toBe(amount);
      expect(shareOf(amount, 0, whole)).toBe(0);
    }),
  );
});

it('gives back exactly what was paid for weights too, with discounts on lines and receipt, in whatever parts and order', () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1000 })), { maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(soldLine, { minLength: 1, maxLength: 4 }),
      percents,
      steps,
      (sold, discount, taken) => {
        const lines = sold.map(({ percent, ...one }, place) => {
          const full = lineSum(one);
          const off = takenOff(full, { value: percent, isPercent: true }, lessPercent);
          return { ...one, position: place, sum: full - off, returned: 0 };
        });
        const paid = lessPercent(
          lines.reduce((sum, one) => sum + one.sum, 0),
          discount,
        );
        let given = 0;
        const give = (back: ReadonlyMap<number, number>) => {
          const amount = returnAmount({ lines, discount }, back);
          expect(amount).toBeGreaterThanOrEqual(0);
          given += amount;
          expect(given).toBeLessThanOrEqual(paid);
          for (const one of lines) one.returned += back.get(one.position) ?? 0;
        };
        for (const [at, share] of taken) {
          const one = lines[at % lines.length];
          if (one)
            give(new Map([[one.position, Math.floor(((one.quantity - one.returned) * share) / 1000)]]));
        }
        give(wholeReturn(lines));
        expect(given).toBe(paid);
      },
    ),
  );
});
