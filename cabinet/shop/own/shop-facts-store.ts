import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
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

const shopRow = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  thanks: z.string(),
  pay: z.enum(moneyKinds),
  few: z.int(),
  mostDiscount: z.int().nullable(),
  cashStep: z.literal(cashSteps).nullable(),
});

export function shopFactsStore(database: DatabaseSync) {
  return {
    shopFacts(): ShopFacts {
      const row = database
        .prepare(
          `SELECT name, address, phone, thanks, pay, few, most_discount AS mostDiscount, cash_step AS cashStep
           FROM shop`,
        )
        .get();
      return shopRow.optional().parse(row) ?? usualFacts;
    },

    changeShop({ name, address, phone, thanks, pay, few, mostDiscount, cashStep }: ShopFacts): void {
      database
        .prepare('INSERT OR REPLACE INTO shop VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(name, address, phone, thanks, pay, few, mostDiscount, cashStep);
    },
  };
}
