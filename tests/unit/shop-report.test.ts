import { expect, it } from 'vitest';
import { marginOf, type ProductSum, sumsByCategory } from '#cabinet/shop/reports/report.ts';

const product = (more: Partial<ProductSum>): ProductSum => ({
  name: 'Хліб',
  category: null,
  unit: 'piece',
  quantity: 1000,
  full: 100,
  paid: 100,
  cost: null,
  ...more,
});

it('counts the margin of what was paid for products whose cost is known, and of no others', () => {
  expect(marginOf([product({})])).toBeUndefined();
  expect(marginOf([product({ paid: 90, cost: 60 }), product({ paid: 500 })])).toEqual({
    sum: 30,
    percent: 33,
  });
  expect(marginOf([product({ paid: 50, cost: 60 })])).toEqual({ sum: -10, percent: -20 });
  expect(marginOf([product({ paid: 0, cost: 60 })])).toEqual({ sum: -60, percent: undefined });
});

it('sums by category in any spelling, the largest first and those without one last', () => {
  const sums = sumsByCategory([
    product({ full: 900 }),
    product({ category: 'Сири', full: 300, paid: 300, cost: 200 }),
    product({ category: 'сири', full: 100, paid: 100 }),
    product({ category: 'Хліб', full: 500, paid: 500 }),
  ]);
  expect(sums).toEqual([
    { name: 'Хліб', full: 500, paid: 500, margin: undefined },
    { name: 'Сири', full: 400, paid: 400, margin: { sum: 100, percent: 33 } },
    { name: null, full: 900, paid: 100, margin: undefined },
  ]);
  expect(sumsByCategory([product({})])).toEqual([]);
});
