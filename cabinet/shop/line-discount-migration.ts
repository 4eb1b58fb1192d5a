/**
 * A line of a receipt can have a discount of its own: `sum` is what stays to be paid of the line, `off` what was taken
 * off it, and `off_percent` the percent, where it was one. What came back has its share of it.
 */
export const lineDiscountMigration = `
  ALTER TABLE receipt_lines ADD COLUMN off INTEGER NOT NULL DEFAULT 0 CHECK (off >= 0);
  ALTER TABLE receipt_lines ADD COLUMN off_percent INTEGER CHECK (off_percent BETWEEN 0 AND 100);
  ALTER TABLE return_lines ADD COLUMN off INTEGER NOT NULL DEFAULT 0 CHECK (off >= 0);`;
