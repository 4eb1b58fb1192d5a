/** A receipt keeps what the shop said of itself on that day; earlier ones say what it says now. */
export const shopOfReceiptMigration = 'ALTER TABLE receipts ADD COLUMN shop TEXT;';
