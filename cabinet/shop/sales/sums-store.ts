import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { units } from '../goods/units.ts';
import type { ProductSum } from '../reports/report.ts';
import { moneyKinds } from './ways-to-pay.ts';

const daySum = z.object({
  day: z.string(),
  total: z.int(),
  returned: z.int(),
  receipts: z.int(),
  rounding: z.int(),
});
const taking = z.object({
  seller: z.string().nullable(),
  paid_by: z.enum(moneyKinds).nullable(),
  total: z.int(),
  rounding: z.int(),
});
const productSum = z.object({
  name: z.string(),
  category: z.string().nullable(),
  unit: z.enum(units),
  quantity: z.int(),
  full: z.int(),
  paid: z.int(),
  cost: z.int().nullable(),
});

export type DaySum = z.infer<typeof daySum>;
/** What one seller took in one way. */
export type Taking = z.infer<typeof taking>;

/** Days, both included. `soldBy` is a person's id; null is everybody. */
export interface Days {
  from: string;
  to: string;
  soldBy: string | null;
}

/** The sums of what was sold, less what came back. */
export function sumsStore(database: DatabaseSync) {
  return {
    /** The days of a time on which something was sold or came back. */
    sumsByDay({ from, to, soldBy }: Days): DaySum[] {
      const found = database
        .prepare(
          `SELECT day, sum(amount) AS total, sum(returned) AS returned, sum(receipts) AS receipts,
             sum(rounding) AS rounding
           FROM takings
           WHERE day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR sold_by = ?3)
           GROUP BY day ORDER BY day`,
        )
        .all(from, to, soldBy);
      return z.array(daySum).parse(found);
    },

    /** What was taken, by seller and way of paying; what came back goes off what its cashier took. */
    takings({ from, to, soldBy }: Days): Taking[] {
      const found = database
        .prepare(
          `SELECT max(seller) AS seller, paid_by, sum(amount) AS total, sum(rounding) AS rounding FROM takings
           WHERE day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR sold_by = ?3)
           GROUP BY coalesce(sold_by, seller), paid_by ORDER BY total DESC`,
        )
        .all(from, to, soldBy);
      return z.array(taking).parse(found);
    },

    /**
     * What was sold of each product, the largest sum first. Its category is the one that it has today; its cost is known
     * where every line has one. A line has its part of the money of its receipt, or of the return.
     */
    sumsByProduct({ from, to }: { from: string; to: string }): ProductSum[] {
      const found = database
        .prepare(
          `WITH moved AS (
             SELECT l.goods_id, l.name, l.unit, l.quantity, l.sum + l.off AS full, l.cost, l.paid
             FROM receipt_lines l JOIN receipts r ON r.number = l.receipt
             WHERE r.day BETWEEN ?1 AND ?2 AND r.voided_at IS NULL
             UNION ALL
             SELECT l.goods_id, l.name, l.unit, -b.quantity, -b.sum - b.off, -b.cost, -b.paid
             FROM returns x JOIN return_lines b ON b.return_number = x.number
             JOIN receipt_lines l ON l.receipt = x.receipt AND l.position = b.position
             WHERE x.day BETWEEN ?1 AND ?2
           )
           SELECT m.name, g.category, m.unit, sum(m.quantity) AS quantity, sum(m.full) AS full, sum(m.paid) AS paid,
             CASE count(m.cost) WHEN count(*) THEN sum(m.cost) END AS cost
           FROM moved m LEFT JOIN goods g ON g.id = m.goods_id
           GROUP BY m.goods_id, m.name, m.unit HAVING sum(m.quantity) <> 0 OR sum(m.paid) <> 0
           ORDER BY paid DESC, m.name`,
        )
        .all(from, to);
      return z.array(productSum).parse(found);
    },
  };
}
