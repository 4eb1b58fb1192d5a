import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens an SQLite file (WAL, foreign keys) and runs its missing `migrations`, counted in `user_version`. A missing
 * file is made, readable only by its owner, if `create` is set; otherwise it throws.
 */
export function openSqliteFile(path: string, migrations: readonly string[], { create }: { create: boolean }) {
  // SQLite gives the -wal and -shm files the mode of this one.
  if (create && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  if (!existsSync(path)) throw new Error('the SQLite file does not exist');
  const database = new DatabaseSync(path, { timeout: 2000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    migrate(database, migrations);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Throws when the pages of an open file are inconsistent. */
export function requireSound(database: DatabaseSync): void {
  const [row] = database.prepare('PRAGMA quick_check(1)').all();
  if (row?.quick_check !== 'ok') throw new Error('the SQLite file is damaged');
}

/** Whether a file can be opened and is consistent. */
export function isReadable(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      requireSound(database);
      return true;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** Whether the file itself is the cause: SQLITE_CORRUPT, SQLITE_NOTADB. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff);
}

/** Whether there was no space for a write: SQLite's (SQLITE_FULL), or of our own file. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && error.errcode === 13) return true;
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** All that `work` writes, or nothing when it throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already ended it after some errors, such as a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  if (versionOf(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(database);
    if (version > migrations.length) throw new Error('the SQLite file was written by a newer version');
    for (const statement of migrations.slice(version)) database.exec(statement);
    database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
