import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { entitlements, type Entitlements, type Usage } from '#contract/cabinets/cabinet.ts';
import { drawersStore } from '../shop/drawer/drawers-store.ts';
import { goodsStore } from '../shop/goods/goods-store.ts';
import { shopFactsStore, shopMigration } from '../shop/own/shop-facts-store.ts';
import { shopMigrations } from '../shop/shop-migrations.ts';
import { importsMigration, importStore } from '../shop/goods/import/import-store.ts';
import * as sales from '../shop/sales/sales-store.ts';
import { openSaleStore } from '../shop/till/open-sale-store.ts';
import { knownMetrics } from './own-metrics.ts';
import {
  languageMigration,
  sessionMigration,
  sessionStore,
  signOutMigration,
} from '../sign-in/session-store.ts';

/** Usage reports read `last_visit` from `visits`. Times are milliseconds since 1970, money is in minor units. */
export const cabinetMigrations = [
  `CREATE TABLE sessions (
     token_hash BLOB PRIMARY KEY,
     name TEXT NOT NULL,
     locale TEXT NOT NULL,
     acting_user TEXT,
     read_only INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE entitlements (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     answer TEXT,
     fetched_at INTEGER,
     attempted_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE visits (id INTEGER PRIMARY KEY CHECK (id = 1), last_visit INTEGER NOT NULL) STRICT;
   CREATE TABLE goods (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     price INTEGER NOT NULL CHECK (price >= 0),
     quantity INTEGER NOT NULL CHECK (quantity >= 0),
     created_at INTEGER NOT NULL,
     deleted_at INTEGER
   ) STRICT;
   CREATE INDEX goods_newest ON goods (created_at DESC, id DESC) WHERE deleted_at IS NULL;`,
  `CREATE TABLE sales (
     id TEXT PRIMARY KEY,
     goods_id TEXT NOT NULL,
     name TEXT NOT NULL,
     amount INTEGER NOT NULL CHECK (amount >= 0),
     cash_register INTEGER NOT NULL,
     sold_at INTEGER NOT NULL,
     month TEXT NOT NULL
   ) STRICT;
   CREATE INDEX sales_of_month ON sales (month);`,
  sessionMigration,
  signOutMigration,
  sales.receiptsMigration,
  importsMigration,
  sales.paymentsMigration,
  languageMigration,
  sales.sellersMigration,
  sales.returnsMigration,
  shopMigration,
  ...shopMigrations,
];

const visitPrecision = 60_000;

const cacheRow = z.object({
  answer: z.string().nullable(),
  fetched_at: z.int().nullable(),
  attempted_at: z.int(),
});
const usageRow = z.object({
  turnover: z.int(),
  sales: z.int(),
  bytes: z.int(),
  registers: z.int(),
  last_visit: z.int().nullable(),
});

export type CabinetStore = ReturnType<typeof cabinetStore>;

/** A cabinet's own database: sessions, the last entitlements, visits, and the shop's goods and sales. Every call is synchronous. */
export function cabinetStore(database: DatabaseSync) {
  const sessions = sessionStore(database);
  const goods = goodsStore(database);
  return {
    ...sessions,
    ...goods,
    ...sales.salesStore(database),
    ...openSaleStore(database),
    ...drawersStore(database),
    ...importStore(database),
    ...shopFactsStore(database),

    /** The last entitlements, their time, and when the platform was last asked. */
    readEntitlements() {
      const row = cacheRow
        .optional()
        .parse(database.prepare('SELECT answer, fetched_at, attempted_at FROM entitlements').get());
      const known = row?.answer == null ? undefined : entitlements.safeParse(JSON.parse(row.answer)).data;
      return { known, fetchedAt: row?.fetched_at ?? undefined, attemptedAt: row?.attempted_at };
    },

    /** `answer` is undefined when there was none. What it says of sessions holds in the same step. */
    noteEntitlements(answer: Entitlements | undefined, now: Date): void {
      if (answer) {
        sessions.dropEnded(answer);
        sessions.followLanguages(answer.members);
      }
      const fetchedAt = answer ? now.getTime() : null;
      database
        .prepare(
          `INSERT INTO entitlements (id, answer, fetched_at, attempted_at) VALUES (1, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET answer = coalesce(excluded.answer, answer),
             fetched_at = coalesce(excluded.fetched_at, fetched_at), attempted_at = excluded.attempted_at`,
        )
        .run(answer ? JSON.stringify(answer) : null, fetchedAt, now.getTime());
    },

    /** Stored to the minute, so that reading pages writes little. */
    noteVisit(now: Date): void {
      database
        .prepare(
          `INSERT INTO visits (id, last_visit) VALUES (1, ?)
           ON CONFLICT (id) DO UPDATE SET last_visit = excluded.last_visit
           WHERE excluded.last_visit - last_visit >= ${visitPrecision}`,
        )
        .run(now.getTime());
    },

    /**
     * The usage report: the month's turnover, goods, cash registers that have sold, the last visit. `metrics` has this
     * product's own numbers, as far as the operator has metrics for them: the platform refuses others.
     */
    usage(month: string, known: Entitlements['metrics']): Usage {
      const sums = usageRow.parse(
        database
          .prepare(
            `SELECT max(0, coalesce(sum(amount), 0)) AS turnover, coalesce(sum(receipts), 0) AS sales,
               (SELECT count(DISTINCT cash_register) FROM receipts) AS registers,
               (SELECT last_visit FROM visits) AS last_visit,
               (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes
             FROM takings WHERE day BETWEEN ? AND ?`,
          )
          .get(`${month}-01`, `${month}-31`),
      );
      return {
        monthly_turnover: sums.turnover,
        goods_count: goods.countGoods(),
        cash_registers: sums.registers,
        metrics: knownMetrics({ sales_count: sums.sales, storage_bytes: sums.bytes }, known),
        last_visit: sums.last_visit === null ? null : new Date(sums.last_visit).toISOString(),
      };
    },
  };
}
