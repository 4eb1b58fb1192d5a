import { lessPercent } from './terms.ts';

export interface ReturnableLine {
  position: number;
  price: number;
  quantity: number;
  /** How many of the pieces came back already. */
  returned: number;
}

/**
 * What a customer gets back for pieces of a receipt: the difference that they make to what stays bought, with the
 * receipt's discount. Returned piece by piece, a receipt gives back exactly what was paid for it.
 */
export function returnAmount(
  { lines, discount }: { lines: readonly ReturnableLine[]; discount: number },
  back: ReadonlyMap<number, number>,
): number {
  const worth = (left: (line: ReturnableLine) => number) =>
    lessPercent(
      lines.reduce((sum, line) => sum + line.price * left(line), 0),
      discount,
    );
  return worth(leftOf) - worth((line) => leftOf(line) - (back.get(line.position) ?? 0));
}

/** The pieces of a line that can still come back. */
export function leftOf({ quantity, returned }: Pick<ReturnableLine, 'quantity' | 'returned'>): number {
  return quantity - returned;
}
