/**
 * A receipt can be paid in two parts: `in_cash` is the one in cash, and the rest goes by card. Money that comes back of
 * such a receipt has its parts too, and `takings` counts each for its own way. What was handed over is compared with the
 * part in cash, and so no longer with the total.
 */
export const mixedPaymentMigration = `
  DROP VIEW takings;
  ALTER TABLE receipts ADD COLUMN way TEXT CHECK (way IN ('cash', 'card', 'mixed'));
  ALTER TABLE receipts ADD COLUMN handed INTEGER CHECK (handed >= 0);
  ALTER TABLE receipts ADD COLUMN in_cash INTEGER CHECK (in_cash BETWEEN 0 AND total);
  UPDATE receipts SET way = paid_by, handed = given;
  ALTER TABLE receipts DROP COLUMN paid_by;
  ALTER TABLE receipts DROP COLUMN given;
  ALTER TABLE receipts RENAME COLUMN way TO paid_by;
  ALTER TABLE receipts RENAME COLUMN handed TO given;
  ALTER TABLE returns ADD COLUMN in_cash INTEGER CHECK (in_cash BETWEEN 0 AND amount);
  CREATE VIEW takings AS
    SELECT day, sold_by, seller, paid_by, total AS amount, 0 AS returned, 1 AS receipts
    FROM receipts WHERE voided_at IS NULL AND paid_by IS NOT 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'cash', in_cash, 0, 1 FROM receipts WHERE voided_at IS NULL AND paid_by = 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'card', total - in_cash, 0, 0
    FROM receipts WHERE voided_at IS NULL AND paid_by = 'mixed'
    UNION ALL
    SELECT x.day, r.sold_by, r.seller, r.paid_by, -x.amount, x.amount, 0
    FROM returns x JOIN receipts r ON r.number = x.receipt WHERE r.paid_by IS NOT 'mixed'
    UNION ALL
    SELECT x.day, r.sold_by, r.seller, 'cash', -x.in_cash, x.in_cash, 0
    FROM returns x JOIN receipts r ON r.number = x.receipt WHERE r.paid_by = 'mixed'
    UNION ALL
    SELECT x.day, r.sold_by, r.seller, 'card', x.in_cash - x.amount, x.amount - x.in_cash, 0
    FROM returns x JOIN receipts r ON r.number = x.receipt WHERE r.paid_by = 'mixed';`;
