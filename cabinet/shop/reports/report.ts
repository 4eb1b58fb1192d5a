/** What a product sold in a month, before discounts on whole receipts. */
export interface ProductSum {
  name: string;
  quantity: number;
  /** Minor units. */
  total: number;
}

export function sumOfProducts(products: readonly ProductSum[]): number {
  return products.reduce((sum, { total }) => sum + total, 0);
}
