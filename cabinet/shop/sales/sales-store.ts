import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { inTransaction } from '../../store/sqlite-file.ts';
import { drawerInUse } from '../drawer/drawers-store.ts';
import { roundedCash } from '../drawer/rounded-cash.ts';
import { units } from '../goods/units.ts';
import {
  type GoodsReturn,
  linesOf,
  putBack,
  type ReceiptLine,
  returnsStore,
  wayBack,
} from './returns-store.ts';
import { type LineDiscount, lessPercent, lineSum, partsOf, takenOff } from './share-of.ts';
import { type Days, sumsStore } from './sums-store.ts';
import { type WayToPay, waysToPay } from './ways-to-pay.ts';

/** The reference cabinet has one cash register. */
const onlyRegister = 1;
const largestTotal = 1_000_000_000_000;
const mostFound = 50;

/**
 * Goods get codes; sales become receipts with lines. Earlier sales were of one piece each: every one becomes a receipt.
 * Their day is that of UTC, within the month that was counted.
 */
export const receiptsMigration = `
  ALTER TABLE goods ADD COLUMN code TEXT;
  CREATE UNIQUE INDEX goods_code ON goods (code) WHERE code IS NOT NULL AND deleted_at IS NULL;
  CREATE TABLE receipts (
    number INTEGER PRIMARY KEY,
    once TEXT NOT NULL UNIQUE,
    total INTEGER NOT NULL CHECK (total >= 0),
    cash_register INTEGER NOT NULL,
    sold_at INTEGER NOT NULL,
    day TEXT NOT NULL,
    voided_at INTEGER
  ) STRICT;
  CREATE INDEX receipts_of_day ON receipts (day);
  CREATE TABLE receipt_lines (
    receipt INTEGER NOT NULL REFERENCES receipts (number),
    position INTEGER NOT NULL,
    goods_id TEXT NOT NULL,
    name TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (receipt, position)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO receipts (number, once, total, cash_register, sold_at, day)
    SELECT row_number() OVER (ORDER BY sold_at, id), id, amount, cash_register, sold_at,
      max(month || '-01', min(date(month || '-01', '+1 month', '-1 day'), date(sold_at / 1000, 'unixepoch')))
    FROM sales;
  INSERT INTO receipt_lines (receipt, position, goods_id, name, price, quantity)
    SELECT r.number, 1, s.goods_id, s.name, s.amount, 1 FROM receipts r JOIN sales s ON s.id = r.once;
  DROP TABLE sales;`;

/** How a receipt was paid; earlier ones don't say. */
export const paymentsMigration = `
  ALTER TABLE receipts ADD COLUMN discount INTEGER NOT NULL DEFAULT 0 CHECK (discount BETWEEN 0 AND 100);
  ALTER TABLE receipts ADD COLUMN paid_by TEXT CHECK (paid_by IN ('cash', 'card'));
  ALTER TABLE receipts ADD COLUMN given INTEGER CHECK (given >= total);`;

/** Who sold and who took back: the person's id for what a cashier sees, the name for what is read. Earlier ones don't say. */
export const sellersMigration = `
  ALTER TABLE receipts ADD COLUMN sold_by TEXT;
  ALTER TABLE receipts ADD COLUMN seller TEXT;
  ALTER TABLE receipts ADD COLUMN voided_by TEXT;`;

/**
 * Goods that come back, all of a receipt or some. They count on the day on which they do, because the money leaves the
 * drawer then; `takings` is what every sum is made of. `open_sales` has the sale that a session has not made yet.
 */
