import type { Unit } from '../goods/units.ts';

/** What a product sold in a month, before discounts on whole receipts. */
export interface ProductSum {
  name: string;
  unit: Unit;
  /** Thousandths of the unit. */
  quantity: number;
  /** Minor units. */
  total: number;
}

export function sumOfProducts(products: readonly ProductSum[]): number {
  return products.reduce((sum, { total }) => sum + total, 0);
}
