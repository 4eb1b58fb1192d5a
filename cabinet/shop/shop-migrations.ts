import { detailsMigration } from './details-migration.ts';
import { cashRoundingMigration } from './drawer/cash-rounding-migration.ts';
import {
  countedByMigration,
  countReasonMigration,
  drawersMigration,
  undoneMovesMigration,
} from './drawer/drawers-store.ts';
import { deliveriesMigration } from './goods/deliveries-store.ts';
import { searchTextMigration } from './goods/goods-store.ts';
import { ignoredColumnsMigration } from './goods/import/import-store.ts';
import { lineDiscountMigration } from './line-discount-migration.ts';
import { linePaidMigration } from './line-paid-migration.ts';
import { mixedPaymentMigration } from './mixed-payment-migration.ts';
import { mostDiscountMigration, receiptChoicesMigration } from './own/shop-facts-store.ts';
import { shopOfReceiptMigration } from './shop-of-receipt-migration.ts';
import { takenByMigration } from './taken-by-migration.ts';
import { unitsMigration } from './units-migration.ts';

/** The shop's own steps since it has details of its own, in their order. A step of sign-in or protocol comes after them. */
export const shopMigrations = [
  unitsMigration,
  detailsMigration,
  lineDiscountMigration,
  mixedPaymentMigration,
  mostDiscountMigration,
  deliveriesMigration,
  linePaidMigration,
  takenByMigration,
  drawersMigration,
  shopOfReceiptMigration,
  undoneMovesMigration,
  cashRoundingMigration,
  countReasonMigration,
  countedByMigration,
  ignoredColumnsMigration,
  searchTextMigration,
  receiptChoicesMigration,
];
