import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { inTransaction } from '../../store/sqlite-file.ts';
import type { Goods } from './goods.ts';
import { units } from './units.ts';

/** What came in, in the unit that the item had. */
export const deliveriesMigration = `
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY,
    once TEXT NOT NULL UNIQUE,
    goods_id TEXT NOT NULL,
    unit TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    delivered_at INTEGER NOT NULL,
    taken_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_of_goods ON deliveries (goods_id);`;

const mostShown = 5;
const deliveryRow = z.object({
  unit: z.enum(units),
  quantity: z.int(),
  delivered_at: z.int(),
  taken_by: z.string(),
});
export type Delivery = z.infer<typeof deliveryRow>;

export function deliveriesStore(database: DatabaseSync) {
  return {
    /** Adds what came in to what is there, whatever is sold meanwhile. `once` is made with the form. */
    takeDelivery(
      { id, unit }: Pick<Goods, 'id' | 'unit'>,
      { quantity, once, now, by }: { quantity: number; once: string; now: Date; by: string },
    ): void {
      inTransaction(database, () => {
        const { changes } = database
          .prepare(
            `INSERT INTO deliveries (once, goods_id, unit, quantity, delivered_at, taken_by)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (once) DO NOTHING`,
          )
          .run(once, id, unit, quantity, now.getTime(), by);
        if (changes > 0)
          database.prepare('UPDATE goods SET quantity = quantity + ? WHERE id = ?').run(quantity, id);
      });
    },

    /** The latest first. */
    deliveriesOf(id: string): Delivery[] {
      const found = database
        .prepare(
          `SELECT unit, quantity, delivered_at, taken_by FROM deliveries WHERE goods_id = ?
           ORDER BY number DESC LIMIT ${mostShown}`,
        )
        .all(id);
      return z.array(deliveryRow).parse(found);
    },
  };
}
