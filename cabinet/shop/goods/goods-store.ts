import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Locale } from '#contract/kernel/variants.ts';
import { inTransaction } from '../../store/sqlite-file.ts';
import { deliveriesStore } from './deliveries-store.ts';
import { byName, type Goods, type GoodsInput, type GoodsOrder } from './goods.ts';
import { orderKey } from './goods-order.ts';
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

/** Which goods: parts of names and codes, in capitals or not and with marks or not, and a category; empty is all. */
export interface GoodsChoice {
  search: string;
  category: string;
}
const all: GoodsChoice = { search: '', category: '' };

const matching = `deleted_at IS NULL AND (:search = '' OR instr(search_text, :search))
  AND (:category = '' OR caseless(coalesce(category, '')) = :category)`;
const chosen = ({ search, category }: GoodsChoice) => ({
  search: folded(search),
  category: caseless(category),
});

/** What a search looks through, folded once: at 10,000 goods a search must not fold them all. */
export const searchTextMigration = 'ALTER TABLE goods ADD COLUMN search_text TEXT;';

/** Of goods that an earlier version wrote, or of one that has lost its code. */
function fillSearchText(database: DatabaseSync): void {
  const lacking = database.prepare('SELECT 1 FROM goods WHERE search_text IS NULL LIMIT 1').get();
  if (lacking === undefined) return;
  database.exec(
    `UPDATE goods SET search_text = folded(name || ' ' || coalesce(code, '')) WHERE search_text IS NULL`,
  );
}

function soughtIn({ name, code }: Pick<Goods, 'name' | 'code'>): string {
  return folded(`${name} ${code ?? ''}`);
}

/** The goods of one cabinet. */
export function goodsStore(database: DatabaseSync) {
  // SQLite's own `lower` knows only Latin letters.
  database.function('caseless', { deterministic: true }, (text) => caseless(String(text)));
  database.function('folded', { deterministic: true }, (text) => folded(String(text)));
  fillSearchText(database);
  const one = (condition: string, value: string): Goods | undefined =>
    goodsRow.optional().parse(database.prepare(`SELECT ${columns} FROM goods WHERE ${condition}`).get(value));
  const findByCode = (code: string) => one('code = ? AND deleted_at IS NULL', code);

  return {
    findByCode,
    findGoods: (id: string) => one('id = ? AND deleted_at IS NULL', id),
    findDeletedGoods: (id: string) => one('id = ? AND deleted_at IS NOT NULL', id),
    ...goodsLists(database, 'en'),
    /** The same lists in the order of a language. */
    goodsIn: (locale: Locale) => goodsLists(database, locale),
    ...goodsChanges(database, findByCode),
    ...deliveriesStore(database),
  };
}

function goodsLists(database: DatabaseSync, locale: Locale) {
  const inOrder = `in_order_${locale}`;
  database.function(inOrder, { deterministic: true }, (text) => orderKey(String(text), locale));
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
           GROUP BY caseless(category) ORDER BY ${inOrder}(min(category))`,
        )
        .all();
      return found.map(({ name }) => String(name));
    },

    /** One page of goods; pages count from 1. Equal ones go by name. */
    listGoods(page: number, choice = all, { by, isDown }: GoodsOrder = byName): Goods[] {
      const direction = isDown ? 'DESC' : 'ASC';
      const first = by === 'name' ? '' : `${by} ${direction}, `;
      const names = `${inOrder}(name) ${by === 'name' ? direction : 'ASC'}`;
      const found = database
        .prepare(
          `SELECT ${columns} FROM goods WHERE ${matching}
           ORDER BY ${first}${names}, name, id LIMIT ${goodsPageSize} OFFSET :offset`,
        )
        .all({ ...chosen(choice), offset: (page - 1) * goodsPageSize });
      return rows.parse(found);
    },

    /** The first goods by name that can be sold; a search also finds what is sold out, after them. */
    goodsToSell(choice: GoodsChoice, limit: number): Goods[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM goods WHERE ${matching} AND (quantity > 0 OR :search <> '')
           ORDER BY quantity = 0, ${inOrder}(name), name, id LIMIT :limit`,
        )
        .all({ ...chosen(choice), limit });
      return rows.parse(found);
    },

    /** The goods of which the least is left, as far as that is little by their own limits or by `few` whole units. */
    goodsRunningOut({ few, limit }: { few: number; limit: number }): Goods[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM goods WHERE deleted_at IS NULL AND quantity <= coalesce(few, ?)
           ORDER BY quantity, ${inOrder}(name) LIMIT ?`,
        )
        .all(few * 1000, limit);
      return rows.parse(found);
    },

    /** All goods, for a file. */
    everyGoods(): Goods[] {
      return rows.parse(
        database
          .prepare(
            `SELECT ${columns} FROM goods WHERE deleted_at IS NULL ORDER BY ${inOrder}(name), name, id`,
          )
          .all(),
      );
    },
  };
}

function goodsChanges(database: DatabaseSync, findByCode: (code: string) => Goods | undefined) {
  const insert = (input: GoodsInput, { id, now }: { id: string; now: Date }) =>
    database
      .prepare(
        `INSERT INTO goods (id, name, code, price, unit, quantity, category, cost, few, created_at, search_text)
         VALUES (:id, :name, :code, :price, :unit, :quantity, :category, :cost, :few, :at, :sought)
         ON CONFLICT (id) DO NOTHING`,
      )
      .run({ ...input, id, at: now.getTime(), sought: soughtIn(input) });
  // In another unit than before, what was sold meanwhile is no number to go by.
  const update = (id: string, input: GoodsInput, was: number) =>
    database
      .prepare(
        `UPDATE goods SET name = :name, code = :code, price = :price, unit = :unit, category = :category,
           cost = :cost, few = :few, search_text = :sought,
           quantity = CASE unit WHEN :unit THEN max(0, quantity + :quantity - :was) ELSE :quantity END
         WHERE id = :id AND deleted_at IS NULL`,
      )
      .run({ ...input, id, was, sought: soughtIn(input) });

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
          `UPDATE goods SET deleted_at = NULL, code = CASE WHEN ? THEN NULL ELSE code END, search_text = NULL
           WHERE id = ?`,
        )
        .run(Number(isTaken), id);
      fillSearchText(database);
    },
  };
}

/**
 * For a search: the same for capital and small letters, and for letters with and without marks, so that `suris` finds
 * „Sūris“. Ґ has no mark of its own, and an apostrophe has several shapes.
 */
export function folded(text: string): string {
  return caseless(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ґß’ʼ`]/g, (letter) => lookalikes[letter] ?? "'");
}
const lookalikes: Record<string, string> = { ґ: 'г', ß: 'ss' };

/** The same for capital and small letters of every script. */
export function caseless(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Whether two spellings name one category. */
export function isSameCategory(one: string, other: string): boolean {
  return caseless(one) === caseless(other);
}
