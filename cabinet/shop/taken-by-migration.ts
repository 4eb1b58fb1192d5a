/**
 * Who took goods back, by the person's id: the money is handed back from that drawer, so it goes off what that cashier
 * took (docs/decisions/0301). Earlier returns, and those of a colleague of the platform, go off where it was sold.
 */
export const takenByMigration = `
  DROP VIEW takings;
  ALTER TABLE returns ADD COLUMN taken_by TEXT;
  CREATE VIEW takings AS
    WITH sold AS (SELECT * FROM receipts WHERE voided_at IS NULL),
    back AS (
      SELECT x.day, x.amount, x.in_cash, r.paid_by, coalesce(x.taken_by, r.sold_by) AS sold_by,
        iif(x.taken_by IS NULL, r.seller, x.returned_by) AS seller
      FROM returns x JOIN receipts r ON r.number = x.receipt
    )
    SELECT day, sold_by, seller, paid_by, total AS amount, 0 AS returned, 1 AS receipts
    FROM sold WHERE paid_by IS NOT 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'cash', in_cash, 0, 1 FROM sold WHERE paid_by = 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'card', total - in_cash, 0, 0 FROM sold WHERE paid_by = 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, paid_by, -amount, amount, 0 FROM back WHERE paid_by IS NOT 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'cash', -in_cash, in_cash, 0 FROM back WHERE paid_by = 'mixed'
    UNION ALL
    SELECT day, sold_by, seller, 'card', in_cash - amount, amount - in_cash, 0 FROM back WHERE paid_by = 'mixed';`;