export const returnsMigration = `
  CREATE TABLE returns (
    number INTEGER PRIMARY KEY,
    once TEXT NOT NULL UNIQUE,
    receipt INTEGER NOT NULL REFERENCES receipts (number),
    amount INTEGER NOT NULL CHECK (amount >= 0),
    returned_at INTEGER NOT NULL,
    day TEXT NOT NULL,
    returned_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX returns_of_receipt ON returns (receipt);
  CREATE INDEX returns_of_day ON returns (day);
  CREATE TABLE return_lines (
    return_number INTEGER NOT NULL REFERENCES returns (number),
    position INTEGER NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (return_number, position)
  ) STRICT, WITHOUT ROWID;
  CREATE VIEW takings AS
    SELECT day, sold_by, seller, paid_by, total AS amount, 0 AS returned, 1 AS receipts
    FROM receipts WHERE voided_at IS NULL
    UNION ALL
    SELECT x.day, r.sold_by, r.seller, r.paid_by, -x.amount, x.amount, 0
    FROM returns x JOIN receipts r ON r.number = x.receipt;
  CREATE TABLE open_sales (
    platform_session TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    kept_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`;

const columns = `number, total, sold_at, day, voided_at, discount, paid_by, in_cash, given, rounding, sold_by, seller, voided_by,
  (SELECT coalesce(sum(amount), 0) FROM returns WHERE receipt = receipts.number) AS returned,
  (SELECT coalesce(sum(amount - in_cash), 0) FROM returns WHERE receipt = receipts.number) AS returned_to_card,
  (SELECT coalesce(sum(rounding), 0) FROM returns WHERE receipt = receipts.number) AS returned_rounding`;
/** What the shop says of itself, for a receipt to keep. */
const shopNow = `coalesce((SELECT json_object('name', name, 'address', address, 'phone', phone, 'thanks', thanks) FROM shop),
  json_object('name', '', 'address', '', 'phone', '', 'thanks', ''))`;
const shopThen = z.object({ name: z.string(), address: z.string(), phone: z.string(), thanks: z.string() });
const receiptRow = z.object({
  number: z.int(),
  total: z.int(),
  sold_at: z.int(),
  day: z.string(),
  voided_at: z.int().nullable(),
  /** Percent; 0 where an amount was taken off, or nothing. */
  discount: z.int(),
  paid_by: z.enum(waysToPay).nullable(),
  /** Of one that was paid in two parts, the one in cash. */
  in_cash: z.int().nullable(),
  /** What the customer handed over in cash, if it was entered. */
  given: z.int().nullable(),
  /** What rounding added to the cash; below nothing it took off. */
  rounding: z.int(),
  /** The person's id; null for a colleague of the platform, too. */
  sold_by: z.string().nullable(),
  seller: z.string().nullable(),
  /** The name of who took it back. */
  voided_by: z.string().nullable(),
  /** The money for what came back. */
  returned: z.int(),
  /** What of it went back to a card, of a receipt that was paid in two parts. */
  returned_to_card: z.int(),
  /** What rounding added to the cash that went back. */
  returned_rounding: z.int(),
});
const wanted = z.object({
  name: z.string(),
  price: z.int(),
  cost: z.int().nullable(),
  unit: z.enum(units),
  quantity: z.int(),
});

export type Receipt = z.infer<typeof receiptRow> & {
  lines: ReceiptLine[];
  returns: GoodsReturn[];
  /** What the shop said of itself then; an earlier version's receipt doesn't say. */
  shop: z.infer<typeof shopThen> | undefined;
};
export type ReceiptInList = z.infer<typeof receiptRow>;
/**
 * Why a sale can't be: goods of which less is left (0: nothing, or no such goods), another sum of the lines
 * than the one that was shown, a sum beyond all bounds, or less cash than is to be paid in it.
 */
export type Sold = { number: number } | { left: Map<string, number> } | 'recounted' | 'tooMuch' | 'tooLittle';

interface Making {
  once: string;
  now: Date;
  /** Today in the installation's zone. */
  day: string;
  /** Of the whole receipt, besides those of its lines. */
  discount: LineDiscount | undefined;
  paidBy: WayToPay;
  /** The part in cash of two. */
  inCash: number | null;
  given: number | null;
  /** What cash is rounded to, in minor units. */
  step: number;
  /** The sum of the lines that the seller has seen, without discounts: these may have been typed since. */
  shown: number | undefined;
  soldBy: string | null;
  seller: string;
  /** The number of the drawer that the seller has chosen among several. */
  drawer: number | null;
}

