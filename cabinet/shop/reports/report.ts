import { caseless } from '../goods/goods-store.ts';
import type { Unit } from '../goods/units.ts';

/** What a product sold in a month, in minor units. */
export interface ProductSum {
  name: string;
  category: string | null;
  unit: Unit;
  /** Thousandths of the unit. */
  quantity: number;
  /** Before discounts. */
  full: number;
  /** After them: the money that it brought. */
  paid: number;
  /** What these goods cost the shop; null where that is not known. */
  cost: number | null;
}

export interface CategorySum {
  /** Null: products without one. */
  name: string | null;
  full: number;
  paid: number;
  margin: Margin | undefined;
}

/** What is left of the money when the goods are paid for. */
export interface Margin {
  sum: number;
  /** Whole percent of the money; undefined where there was none. */
  percent: number | undefined;
}

/** Before discounts and after them. */
export function sumOfProducts(products: readonly ProductSum[]): Pick<ProductSum, 'full' | 'paid'> {
  const sumOf = (which: 'full' | 'paid') => products.reduce((sum, product) => sum + product[which], 0);
  return { full: sumOf('full'), paid: sumOf('paid') };
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
  const groups = Map.groupBy(products, ({ category }) => (category === null ? null : caseless(category)));
  if (![...groups.keys()].some((key) => key !== null)) return [];
  return [...groups.values()]
    .map((group) => ({
      name: group[0]?.category ?? null,
      ...sumOfProducts(group),
      margin: marginOf(group),
    }))
    .toSorted(
      (one, other) => Number(one.name === null) - Number(other.name === null) || other.paid - one.paid,
    );
}
