import { shareOf } from './share-of.ts';

export interface ReturnableLine {
  position: number;
  /** What the whole line cost with its own discount, and without the receipt's. */
  sum: number;
  quantity: number;
  /** How much of the quantity came back already. */
  returned: number;
}

/** What was paid for a receipt, and how much of that went back already. */
export interface Paid {
  lines: readonly ReturnableLine[];
  total: number;
  returned: number;
}

/**
 * What a customer gets back for a part of a receipt: what is left of the money, less the share of it that stays bought.
 * Discounts were counted when it was sold, by the rule of that day. However it is returned, a receipt gives back exactly
 * what was paid for it, and never more.
 */
export function returnAmount({ lines, ...paid }: Paid, back: ReadonlyMap<number, number>): number {
  const counted = lines.map((line) => ({
    ...line,
    left: leftOf(line),
    back: back.get(line.position) ?? 0,
  }));
  return amountBack(counted, { ...paid, sum: sumOf(lines) }, shareOf);
}

/** What the lines cost before the receipt's discount. */
export function sumOf(lines: readonly Pick<ReturnableLine, 'sum'>[]): number {
  return lines.reduce((all, { sum }) => all + sum, 0);
}

/** The same of lines with what is left of them and what comes back. The page's script has it too: it uses nothing from outside. */
export function amountBack(
  lines: readonly { sum: number; quantity: number; left: number; back: number }[],
  { total, returned, sum: whole }: { total: number; returned: number; sum: number },
  share: typeof shareOf,
): number {
  const kept = lines.reduce(
    (all, { sum, quantity, left, back }) => all + share(sum, left - back, quantity),
    0,
  );
  const stays = whole === 0 ? 0 : share(total, kept, whole);
  // Of an earlier version's receipt, a minor unit more may have gone back before.
  return Math.max(0, total - returned - stays);
}

/** The same of one line, before the discount. */
export function returnSum(line: ReturnableLine, back: number): number {
  return worthOf(line) - worthOf({ ...line, returned: line.returned + back });
}

/** What stays bought of a line. */
function worthOf(line: ReturnableLine): number {
  return shareOf(line.sum, leftOf(line), line.quantity);
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

/** How much of a line can still come back. */
export function leftOf({ quantity, returned }: Pick<ReturnableLine, 'quantity' | 'returned'>): number {
  return quantity - returned;
}