/** What is sold of one item; a discount of the line goes off its sum. */
export interface SoldLine {
  id: string;
  /** Thousandths. */
  quantity: number;
  discount?: LineDiscount | undefined;
  /** Although the count has less: nothing is left of it then. */
  isBeyondStock?: boolean;
}

/**
 * What was sold. A voided receipt stays, and counts nowhere; what came back counts on its own day. Sums are in minor
 * units, less what came back.
 */
export function salesStore(database: DatabaseSync) {
  const returns = returnsStore(database);
  return {
    ...salesChanges(database),
    ...undoing(database),
    ...returns,
    ...sumsStore(database),

    findReceipt(number: number): Receipt | undefined {
      const receipt = receiptRow
        .optional()
        .parse(database.prepare(`SELECT ${columns} FROM receipts WHERE number = ?`).get(number));
      if (!receipt) return undefined;
      const kept = database.prepare('SELECT shop FROM receipts WHERE number = ?').get(number)?.shop;
      return {
        ...receipt,
        lines: linesOf(database, number),
        returns: returns.returnsOf(number),
        shop: typeof kept === 'string' ? shopThen.parse(JSON.parse(kept)) : undefined,
      };
    },

    /** The number of the receipt that a sale with this id has made. */
    receiptMadeBy(once: string): number | undefined {
      const row = database.prepare('SELECT number FROM receipts WHERE once = ?').get(once);
      return row && Number(row.number);
    },

    /** The receipts of some days, newest first, the voided ones too; of one way of paying, or of all. */
    receiptsOf({ from, to, soldBy, way }: Days & { way: WayToPay | null }): ReceiptInList[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM receipts
           WHERE day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR sold_by = ?3) AND (?4 IS NULL OR paid_by = ?4)
           ORDER BY number DESC`,
        )
        .all(from, to, soldBy, way);
      return z.array(receiptRow).parse(found);
    },

    /** The ways of paying of a day's receipts, and of what came back on it. */
    waysOn(day: string, soldBy: string | null): (WayToPay | null)[] {
      const found = database
        .prepare(
          `SELECT paid_by FROM receipts WHERE day = ?1 AND (?2 IS NULL OR sold_by = ?2)
           UNION SELECT ${wayBack} FROM returns x JOIN receipts r ON r.number = x.receipt
           WHERE x.day = ?1 AND (?2 IS NULL OR coalesce(x.taken_by, r.sold_by) = ?2)`,
        )
        .all(day, soldBy);
      return z
        .array(z.object({ paid_by: receiptRow.shape.paid_by }))
        .parse(found)
        .map((row) => row.paid_by);
    },

    /** The receipt with this number, and those with this sum, rounded or not, of every seller, newest first. */
    findReceipts(
      { number, total }: { number: number | undefined; total: number | undefined },
      soldBy: string | null,
    ): ReceiptInList[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM receipts
           WHERE number = ?1 OR (?2 IN (total, total + rounding) AND (?3 IS NULL OR sold_by = ?3))
           ORDER BY number DESC LIMIT ${mostFound}`,
        )
        .all(number ?? null, total ?? null, soldBy);
      return z.array(receiptRow).parse(found);
    },

    hasSold: (): boolean => database.prepare('SELECT 1 FROM receipts LIMIT 1').get() !== undefined,
  };
}

