/** What a row adds to its part in some money: what belongs to the rows up to it, less those above. */
const added = (money: string) =>
  `CASE whole WHEN 0 THEN 0 ELSE
     CAST((2 * ${money} * upto + whole) / (2 * whole) AS INTEGER) -
     CAST((2 * ${money} * (upto - sum) + whole) / (2 * whole) AS INTEGER) END`;

/**
 * A line of a receipt keeps its part of what was paid for the receipt, and so does what came back of it: the parts of a
 * line add up to it (docs/decisions/0300). Earlier ones get what the report said of them.
 */
export const linePaidMigration = `
  ALTER TABLE receipt_lines ADD COLUMN paid INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE return_lines ADD COLUMN paid INTEGER NOT NULL DEFAULT 0;
  UPDATE receipt_lines SET paid = split.paid FROM (
    SELECT receipt, position, ${added('total')} AS paid FROM (
      SELECT l.receipt, l.position, l.sum, r.total,
        sum(l.sum) OVER (PARTITION BY l.receipt ORDER BY l.position) AS upto,
        sum(l.sum) OVER (PARTITION BY l.receipt) AS whole
      FROM receipt_lines l JOIN receipts r ON r.number = l.receipt)
  ) AS split WHERE split.receipt = receipt_lines.receipt AND split.position = receipt_lines.position;
  UPDATE return_lines SET paid = split.paid FROM (
    SELECT return_number, position, ${added('amount')} AS paid FROM (
      SELECT b.return_number, b.position, b.sum, x.amount,
        sum(b.sum) OVER (PARTITION BY b.return_number ORDER BY b.position) AS upto,
        sum(b.sum) OVER (PARTITION BY b.return_number) AS whole
      FROM return_lines b JOIN returns x ON x.number = b.return_number)
  ) AS split WHERE split.return_number = return_lines.return_number AND split.position = return_lines.position;`;
