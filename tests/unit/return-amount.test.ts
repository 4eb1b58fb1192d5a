import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { beyond, type ReturnableLine, returnAmount, wholeReturn } from '#cabinet/shop/sales/return-amount.ts';
import { lessPercent, lineSum, partsOf, shareOf, takenOff } from '#cabinet/shop/sales/share-of.ts';

type Unpaid = Omit<ReturnableLine, 'paid' | 'paidBack'>;

/** A line of pieces. */
const line = (position: number, price: number, pieces: number, returned = 0): Unpaid => ({
  position,
  sum: price * pieces,
  quantity: pieces * 1000,
  returned: returned * 1000,
});

const sumOf = (lines: readonly Pick<Unpaid, 'sum'>[]) => lines.reduce((all, { sum }) => all + sum, 0);

/** Lines with their parts of the money of a receipt, and of what went back of it. */
const paidFor = (lines: readonly Unpaid[], total: number, back = lines.map(() => 0)): ReturnableLine[] => {
  const paid = partsOf(
    total,
    lines.map(({ sum }) => sum),
  );
  return lines.map((one, place) => ({ ...one, paid: paid[place] ?? 0, paidBack: back[place] ?? 0 }));
};

/** A receipt as it is sold, of which nothing came back. */
const sold = (lines: readonly Unpaid[], discount: number) => {
  const total = lessPercent(sumOf(lines), discount);
  return { lines: paidFor(lines, total), total, returned: 0 };
};

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
  const taken = new Map(back.map(([at, pieces]) => [at, pieces * 1000]));
  expect(returnAmount(sold(lines, discount), taken)).toBe(amount);
});

it.each([
  ['10 % of 26.47', 2647, 10, 2382],
  ['half a minor unit', 5, 10, 4],
  ['less than half', 4, 10, 4],
  ['everything', 2647, 100, 0],
  ['nothing', 2647, 0, 2647],
] as const)('rounds a discount of %s half up', (_what, sum, percent, paid) => {
  expect(lessPercent(sum, percent)).toBe(paid);
});

it('gives back what was paid, whatever the steps', () => {
  // Three pieces of 3.10 are more than was paid.
  const given = [0, 1, 2].reduce((returned, step) => {
    const lines = paidFor([line(1, 333, 3, step)], 929, [returned]);
    return returned + returnAmount({ lines, total: 929, returned }, new Map([[1, 1000]]));
  }, 0);
  // 9.99 less 0.70.
  expect(given).toBe(929);
});

it('knows what is left of a receipt, and where more would come back', () => {
  const { lines } = sold([line(1, 1000, 3, 1), line(2, 501, 1, 1), line(3, 20, 2)], 0);
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

it('is never more than half a minor unit away from the exact discount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), percents, (sum, percent) => {
      const apart = BigInt(sum - lessPercent(sum, percent)) * 200n - 2n * BigInt(sum) * BigInt(percent);
      expect(apart > -100n && apart <= 100n).toBe(true);
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

/** Lines with discounts of their own, of which nothing came back. */
const soldLines = fc.array(soldLine, { minLength: 1, maxLength: 4 }).map((all) =>
  all.map(({ percent, ...one }, position) => {
    const full = lineSum(one);
    const off = takenOff(full, { value: percent, isPercent: true }, lessPercent);
    return { ...one, position, sum: full - off, returned: 0 };
  }),
);

it('gives back exactly what was paid for weights too, with discounts on lines and receipt, in whatever parts and order', () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1000 })), { maxLength: 12 });
  fc.assert(
    fc.property(soldLines, percents, steps, (unpaid, discount, taken) => {
      const { lines, total } = sold(unpaid, discount);
      expect(lines.reduce((all, { paid }) => all + paid, 0)).toBe(total);
      let given = 0;
      const give = (one: ReturnableLine, quantity: number) => {
        const back = new Map([[one.position, quantity]]);
        const amount = returnAmount({ lines, total, returned: given }, back);
        expect(amount).toBeGreaterThanOrEqual(0);
        given += amount;
        one.paidBack += amount;
        one.returned += quantity;
        expect(one.paidBack).toBeLessThanOrEqual(one.paid);
      };
      for (const [at, share] of taken) {
        const one = lines[at % lines.length];
        if (one) give(one, Math.floor(((one.quantity - one.returned) * share) / 1000));
      }
      const rest = returnAmount({ lines, total, returned: given }, wholeReturn(lines));
      expect(given + rest).toBe(total);
      for (const one of lines) give(one, one.quantity - one.returned);
      for (const one of lines) expect(one.paidBack).toBe(one.paid);
    }),
  );
});

it('gives back exactly what was paid on a receipt of an earlier version, of which a part came back there', () => {
  const share = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(soldLines, percents, share, (bought, discount, part) => {
      // It cut discounts to whole minor units, and counted what came back by their percent.
      const cut = (sum: number) => sum - Math.floor((sum * discount) / 100);
      const total = cut(sumOf(bought));
      const after = bought.map((one) => ({ ...one, returned: Math.floor((one.quantity * part) / 1000) }));
      const worth = after.map((one) => ({
        sum: shareOf(one.sum, one.quantity - one.returned, one.quantity),
      }));
      const returned = total - cut(sumOf(worth));
      const weights = after.map(({ sum }, place) => sum - (worth[place]?.sum ?? 0));
      const lines = paidFor(after, total, partsOf(returned, weights));
      const rest = returnAmount({ lines, total, returned }, wholeReturn(lines));
      expect(returned + rest).toBe(total);
    }),
  );
});