function salesChanges(database: DatabaseSync) {
  return {
    /**
     * Sells all lines on one receipt, or nothing. `once` is the sale's own id, of which there is no receipt yet.
     */
    sell(
      lines: readonly SoldLine[],
      { once, now, day, discount, paidBy, inCash, given, step, shown, soldBy, seller, drawer }: Making,
    ): Sold {
      return inTransaction(database, () => {
        const goods = database.prepare(
          'SELECT name, price, cost, unit, quantity FROM goods WHERE id = ? AND deleted_at IS NULL',
        );
        const left = new Map<string, number>();
        const found = lines.flatMap((line) => {
          const item = wanted.optional().parse(goods.get(line.id));
          if (item && (line.isBeyondStock || item.quantity >= line.quantity))
            return [{ ...item, ...line, ...amountsOf(item, line) }];
          left.set(line.id, item?.quantity ?? 0);
          return [];
        });
        if (left.size > 0) return { left };
        const full = found.reduce((all, { sum, off }) => all + sum + off, 0);
        const costs = found.reduce((all, { cost }) => all + (cost ?? 0), 0);
        if (Math.max(full, costs) > largestTotal) return 'tooMuch';
        // A line of which more is taken off than it costs has another price than was seen.
        if ((shown !== undefined && shown !== full) || found.some(({ sum }) => sum < 0)) return 'recounted';
        const sum = found.reduce((all, line) => all + line.sum, 0);
        const total = discount ? sum - takenOff(sum, discount, lessPercent) : sum;
        if (total < 0 || (inCash !== null && inCash > total)) return 'recounted';
        const cash = paidBy === 'card' ? 0 : (inCash ?? total);
        const rounding = roundedCash(cash, step) - cash;
        if (given !== null && given < cash + rounding) return 'tooLittle';
        const { lastInsertRowid } = database
          .prepare(
            `INSERT INTO receipts (once, total, cash_register, sold_at, day, discount, paid_by, in_cash, given, sold_by, seller, drawer, rounding, shop)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ${drawerInUse('?10', '?12')}, ?13, ${shopNow})`,
          )
          .run(
            once,
            total,
            onlyRegister,
            now.getTime(),
            day,
            discount?.isPercent ? discount.value : 0,
            paidBy,
            inCash,
            given,
            soldBy,
            seller,
            drawer,
            rounding,
          );
        const number = Number(lastInsertRowid);
        const sums = found.map((line) => line.sum);
        const paid = partsOf(total, sums);
        takeGoods(
          database,
          number,
          found.map((line, place) => ({ ...line, paid: paid[place] ?? 0 })),
        );
        return { number };
      });
    },
  };
}

function undoing(database: DatabaseSync) {
  return {
    /**
     * Undoes a sale: what was sold returns to the goods, as far as these still exist. The second time does nothing, nor once
     * something came back.
     */
    voidReceipt(number: number, { now, by, person }: { now: Date; by: string; person: string | null }): void {
      inTransaction(database, () => {
        const { changes } = database
          .prepare(
            `UPDATE receipts SET voided_at = ?1, voided_by = ?2, voided_from = ${drawerInUse('coalesce(?4, receipts.sold_by)')}
             WHERE number = ?3 AND voided_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM returns WHERE receipt = receipts.number)`,
          )
          .run(now.getTime(), by, number, person);
        if (changes === 0) return;
        for (const line of linesOf(database, number)) putBack(database, line, line.quantity);
      });
    },
  };
}

/** Writes the lines of a receipt, and takes what was sold from the goods. */
function takeGoods(
  database: DatabaseSync,
  receipt: number,
  lines: readonly (z.infer<typeof wanted> & SoldLine & { sum: number; off: number; paid: number })[],
): void {
  const take = database.prepare('UPDATE goods SET quantity = max(0, quantity - ?) WHERE id = ?');
  const write = database.prepare(
    `INSERT INTO receipt_lines
       (receipt, position, goods_id, name, price, unit, quantity, sum, off, off_percent, cost, paid)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [place, line] of lines.entries()) {
    const { id, name, price, unit, quantity, sum, off, discount, cost, paid } = line;
    take.run(quantity, id);
    const percent = discount?.isPercent ? discount.value : null;
    write.run(receipt, place + 1, id, name, price, unit, quantity, sum, off, percent, cost, paid);
  }
}

/** What a line costs the customer, what was taken off that, and what it cost the shop. */
function amountsOf(
  { price, cost }: { price: number; cost: number | null },
  { quantity, discount }: SoldLine,
) {
  const full = lineSum({ price, quantity });
  const off = discount ? takenOff(full, discount, lessPercent) : 0;
  return {
    sum: full - off,
    off,
    cost: cost === null ? null : lineSum({ price: cost, quantity }),
  };
}
