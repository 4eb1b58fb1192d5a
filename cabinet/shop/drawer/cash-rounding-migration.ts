/**
 * What is paid in cash is rounded to a sum that there are coins for: a receipt keeps what that added to it, or took off
 * it, and so does money that went back. Sums of goods stay exact. Earlier ones were not rounded. A shop that doesn't say
 * how it rounds does it as its country (docs/decisions/0321).
 */
export const cashRoundingMigration = `
  ALTER TABLE shop ADD COLUMN cash_step INTEGER CHECK (cash_step IN (1, 5, 10, 50, 100));
  ALTER TABLE receipts ADD COLUMN rounding INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE returns ADD COLUMN rounding INTEGER NOT NULL DEFAULT 0;
  DROP VIEW takings;
  CREATE VIEW takings AS
    WITH sold AS (SELECT * FROM receipts WHERE voided_at IS NULL),
    back AS (
      SELECT x.day, x.amount, x.in_cash, x.rounding, r.paid_by, coalesce(x.taken_by, r.sold_by) AS sold_by,
        iif(x.taken_by IS NULL, r.seller, x.returned_by) AS seller
      FROM returns x JOIN receipts r ON r.number = x.receipt
    )
    SELECT day, sold_by, seller, paid_by, total AS amount, 0 AS returned, 1 AS receipts, rounding
    FROM sold WHERE paid_by IS NOT 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'cash', in_cash, 0, 1, rounding FROM sold WHERE paid_by = 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'card', total - in_cash, 0, 0, 0 FROM sold WHERE paid_by = 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, paid_by, -amount, amount, 0, -rounding FROM back WHERE paid_by IS NOT 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'cash', -in_cash, in_cash, 0, -rounding FROM back WHERE paid_by = 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'card', in_cash - amount, amount - in_cash, 0, 0 FROM back WHERE paid_by = 'mixed';`;
