import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { inTransaction } from '../../store/sqlite-file.ts';
import type { ProductSum } from '../reports/report.ts';
import { units } from '../goods/units.ts';
import { type GoodsReturn, linesOf, putBack, type ReceiptLine, returnsStore } from './returns-store.ts';
import { lessPercent, lineSum } from './share-of.ts';
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

const columns = `number, total, sold_at, day, voided_at, discount, paid_by, given, sold_by, seller, voided_by,
  (SELECT coalesce(sum(amount), 0) FROM returns WHERE receipt = receipts.number) AS returned`;
const receiptRow = z.object({
  number: z.int(),
  total: z.int(),
  sold_at: z.int(),
  day: z.string(),
  voided_at: z.int().nullable(),
  /** Percent. */
  discount: z.int(),
  paid_by: z.enum(waysToPay).nullable(),
  /** What the customer handed over in cash, if it was entered. */
  given: z.int().nullable(),
  /** The person's id; null for a colleague of the platform, too. */
  sold_by: z.string().nullable(),
  seller: z.string().nullable(),
  /** The name of who took it back. */
  voided_by: z.string().nullable(),
  /** The money for what came back. */
  returned: z.int(),
});
const daySum = z.object({ day: z.string(), total: z.int(), returned: z.int(), receipts: z.int() });
const taking = z.object({
  seller: z.string().nullable(),
  paid_by: z.enum(waysToPay).nullable(),
  total: z.int(),
});
const productSum = z.object({
  name: z.string(),
  category: z.string().nullable(),
  unit: z.enum(units),
  quantity: z.int(),
  total: z.int(),
  paid: z.int(),
  cost: z.int().nullable(),
});
const wanted = z.object({
  name: z.string(),
  price: z.int(),
  cost: z.int().nullable(),
  unit: z.enum(units),
  quantity: z.int(),
});

export type Receipt = z.infer<typeof receiptRow> & { lines: ReceiptLine[]; returns: GoodsReturn[] };
export type ReceiptInList = z.infer<typeof receiptRow>;
export type DaySum = z.infer<typeof daySum>;
/** What one seller took in one way. */
export type Taking = z.infer<typeof taking>;

/** Days, both included. `soldBy` is a person's id; null is everybody. */
export interface Days {
  from: string;
  to: string;
  soldBy: string | null;
}

/**
 * Why a sale can't be: goods of which less is left (0: nothing, or no such goods), another sum of the lines
 * than the one that was shown, a sum beyond all bounds, or less cash than the sum.
 */
export type Sold = { number: number } | { left: Map<string, number> } | 'recounted' | 'tooMuch' | 'tooLittle';

interface Making {
  once: string;
  now: Date;
  /** Today in the installation's zone. */
  day: string;
  discount: number;
  paidBy: WayToPay;
  given: number | null;
  /** The sum of the lines that the seller has seen, without a discount: that may have been typed since. */
  shown: number | undefined;
  soldBy: string | null;
  seller: string;
}

/**
 * What was sold. A voided receipt stays, and counts nowhere; what came back counts on its own day. Sums are in minor
 * units, less what came back.
 */
export function salesStore(database: DatabaseSync) {
  const returns = returnsStore(database);
  return {
    ...salesChanges(database),
    ...returns,
    ...sumsOfSales(database),

    findReceipt(number: number): Receipt | undefined {
      const receipt = receiptRow
        .optional()
        .parse(database.prepare(`SELECT ${columns} FROM receipts WHERE number = ?`).get(number));
      return receipt && { ...receipt, lines: linesOf(database, number), returns: returns.returnsOf(number) };
    },

    /** The receipts of a day, newest first, the voided ones too; of one way of paying, or of all. */
    receiptsOf(
      day: string,
      { soldBy, way }: { soldBy: string | null; way: WayToPay | null },
    ): ReceiptInList[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM receipts
           WHERE day = ?1 AND (?2 IS NULL OR sold_by = ?2) AND (?3 IS NULL OR paid_by = ?3)
           ORDER BY number DESC`,
        )
        .all(day, soldBy, way);
      return z.array(receiptRow).parse(found);
    },

    /** The receipts with this number or this sum, newest first. */
    findReceipts(
      { number, total }: { number: number | undefined; total: number | undefined },
      soldBy: string | null,
    ): ReceiptInList[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM receipts
           WHERE (number = ?1 OR total = ?2) AND (?3 IS NULL OR sold_by = ?3)
           ORDER BY number DESC LIMIT ${mostFound}`,
        )
        .all(number ?? null, total ?? null, soldBy);
      return z.array(receiptRow).parse(found);
    },

    hasSold: (): boolean => database.prepare('SELECT 1 FROM receipts LIMIT 1').get() !== undefined,
  };
}

