/**
 * Goods get units, and every quantity becomes one of thousandths. A line of a receipt keeps its sum, and so does what
 * came back of it: where a weight is rounded, price and quantity no longer say it. Files that were read and not
 * confirmed are read again.
 */
export const unitsMigration = `
  ALTER TABLE goods ADD COLUMN unit TEXT NOT NULL DEFAULT 'piece' CHECK (unit IN ('piece', 'kg', 'g', 'l', 'm', 'm2'));
  UPDATE goods SET quantity = quantity * 1000;
  ALTER TABLE receipt_lines ADD COLUMN unit TEXT NOT NULL DEFAULT 'piece';
  ALTER TABLE receipt_lines ADD COLUMN sum INTEGER NOT NULL DEFAULT 0 CHECK (sum >= 0);
  UPDATE receipt_lines SET sum = price * quantity, quantity = quantity * 1000;
  ALTER TABLE return_lines ADD COLUMN sum INTEGER NOT NULL DEFAULT 0 CHECK (sum >= 0);
  UPDATE return_lines SET quantity = quantity * 1000, sum = quantity * (
    SELECT l.price FROM returns x JOIN receipt_lines l ON l.receipt = x.receipt AND l.position = return_lines.position
    WHERE x.number = return_lines.return_number);
  DELETE FROM goods_imports;`;
