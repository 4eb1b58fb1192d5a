import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { emptiableFields } from '../goods.ts';
import { units } from '../units.ts';
import type { FileLine } from './read-goods-file.ts';

/** Files that were read and not confirmed yet. */
export const importsMigration = `
  CREATE TABLE goods_imports (id TEXT PRIMARY KEY, lines TEXT NOT NULL, read_at INTEGER NOT NULL) STRICT;`;

const keptFor = 24 * 3_600_000;
const lines = z.array(
  z.object({
    name: z.string(),
    code: z.string().nullable(),
    price: z.int().nullable(),
    unit: z.enum(units),
    quantity: z.int().nullable(),
    category: z.string().nullable(),
    cost: z.int().nullable(),
    few: z.int().nullable(),
    /** Files that an earlier version read have none of both. */
    delivered: z.int().nullable().default(null),
    emptied: z.array(z.enum(emptiableFields)).default([]),
  }),
);

export function importStore(database: DatabaseSync) {
  return {
    keepImport(id: string, goods: readonly FileLine[], now: Date): void {
      database.prepare('DELETE FROM goods_imports WHERE read_at < ?').run(now.getTime() - keptFor);
      database
        .prepare('INSERT OR IGNORE INTO goods_imports (id, lines, read_at) VALUES (?, ?, ?)')
        .run(id, JSON.stringify(goods), now.getTime());
    },

    findImport(id: string): FileLine[] | undefined {
      const row = database.prepare('SELECT lines FROM goods_imports WHERE id = ?').get(id);
      return row && lines.parse(JSON.parse(String(row.lines)));
    },
  };
}