function sumsOfSales(database: DatabaseSync) {
  return {
    /** The days of a time on which something was sold or came back. */
    sumsByDay({ from, to, soldBy }: Days): DaySum[] {
      const found = database
        .prepare(
          `SELECT day, sum(amount) AS total, sum(returned) AS returned, sum(receipts) AS receipts FROM takings
           WHERE day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR sold_by = ?3)
           GROUP BY day ORDER BY day`,
        )
        .all(from, to, soldBy);
      return z.array(daySum).parse(found);
    },

    /** What was taken, by seller and way of paying; what came back goes off where it was sold. */
    takings({ from, to, soldBy }: Days): Taking[] {
      const found = database
        .prepare(
          `SELECT max(seller) AS seller, paid_by, sum(amount) AS total FROM takings
           WHERE day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR sold_by = ?3)
           GROUP BY coalesce(sold_by, seller), paid_by ORDER BY total DESC`,
        )
        .all(from, to, soldBy);
      return z.array(taking).parse(found);
    },

    /**
     * What was sold of each product, the largest sum first. Its category is the one that it has today; its cost is known
     * where every line has one.
     */
    sumsByProduct({ from, to }: { from: string; to: string }): ProductSum[] {
      const found = database
        .prepare(
          `SELECT m.name, g.category, m.unit, sum(m.quantity) AS quantity, sum(m.sum) AS total, sum(m.paid) AS paid,
             CASE count(m.cost) WHEN count(*) THEN sum(m.cost) END AS cost
           FROM (
             SELECT l.goods_id, l.name, l.unit, l.quantity, l.sum, l.cost,
               l.sum - l.sum * r.discount / 100 AS paid
             FROM receipt_lines l JOIN receipts r ON r.number = l.receipt
             WHERE r.day BETWEEN ?1 AND ?2 AND r.voided_at IS NULL
             UNION ALL
             SELECT l.goods_id, l.name, l.unit, -b.quantity, -b.sum, -b.cost, -(b.sum - b.sum * r.discount / 100)
             FROM returns x JOIN return_lines b ON b.return_number = x.number JOIN receipts r ON r.number = x.receipt
             JOIN receipt_lines l ON l.receipt = x.receipt AND l.position = b.position
             WHERE x.day BETWEEN ?1 AND ?2) m LEFT JOIN goods g ON g.id = m.goods_id
           GROUP BY m.goods_id, m.name, m.unit HAVING sum(m.quantity) <> 0 ORDER BY total DESC, m.name`,
        )
        .all(from, to);
      return z.array(productSum).parse(found);
    },
  };
}

function salesChanges(database: DatabaseSync) {
  return {
    /**
     * Sells all lines on one receipt, or nothing. `once` is made with the form: if it is sent twice, it is one sale.
     */
    sell(
      lines: readonly { id: string; quantity: number }[],
      { once, now, day, discount, paidBy, given, shown, soldBy, seller }: Making,
    ): Sold {
      return inTransaction(database, () => {
        const earlier = database.prepare('SELECT number FROM receipts WHERE once = ?').get(once);
        if (earlier) return { number: Number(earlier.number) };
        const goods = database.prepare(
          'SELECT name, price, cost, unit, quantity FROM goods WHERE id = ? AND deleted_at IS NULL',
        );
        const left = new Map<string, number>();
        const found = lines.flatMap(({ id, quantity }) => {
          const item = wanted.optional().parse(goods.get(id));
          if (item && item.quantity >= quantity)
            return [{ ...item, id, quantity, ...amountsOf(item, quantity) }];
          left.set(id, item?.quantity ?? 0);
          return [];
        });
        if (left.size > 0) return { left };
        const sum = found.reduce((all, line) => all + line.sum, 0);
        const costs = found.reduce((all, { cost }) => all + (cost ?? 0), 0);
        if (Math.max(sum, costs) > largestTotal) return 'tooMuch';
        if (shown !== undefined && shown !== sum) return 'recounted';
        const total = lessPercent(sum, discount);
        if (given !== null && given < total) return 'tooLittle';
        const { lastInsertRowid } = database
          .prepare(
            `INSERT INTO receipts (once, total, cash_register, sold_at, day, discount, paid_by, given, sold_by, seller)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(once, total, onlyRegister, now.getTime(), day, discount, paidBy, given, soldBy, seller);
        const number = Number(lastInsertRowid);
        const take = database.prepare('UPDATE goods SET quantity = quantity - ? WHERE id = ?');
        const write = database.prepare(
          `INSERT INTO receipt_lines (receipt, position, goods_id, name, price, unit, quantity, sum, cost)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        );
        for (const [place, line] of found.entries()) {
          take.run(line.quantity, line.id);
          const { id, name, price, unit, quantity, sum, cost } = line;
          write.run(number, place + 1, id, name, price, unit, quantity, sum, cost);
        }
        return { number };
      });
    },

    /**
     * Undoes a sale: what was sold returns to the goods, as far as these still exist. The second time does nothing, nor once
     * something came back.
     */
    voidReceipt(number: number, { now, by }: { now: Date; by: string }): void {
      inTransaction(database, () => {
        const { changes } = database
          .prepare(
            `UPDATE receipts SET voided_at = ?, voided_by = ? WHERE number = ? AND voided_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM returns WHERE receipt = receipts.number)`,
          )
          .run(now.getTime(), by, number);
        if (changes === 0) return;
        for (const line of linesOf(database, number)) putBack(database, line, line.quantity);
      });
    },
  };
}

/** What a quantity costs the customer, and what it cost the shop. */
function amountsOf({ price, cost }: { price: number; cost: number | null }, quantity: number) {
  return {
    sum: lineSum({ price, quantity }),
    cost: cost === null ? null : lineSum({ price: cost, quantity }),
  };
}
