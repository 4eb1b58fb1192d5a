import type { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cabinetMigrations, cabinetStore, type CabinetStore } from '#cabinet/store/cabinet-store.ts';
import { openSqliteFile } from '#cabinet/store/sqlite-file.ts';

const now = new Date('2026-03-02T10:00:00Z');
const bread = {
  name: 'Bread',
  code: 'B-1',
  price: 1_000,
  unit: 'piece',
  quantity: 5_000,
  category: null,
  cost: null,
  few: null,
} as const;
const made = { importId: 'import', now };
let folder: string;
let database: DatabaseSync;
let store: CabinetStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goods-'));
  database = openSqliteFile(join(folder, 'shop.sqlite'), cabinetMigrations, { create: true });
  store = cabinetStore(database);
  store.addGoods(bread, { id: 'bread', now });
  store.keepImport(
    'import',
    { goods: [{ ...bread, delivered: 2_000, quantity: null, emptied: [] }], ignored: [] },
    now,
  );
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const lines = () => {
  const known = store.findGoods('bread');
  return [{ id: 'bread', input: { ...bread, quantity: (known?.quantity ?? 0) + 2_000 }, known }];
};

describe('a confirmed import', () => {
  it('is forgotten with what it wrote', () => {
    store.importGoods(lines(), made);
    expect(store.findGoods('bread')?.quantity).toBe(7_000);
    expect(store.findImport('import')).toBeUndefined();
  });

  it('has written nothing while it can still be confirmed', () => {
    database.exec(`CREATE TRIGGER no_forgetting BEFORE DELETE ON goods_imports BEGIN
      SELECT RAISE(ABORT, 'the process is gone'); END`);
    expect(() => store.importGoods(lines(), made)).toThrow('the process is gone');
    expect(store.findGoods('bread')?.quantity).toBe(5_000);
    expect(store.findImport('import')?.goods).toHaveLength(1);
  });
});
