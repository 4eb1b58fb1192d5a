import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { inTransaction } from '../../store/sqlite-file.ts';
import { drawerInUse } from '../drawer/drawers-store.ts';
import { units } from '../goods/units.ts';
import { backInCash, leftOnCard, type PaidReceipt, roundingBack } from './money-back.ts';
import { backLine, beyond, moneyBackOf, returnAmount, returnSum } from './return-amount.ts';
import { shareOf } from './share-of.ts';
import type { Days } from './sums-store.ts';
import { type WayToPay, waysToPay } from './ways-to-pay.ts';

const returnRow = z.object({
  number: z.int(),
  receipt: z.int(),
  amount: z.int(),
  day: z.string(),
  /** Of a receipt that was paid in two parts, what went back in cash. */
  in_cash: z.int().nullable(),
  /** What rounding added to the cash; below nothing it took off. */
  rounding: z.int(),
  returned_at: z.int(),
  /** The name of who took the goods. */
  returned_by: z.string(),
  /** How its receipt was paid. */
  paid_by: z.enum(waysToPay).nullable(),
  /** How it went back: of a payment in two parts, in one of them or in both. */
  way: z.enum(waysToPay).nullable(),
});
const lineRow = z.object({
  position: z.int(),
  goods_id: z.string(),
  name: z.string(),
  price: z.int(),
  unit: z.enum(units),
  quantity: z.int(),
  /** What is to be paid of it, without the receipt's discount. */
  sum: z.int(),
  /** What its own discount took off, and its percent, where it was one. */
  off: z.int(),
  off_percent: z.int().nullable(),
  /** What its goods cost the shop; null where that was not known. */
  cost: z.int().nullable(),
  /** Its part of what was paid for the receipt. */
  paid: z.int(),
  returned: z.int(),
  paidBack: z.int(),
});
const returnedLine = z.object({ name: z.string(), unit: z.enum(units), quantity: z.int() });

export type ReceiptLine = z.infer<typeof lineRow>;
export type ReturnInList = z.infer<typeof returnRow>;
export type GoodsReturn = ReturnInList & { lines: z.infer<typeof returnedLine>[] };

interface Returning {
  once: string;
  now: Date;
  /** Today in the installation's zone. */
  day: string;
  by: string;
  /** The person's id; null for a colleague of the platform. */
  takenBy: string | null;
  /** The amount that the seller has seen, in minor units; empty where none was. */
  shown: string;
  /** What cash is rounded to, in minor units. */
  step: number;
}

/** How a return `x` of a receipt `r` went back, as SQL. */
export const wayBack = `CASE WHEN r.paid_by IS NOT 'mixed' THEN r.paid_by
  WHEN x.in_cash = x.amount THEN 'cash' WHEN x.in_cash = 0 THEN 'card' ELSE 'mixed' END`;

