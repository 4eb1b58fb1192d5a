import { shareOf } from './share-of.ts';

export interface ReturnableLine {
  position: number;
  /** What the whole line cost with its own discount, and without the receipt's. */
  sum: number;
  /** Its part of what was paid for the receipt. */
  paid: number;
  quantity: number;
  /** How much of the quantity came back already. */
  returned: number;
  /** The money that went back for that. */
  paidBack: number;
}

/** What was paid for a receipt, and how much of that went back already. */
export interface Paid {
  total: number;
  returned: number;
}

/** A line with what is left of it and what comes back. */
interface BackLine extends Pick<ReturnableLine, 'paid' | 'quantity' | 'paidBack'> {
  left: number;
  back: number;
}

/**
 * What a customer gets back for a part of a receipt: of each line what is left of its money, less the share that stays
 * bought. Discounts were counted when it was sold, by the rule of that day. However it is returned, a line and a receipt
 * give back exactly what was paid for them, and never more (docs/decisions/0300).
 */
export function returnAmount(
  { lines, ...paid }: Paid & { lines: readonly ReturnableLine[] },
  back: ReadonlyMap<number, number>,
): number {
  const counted = lines.map((line) => backLine(line, back.get(line.position) ?? 0));
  return amountBack(counted, paid, { moneyOf: moneyBackOf, share: shareOf });
}

export function backLine(line: ReturnableLine, back: number): BackLine {
  return { ...line, left: leftOf(line), back };
}

/** The same of lines that are counted. The page's script has it too: it uses nothing from outside. */
export function amountBack(
  lines: readonly BackLine[],
  { total, returned }: Paid,
  { moneyOf, share }: { moneyOf: typeof moneyBackOf; share: typeof shareOf },
): number {
  const amount = lines.reduce((all, line) => all + moneyOf(line, share), 0);
  // Of an earlier version's receipt, a minor unit more or less may have gone back before.
  return Math.min(total - returned, Math.max(0, amount));
}

/** The money of one line. The page's script has it too. */
export function moneyBackOf(
  { paid, paidBack, quantity, left, back }: BackLine,
  share: typeof shareOf,
): number {
  return back === 0 ? 0 : paid - paidBack - share(paid, left - back, quantity);
}

/** The same of one line, before the discount. */
export function returnSum(line: Pick<ReturnableLine, 'sum' | 'quantity' | 'returned'>, back: number): number {
  return worthOf(line) - worthOf({ ...line, returned: line.returned + back });
}

/** What stays bought of a line. */
function worthOf(line: Pick<ReturnableLine, 'sum' | 'quantity' | 'returned'>): number {
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
