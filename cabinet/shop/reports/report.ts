import { folded } from '../goods/goods-store.ts';
import type { Unit } from '../goods/units.ts';

/** What a product sold in a month, in minor units. */
export interface ProductSum {
  name: string;
  category: string | null;
  unit: Unit;
  /** Thousandths of the unit. */
  quantity: number;
  /** Before discounts. */
  total: number;
  /** After them. */
  paid: number;
  /** What these goods cost the shop; null where that is not known. */
  cost: number | null;
}

export interface CategorySum {
  /** Null: products without one. */
  name: string | null;
  total: number;
  paid: number;
  margin: Margin | undefined;
}

/** What is left of the money when the goods are paid for. */
export interface Margin {
  sum: number;
  /** Whole percent of the money; undefined where there was none. */
  percent: number | undefined;
}

export function sumOfProducts(products: readonly ProductSum[]): number {
  return products.reduce((sum, { total }) => sum + total, 0);
}

/** Of the products whose cost is known; undefined where there are none. */
export function marginOf(products: readonly Pick<ProductSum, 'paid' | 'cost'>[]): Margin | undefined {
  const known = products.flatMap(({ paid, cost }) => (cost === null ? [] : { paid, cost }));
  if (known.length === 0) return undefined;
  const paid = known.reduce((all, one) => all + one.paid, 0);
  const sum = paid - known.reduce((all, one) => all + one.cost, 0);
  return { sum, percent: paid > 0 ? Math.round((100 * sum) / paid) : undefined };
}

/** The largest sum first; products without a category are the last. None where nothing has a category. */
export function sumsByCategory(products: readonly ProductSum[]): CategorySum[] {
  const groups = Map.groupBy(products, ({ category }) => (category === null ? null : folded(category)));
  if (![...groups.keys()].some((key) => key !== null)) return [];
  return [...groups.values()]
    .map((group) => ({
      name: group[0]?.category ?? null,
      total: sumOfProducts(group),
      paid: group.reduce((sum, { paid }) => sum + paid, 0),
      margin: marginOf(group),
    }))
    .toSorted(
      (one, other) => Number(one.name === null) - Number(other.name === null) || other.total - one.total,
    );
}
