import { expect, it } from 'vitest';
import { differenceIn, expectedIn, movedIn } from '#cabinet/shop/drawer/drawer-sum.ts';

const moves = (...amounts: number[]) => amounts.map((amount) => ({ amount }));

it.each([
  // float, sold, returned, moves, what should be there
  [0, 0, 0, [], 0],
  [50_000, 0, 0, [], 50_000],
  [50_000, 123_45, 0, [], 62_345],
  [50_000, 123_45, 23_45, [], 60_000],
  [50_000, 123_45, 23_45, [10_000, -5_000, -1], 64_999],
  [0, 0, 10_00, [], -10_00],
  [0, 1, 0, [-1], 0],
  [0, 0, 0, [-500], -500],
])('float %i, sold %i, returned %i and moves %j should come to %i', (float, sold, returned, amounts, sum) => {
  expect(expectedIn({ float, sold, returned, rounding: 0, moves: moves(...amounts) })).toBe(sum);
});

it.each([
  [[], 0, 0],
  [[5], 5, 0],
  [[-5], 0, 5],
  [[5, -3, 7, -2], 12, 5],
])('%j is %i put in and %i taken out', (amounts, putIn, takenOut) => {
  expect(movedIn(moves(...amounts))).toEqual({ putIn, takenOut });
});

it.each([
  [null, undefined],
  [62_345, 0],
  [62_346, 1],
  [62_344, -1],
  [0, -62_345],
])('of a count of %s the difference is %s', (counted, difference) => {
  expect(differenceIn({ float: 50_000, sold: 123_45, returned: 0, rounding: 0, moves: [], counted })).toBe(
    difference,
  );
});

it('stays whole over many small sums in any order', () => {
  const amounts = Array.from({ length: 1000 }, (_, place) => (place % 3 === 0 ? -7 : 11));
  const sum = amounts.reduce((all, one) => all + one, 0);
  const forwards = expectedIn({ float: 1, sold: 2, returned: 3, rounding: 0, moves: moves(...amounts) });
  const backwards = expectedIn({
    float: 1,
    sold: 2,
    returned: 3,
    rounding: 0,
    moves: moves(...amounts.toReversed()),
  });
  expect([forwards, backwards]).toEqual([sum, sum]);
});
