import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Goods, GoodsInput } from './goods.ts';

/** How long a deleted item can be restored. */
const undoTime = 24 * 3_600_000;
export const goodsPageSize = 50;
/** The reference cabinet has one cash register. */
const onlyRegister = 1;
const goodsRow = z.object({ id: z.string(), name: z.string(), price: z.int(), quantity: z.int() });

/** The goods of one cabinet, and what was sold of them. */
export function goodsStore(database: DatabaseSync) {
  const countGoods = (): number =>
    Number(database.prepare('SELECT count(*) AS count FROM goods WHERE deleted_at IS NULL').get()?.count);
  return {
    countGoods,

    /** One page of goods, newest first; pages count from 1. */
    listGoods(page: number): Goods[] {
      const rows = database
        .prepare(
          `SELECT id, name, price, quantity FROM goods WHERE deleted_at IS NULL
           ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
        )
        .all(goodsPageSize, (page - 1) * goodsPageSize);
      return z.array(goodsRow).parse(rows);
    },

    /** `id` is made with the form: if it is sent twice, one item is added. */
    addGoods({ name, price, quantity }: GoodsInput, { id, now }: { id: string; now: Date }): void {
      database.prepare('DELETE FROM goods WHERE deleted_at < ?').run(now.getTime() - undoTime);
      database
        .prepare(
          'INSERT INTO goods (id, name, price, quantity, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
        )
        .run(id, name, price, quantity, now.getTime());
    },

    /**
     * Sells one item; false when none is left. `sale` is made with the button: if it is sent twice, one is sold.
     * `month` is the present one in the installation's zone.
     */
    sellGoods(id: string, { sale, now, month }: { sale: string; now: Date; month: string }): boolean {
      if (database.prepare('SELECT 1 FROM sales WHERE id = ?').get(sale)) return true;
      const sold = goodsRow.optional().parse(
        database
          .prepare(
            `UPDATE goods SET quantity = quantity - 1 WHERE id = ? AND deleted_at IS NULL AND quantity > 0
               RETURNING id, name, price, quantity`,
          )
          .get(id),
      );
      if (!sold) return false;
      database
        .prepare(
          `INSERT INTO sales (id, goods_id, name, amount, cash_register, sold_at, month)
           VALUES (?, ?, ?, ?, ${onlyRegister}, ?, ?)`,
        )
        .run(sale, sold.id, sold.name, sold.price, now.getTime(), month);
      return true;
    },

    /** All goods, for a file. */
    everyGoods(): Goods[] {
      const rows = database
        .prepare('SELECT id, name, price, quantity FROM goods WHERE deleted_at IS NULL ORDER BY name, id')
        .all();
      return z.array(goodsRow).parse(rows);
    },

    deleteGoods(id: string, now: Date): void {
      database
        .prepare('UPDATE goods SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL')
        .run(now.getTime(), id);
    },

    restoreGoods(id: string): void {
      database.prepare('UPDATE goods SET deleted_at = NULL WHERE id = ?').run(id);
    },

    findDeletedGoods(id: string): Goods | undefined {
      const row = database
        .prepare('SELECT id, name, price, quantity FROM goods WHERE id = ? AND deleted_at IS NOT NULL')
        .get(id);
      return goodsRow.optional().parse(row);
    },
  };
}
