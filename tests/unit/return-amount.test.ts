import { expect, it } from 'vitest';
import { beyond, returnAmount, wholeReturn } from '#cabinet/shop/sales/return-amount.ts';

const line = (position: number, price: number, quantity: number, returned = 0) => ({
  position,
  price,
  quantity,
  returned,
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
  expect(returnAmount({ lines, discount }, new Map(back.map(([at, pieces]) => [at, pieces])))).toBe(amount);
});

it('gives back what was paid, whatever the steps', () => {
  // 3 × 3.33 less 7 % is 9.30: three pieces of 3.10 and a rest that must not get lost.
  const steps = [0, 1, 2].map((returned) =>
    returnAmount({ lines: [line(1, 333, 3, returned)], discount: 7 }, new Map([[1, 1]])),
  );
  expect(steps.reduce((sum, amount) => sum + amount, 0)).toBe(930);
});

it('knows what is left of a receipt, and where more would come back', () => {
  const lines = [line(1, 1000, 3, 1), line(2, 501, 1, 1), line(3, 20, 2)];
  const whole = wholeReturn(lines);
  expect([...whole]).toEqual([
    [1, 2],
    [3, 2],
  ]);
  expect(beyond(lines, whole)).toBeUndefined();
  const asked = new Map([
    [1, 3],
    [2, 1],
    [3, 2],
    [4, 1],
  ]);
  expect([...(beyond(lines, asked) ?? [])]).toEqual([
    [1, 2],
    [2, 0],
    [4, 0],
  ]);
});
