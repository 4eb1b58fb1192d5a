import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { inTransaction } from '../../store/sqlite-file.ts';
import { deliveriesStore } from './deliveries-store.ts';
import { byName, type Goods, type GoodsInput, type GoodsOrder } from './goods.ts';
import { units } from './units.ts';

/** How long a deleted item can be restored. */
const undoTime = 24 * 3_600_000;
export const goodsPageSize = 50;
const columns = 'id, code, name, price, unit, quantity, category, cost, few';
const goodsRow = z.object({
  id: z.string(),
  code: z.string().nullable(),
  name: z.string(),
  price: z.int(),
  unit: z.enum(units),
  quantity: z.int(),
  category: z.string().nullable(),
  cost: z.int().nullable(),
  few: z.int().nullable(),
});
const rows = z.array(goodsRow);

/** Which goods: parts of names and codes, in capitals or not, and a category; empty is all. */
export interface GoodsChoice {
  search: string;
  category: string;
}
const all: GoodsChoice = { search: '', category: '' };

const matching = `deleted_at IS NULL AND (:search = '' OR instr(folded(name || ' ' || coalesce(code, '')), :search))
  AND (:category = '' OR folded(coalesce(category, '')) = :category)`;
const chosen = ({ search, category }: GoodsChoice) => ({
  search: folded(search),
  category: folded(category),
});

/** The goods of one cabinet. */
export function goodsStore(database: DatabaseSync) {
  // SQLite's own `lower` knows only Latin letters.
  database.function('folded', { deterministic: true }, (text) => folded(String(text)));
  const one = (condition: string, value: string): Goods | undefined =>
    goodsRow.optional().parse(database.prepare(`SELECT ${columns} FROM goods WHERE ${condition}`).get(value));
  const findByCode = (code: string) => one('code = ? AND deleted_at IS NULL', code);

  return {
    findByCode,
    findGoods: (id: string) => one('id = ? AND deleted_at IS NULL', id),
    findDeletedGoods: (id: string) => one('id = ? AND deleted_at IS NOT NULL', id),
    ...goodsLists(database),
    ...goodsChanges(database, findByCode),
    ...deliveriesStore(database),
  };
}

function goodsLists(database: DatabaseSync) {
  return {
    countGoods: (choice = all): number =>
      Number(
        database.prepare(`SELECT count(*) AS count FROM goods WHERE ${matching}`).get(chosen(choice))?.count,
      ),

    /** Those in use, in order; one spelling of each. */
    categories(): string[] {
      const found = database
        .prepare(
          `SELECT min(category) AS name FROM goods WHERE deleted_at IS NULL AND category IS NOT NULL
           GROUP BY folded(category) ORDER BY folded(category)`,
        )
        .all();
      return found.map(({ name }) => String(name));
    },

    /** One page of goods; pages count from 1. Equal ones go by name. */
    listGoods(page: number, choice = all, { by, isDown }: GoodsOrder = byName): Goods[] {
      const first = `${by === 'name' ? 'folded(name)' : by} ${isDown ? 'DESC' : 'ASC'}`;
      const found = database
        .prepare(
          `SELECT ${columns} FROM goods WHERE ${matching}
           ORDER BY ${first}, folded(name), id LIMIT ${goodsPageSize} OFFSET :offset`,
        )
        .all({ ...chosen(choice), offset: (page - 1) * goodsPageSize });
      return rows.parse(found);
    },

    /** The first goods by name that can be sold; a search also finds what is sold out, after them. */
    goodsToSell(choice: GoodsChoice, limit: number): Goods[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM goods WHERE ${matching} AND (quantity > 0 OR :search <> '')
           ORDER BY quantity = 0, folded(name), id LIMIT :limit`,
        )
        .all({ ...chosen(choice), limit });
      return rows.parse(found);
    },

    /** The goods of which the least is left, as far as that is little by their own limits or by `few` whole units. */
    goodsRunningOut({ few, limit }: { few: number; limit: number }): Goods[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM goods WHERE deleted_at IS NULL AND quantity <= coalesce(few, ?)
           ORDER BY quantity, folded(name) LIMIT ?`,
        )
        .all(few * 1000, limit);
      return rows.parse(found);
    },

    /** All goods, for a file. */
    everyGoods(): Goods[] {
      return rows.parse(
        database.prepare(`SELECT ${columns} FROM goods WHERE deleted_at IS NULL ORDER BY name, id`).all(),
      );
    },
  };
}

function goodsChanges(database: DatabaseSync, findByCode: (code: string) => Goods | undefined) {
  const insert = (input: GoodsInput, { id, now }: { id: string; now: Date }) =>
    database
      .prepare(
        `INSERT INTO goods (id, name, code, price, unit, quantity, category, cost, few, created_at)
         VALUES (:id, :name, :code, :price, :unit, :quantity, :category, :cost, :few, :at)
         ON CONFLICT (id) DO NOTHING`,
      )
      .run({ ...input, id, at: now.getTime() });
  // In another unit than before, what was sold meanwhile is no number to go by.
  const update = (id: string, input: GoodsInput, was: number) =>
    database
      .prepare(
        `UPDATE goods SET name = :name, code = :code, price = :price, unit = :unit, category = :category,
           cost = :cost, few = :few,
           quantity = CASE unit WHEN :unit THEN max(0, quantity + :quantity - :was) ELSE :quantity END
         WHERE id = :id AND deleted_at IS NULL`,
      )
      .run({ ...input, id, was });

  return {
    /** `id` is made with the form: if it is sent twice, one item is added. */
    addGoods(input: GoodsInput, made: { id: string; now: Date }): void {
      database.prepare('DELETE FROM goods WHERE deleted_at < ?').run(made.now.getTime() - undoTime);
      insert(input, made);
    },

    /** `was` is the quantity that the form showed: what was sold meanwhile stays sold. */
    changeGoods(id: string, input: GoodsInput, { was }: { was: number }): void {
      update(id, input, was);
    },

    /**
     * Adds and changes all, or nothing when one fails. A change replaces the quantity. The import is forgotten with it,
     * so that it is confirmed once, whenever the process dies.
     */
    importGoods(
      lines: readonly { id: string; input: GoodsInput; known: Goods | undefined }[],
      { importId, now }: { importId: string; now: Date },
    ): void {
      inTransaction(database, () => {
        for (const { id, input, known } of lines) {
          if (known) update(known.id, input, known.quantity);
          else insert(input, { id, now });
        }
        database.prepare('DELETE FROM goods_imports WHERE id = ?').run(importId);
      });
    },

    deleteGoods(id: string, now: Date): void {
      database
        .prepare('UPDATE goods SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL')
        .run(now.getTime(), id);
    },

    /** Without its code, if another item has it by now. */
    restoreGoods(id: string): void {
      const deleted = database
        .prepare('SELECT code FROM goods WHERE id = ? AND deleted_at IS NOT NULL')
        .get(id);
      if (!deleted) return;
      const isTaken = deleted.code !== null && findByCode(String(deleted.code)) !== undefined;
      database
        .prepare(
          'UPDATE goods SET deleted_at = NULL, code = CASE WHEN ? THEN NULL ELSE code END WHERE id = ?',
        )
        .run(Number(isTaken), id);
    },
  };
}

/** The same for capital and small letters of every script. */
export function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Whether two spellings name one category. */
export function isSameCategory(one: string, other: string): boolean {
  return folded(one) === folded(other);
}
