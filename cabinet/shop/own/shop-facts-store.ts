import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { locales } from '#contract/kernel/variants.ts';
import { cashSteps } from '../drawer/rounded-cash.ts';
import { moneyKinds } from '../sales/ways-to-pay.ts';
import { type ShopFacts, usualFacts } from './shop-facts.ts';

/** How the shop describes itself: one row, once it does. */
export const shopMigration = `
  CREATE TABLE shop (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    phone TEXT NOT NULL,
    thanks TEXT NOT NULL,
    pay TEXT NOT NULL CHECK (pay IN ('cash', 'card')),
    few INTEGER NOT NULL CHECK (few >= 0)
  ) STRICT;`;

/** How much a cashier may take off. */
export const mostDiscountMigration =
  'ALTER TABLE shop ADD COLUMN most_discount INTEGER CHECK (most_discount BETWEEN 0 AND 100);';

/** What its receipts say and in which language, and what cashiers may undo. */
export const receiptChoicesMigration = `
  ALTER TABLE shop ADD COLUMN language TEXT;
  ALTER TABLE shop ADD COLUMN print_code INTEGER CHECK (print_code IN (0, 1));
  ALTER TABLE shop ADD COLUMN cashier_undo INTEGER NOT NULL DEFAULT 1 CHECK (cashier_undo IN (0, 1));`;

const yesOrNo = z.int().transform((kept) => kept === 1);
const shopRow = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  thanks: z.string(),
  pay: z.enum(moneyKinds),
  few: z.int(),
  mostDiscount: z.int().nullable(),
  cashStep: z.literal(cashSteps).nullable(),
  language: z.enum(locales).nullable(),
  printCode: yesOrNo.nullable(),
  cashierUndo: yesOrNo,
});

export function shopFactsStore(database: DatabaseSync) {
  return {
    shopFacts(): ShopFacts {
      const row = database
        .prepare(
          `SELECT name, address, phone, thanks, pay, few, most_discount AS mostDiscount, cash_step AS cashStep,
             language, print_code AS printCode, cashier_undo AS cashierUndo
           FROM shop`,
        )
        .get();
      return shopRow.optional().parse(row) ?? usualFacts;
    },

    changeShop({ printCode, cashierUndo, ...facts }: ShopFacts): void {
      database
        .prepare(
          `INSERT OR REPLACE INTO shop
             (id, name, address, phone, thanks, pay, few, most_discount, cash_step, language, print_code, cashier_undo)
           VALUES (1, :name, :address, :phone, :thanks, :pay, :few, :mostDiscount, :cashStep, :language, :code, :undo)`,
        )
        .run({ ...facts, code: printCode === null ? null : Number(printCode), undo: Number(cashierUndo) });
    },
  };
}
