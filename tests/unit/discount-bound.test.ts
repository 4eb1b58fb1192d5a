import { expect, it } from 'vitest';
import { isBelow } from '#cabinet/shop/till/basket.ts';
import { lessPercent } from '#cabinet/shop/sales/share-of.ts';

it.each([
  // paid, lines, percent: whether too much was taken off
  [900, [1000], 10, false],
  [899, [1000], 10, true],
  [1000, [1000], 0, false],
  [999, [1000], 0, true],
  [0, [1000], 100, false],
  [0, [], 10, false],
  // Each line rounded by itself may come to some minor units less than all at once.
  [15, [5, 5, 5], 10, false],
  [12, [5, 5, 5], 10, false],
  [11, [5, 5, 5], 10, true],
])('%i to pay for %j is below what %i percent leave: %s', (paid, full, most, isTooMuch) => {
  expect(isBelow(paid, full, { most, less: lessPercent })).toBe(isTooMuch);
});
