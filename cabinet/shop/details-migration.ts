/**
 * Goods get a category, a purchase price and a low-stock limit of their own, each or none. A line of a receipt keeps
 * what its goods cost the shop, and so does what came back of it; earlier lines don't say. Files that were read and not
 * confirmed are read again.
 */
export const detailsMigration = `
  ALTER TABLE goods ADD COLUMN category TEXT;
  ALTER TABLE goods ADD COLUMN cost INTEGER CHECK (cost >= 0);
  ALTER TABLE goods ADD COLUMN few INTEGER CHECK (few >= 0);
  ALTER TABLE receipt_lines ADD COLUMN cost INTEGER CHECK (cost >= 0);
  ALTER TABLE return_lines ADD COLUMN cost INTEGER CHECK (cost >= 0);
  DELETE FROM goods_imports;`;
