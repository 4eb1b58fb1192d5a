import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { emptiableFields } from '../goods.ts';
import { units } from '../units.ts';
import type { FileLine, ReadFile } from './read-goods-file.ts';

/** Files that were read and not confirmed yet. */
export const importsMigration = `
  CREATE TABLE goods_imports (id TEXT PRIMARY KEY, lines TEXT NOT NULL, read_at INTEGER NOT NULL) STRICT;`;

/** The headings of the columns that were not read. */
export const ignoredColumnsMigration = `ALTER TABLE goods_imports ADD COLUMN ignored TEXT NOT NULL DEFAULT '[]';`;

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

const headings = z.array(z.string());

export function importStore(database: DatabaseSync) {
  return {
    keepImport(id: string, { goods, ignored }: Omit<ReadFile, 'faults'>, now: Date): void {
      database.prepare('DELETE FROM goods_imports WHERE read_at < ?').run(now.getTime() - keptFor);
      database
        .prepare('INSERT OR IGNORE INTO goods_imports (id, lines, ignored, read_at) VALUES (?, ?, ?, ?)')
        .run(id, JSON.stringify(goods), JSON.stringify(ignored), now.getTime());
    },

    findImport(id: string): { goods: FileLine[]; ignored: string[] } | undefined {
      const row = database.prepare('SELECT lines, ignored FROM goods_imports WHERE id = ?').get(id);
      if (!row) return undefined;
      return {
        goods: lines.parse(JSON.parse(String(row.lines))),
        ignored: headings.parse(JSON.parse(String(row.ignored))),
      };
    },
  };
}
