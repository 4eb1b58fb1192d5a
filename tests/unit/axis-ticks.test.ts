import { expect, test } from 'vitest';
import { axisTicks, stackedReach } from '#web/pages/home/charts/axis-ticks.ts';

test.each([
  [0, 0, [0, 1]],
  [0, 1, [0, 1]],
  [0, 5, [0, 1, 2, 3, 4, 5]],
  [0, 195, [0, 50, 100, 150, 200]],
  [0, 220, [0, 50, 100, 150, 200, 250]],
  [0, 2_250_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000]],
  [-30, 70, [-50, 0, 50, 100]],
  [-7, 0, [-8, -6, -4, -2, 0]],
])('from %d to %d', (lowest, highest, ticks) => {
  const found = axisTicks(lowest, highest);
  expect(found).toContain(0);
  expect(found[0]).toBeLessThanOrEqual(lowest);
  expect(found.at(-1)).toBeGreaterThanOrEqual(highest);
  expect(found.length).toBeLessThanOrEqual(6);
  if (ticks.length <= 6) expect(found).toEqual(ticks);
});

test('bars are as high as their parts together, above the line and below', () => {
  expect(stackedReach([[1, 2, -3], [4, 0, -1], []])).toEqual([-3, 4]);
  expect(stackedReach([])).toEqual([0, 0]);
});
