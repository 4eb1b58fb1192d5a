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

/** All that can still come back, by the positions of the lines. */
export function wholeReturn(lines: readonly ReturnableLine[]): Map<number, number> {
  return new Map(lines.map((line) => [line.position, leftOf(line)] as const).filter(([, left]) => left > 0));
}

/** Where more comes back than there is: how much is left of these lines. */
export function beyond(
  lines: readonly ReturnableLine[],
  back: ReadonlyMap<number, number>,
): Map<number, number> | undefined {
  const left = wholeReturn(lines);
  const short = [...back].filter(([position, quantity]) => quantity > (left.get(position) ?? 0));
  return short.length > 0
    ? new Map(short.map(([position]) => [position, left.get(position) ?? 0]))
    : undefined;
}

/** The pieces of a line that can still come back. */
export function leftOf({ quantity, returned }: Pick<ReturnableLine, 'quantity' | 'returned'>): number {
  return quantity - returned;
}
