import fc from 'fast-check';
import { expect, it } from 'vitest';
import { notesFor } from '#cabinet/shop/till/notes.ts';

it.each([
  [85_00, 'UAH', [100_00, 200_00, 500_00, 1000_00]],
  [450_00, 'UAH', [500_00, 600_00, 1000_00]],
  [200_00, 'UAH', [500_00, 1000_00]],
  [2350_10, 'UAH', [2400_00, 2500_00, 3000_00]],
  [7_30, 'EUR', [10_00, 20_00, 50_00]],
  [23_40, 'EUR', [25_00, 30_00, 40_00, 50_00]],
  [50_00, 'EUR', [60_00]],
])('for %i %s a customer may hand over %j', (due, currency, sums) => {
  expect(notesFor(due, currency)).toEqual(sums);
});

it('offers at most four sums, each enough, in their order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom('UAH', 'EUR'), (due, currency) => {
      const sums = notesFor(due, currency);
      expect(sums.length).toBeLessThanOrEqual(4);
      expect(sums.every((sum, place) => sum > (sums[place - 1] ?? due))).toBe(true);
    }),
  );
});