export function returnsStore(database: DatabaseSync) {
  return {
    /** What came back of a receipt, the earliest first. */
    returnsOf(receipt: number): GoodsReturn[] {
      const found = database
        .prepare(
          `SELECT x.*, r.paid_by, ${wayBack} AS way FROM returns x JOIN receipts r ON r.number = x.receipt
           WHERE x.receipt = ? ORDER BY x.number`,
        )
        .all(receipt);
      const lines = database.prepare(
        `SELECT l.name, l.unit, b.quantity FROM return_lines b
         JOIN receipt_lines l ON l.receipt = ?1 AND l.position = b.position
         WHERE b.return_number = ?2 ORDER BY b.position`,
      );
      return z
        .array(returnRow)
        .parse(found)
        .map((one) => ({ ...one, lines: z.array(returnedLine).parse(lines.all(receipt, one.number)) }));
    },

    /** What came back on some days, the latest first; by who took it. */
    returnsOn({ from, to, soldBy, way }: Days & { way: WayToPay | null }): ReturnInList[] {
      const found = database
        .prepare(
          `SELECT x.*, r.paid_by, ${wayBack} AS way FROM returns x JOIN receipts r ON r.number = x.receipt
           WHERE x.day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR coalesce(x.taken_by, r.sold_by) = ?3)
             AND (?4 IS NULL OR ${wayBack} = ?4)
           ORDER BY x.number DESC`,
        )
        .all(from, to, soldBy, way);
      return z.array(returnRow).parse(found);
    },

    /**
     * Takes goods back by the positions of their lines, or none where less is left: then it says how much. Nor for
     * another amount than the one that was shown. `once` is made with the form.
     */
    returnGoods(
      receipt: PaidReceipt & { number: number },
      back: ReadonlyMap<number, number>,
      { once, now, day, by, takenBy, shown, step }: Returning,
    ): Map<number, number> | 'recounted' | undefined {
      return inTransaction(database, () => {
        const isKnown = database.prepare('SELECT 1 FROM returns WHERE once = ?').get(once) !== undefined;
        if (isKnown || back.size === 0) return undefined;
        const lines = linesOf(database, receipt.number);
        const left = beyond(lines, back);
        if (left) return left;
        const amount = returnAmount({ ...receipt, lines }, back);
        if (shown !== '' && shown !== String(amount)) return 'recounted';
        const onCard = leftOnCard(receipt);
        const inCash = onCard === null ? null : backInCash(amount, onCard);
        const rounding = roundingBack(receipt, amount, step);
        const { lastInsertRowid } = database
          .prepare(
            `INSERT INTO returns (once, receipt, amount, in_cash, returned_at, day, returned_by, taken_by, rounding, drawer)
             SELECT ?1, number, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ${drawerInUse('coalesce(?8, receipts.sold_by)')}
             FROM receipts WHERE number = ?2`,
          )
          .run(once, receipt.number, amount, inCash, now.getTime(), day, by, takenBy, rounding);
        writeLines(database, Number(lastInsertRowid), { lines, back });
        return undefined;
      });
    },
  };
}

/** Writes what came back of each line, with its share of the line's sums and its money, and puts it to the goods. */
function writeLines(
  database: DatabaseSync,
  number: number,
  { lines, back }: { lines: readonly ReceiptLine[]; back: ReadonlyMap<number, number> },
): void {
  const insert = database.prepare(
    `INSERT INTO return_lines (return_number, position, quantity, sum, off, cost, paid)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const line of lines) {
    const quantity = back.get(line.position);
    if (quantity === undefined) continue;
    const shareIn = (sum: number) => returnSum({ ...line, sum }, quantity);
    const cost = line.cost === null ? null : shareIn(line.cost);
    const paid = moneyBackOf(backLine(line, quantity), shareOf);
    insert.run(number, line.position, quantity, shareIn(line.sum), shareIn(line.off), cost, paid);
    putBack(database, line, quantity);
  }
}

/** Returns a part of a line to the goods, where they still exist and are counted in the same unit. */
export function putBack(
  database: DatabaseSync,
  { goods_id, unit }: Pick<ReceiptLine, 'goods_id' | 'unit'>,
  quantity: number,
): void {
  database
    .prepare('UPDATE goods SET quantity = quantity + ? WHERE id = ? AND unit = ?')
    .run(quantity, goods_id, unit);
}

/** The lines of a receipt, with what came back of each. */
export function linesOf(database: DatabaseSync, receipt: number): ReceiptLine[] {
  const found = database
    .prepare(
      `SELECT l.position, l.goods_id, l.name, l.price, l.unit, l.quantity, l.sum, l.off, l.off_percent, l.cost, l.paid,
         coalesce(sum(b.quantity), 0) AS returned, coalesce(sum(b.paid), 0) AS paidBack
       FROM receipt_lines l LEFT JOIN returns x ON x.receipt = l.receipt
       LEFT JOIN return_lines b ON b.return_number = x.number AND b.position = l.position
       WHERE l.receipt = ? GROUP BY l.position ORDER BY l.position`,
    )
    .all(receipt);
  return z.array(lineRow).parse(found);
}
