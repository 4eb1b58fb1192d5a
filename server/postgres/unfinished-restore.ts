import { existsSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { syncFolder } from '#contract/kernel/sync-folder.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/**
 * The mark of a restore that has begun and not ended, in both places that it fills: a file in DATA_DIR, and a table
 * in the database, which servers on other machines see. It is the first thing that a restore makes and the last that
 * it removes. So whatever stops it, nobody takes half an installation for a whole one.
 */

const fileName = 'restore.unfinished';
/**
 * No migration makes it, because it exists before the first one. It has no columns, so no copy of the database has
 * it.
 */
const tableName = 'unfinished_restore';

/** A start or a command in a place that a restore has not finished filling. */
export class UnfinishedRestore extends StartupError {
  readonly advice: string;
  readonly problem: string;

  constructor(place: string, remedy: string) {
    const problem = `a restore into ${place} has not ended`;
    const advice = `wait while it runs; if it was broken off, ${remedy} and restore again`;
    super(`${problem}: ${advice}.`);
    this.problem = problem;
    this.advice = advice;
  }
}

export function isFolderMarked(dataDir: string): boolean {
  return existsSync(path.join(dataDir, fileName));
}

/** @throws UnfinishedRestore when DATA_DIR has the mark. */
export function refuseUnfinishedFolder(dataDir: string): void {
  if (isFolderMarked(dataDir)) throw new UnfinishedRestore(`DATA_DIR "${dataDir}"`, 'empty that folder');
}

/** @throws UnfinishedRestore when the database has the mark. */
export async function refuseUnfinishedDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ marked: boolean }>`
    select to_regclass(${`public.${tableName}`}) is not null as marked`.execute(db);
  if (rows[0]?.marked) throw new UnfinishedRestore('this database', 'drop the database and create it again');
}

/**
 * Lets one of two restores at once win. The mark survives a crash of the machine.
 * @throws UnfinishedRestore when DATA_DIR has the mark.
 */
export async function markFolder(dataDir: string): Promise<void> {
  const file = await open(path.join(dataDir, fileName), 'wx', 0o600).catch((error: unknown) => {
    refuseUnfinishedFolder(dataDir);
    throw error;
  });
  await file.sync();
  await file.close();
  await syncFolder(dataDir);
}

export async function unmarkFolder(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, fileName));
}

/** Empties what was empty before; the mark goes last. */
export async function emptyMarkedFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((one) => one !== fileName)) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  await unmarkFolder(dataDir);
}

export async function markDatabase(db: Db): Promise<void> {
  await sql`create table if not exists ${sql.table(tableName)} ()`.execute(db);
}

export async function unmarkDatabase(db: Db): Promise<void> {
  await sql`drop table ${sql.table(tableName)}`.execute(db);
}

/** A table with data that people entered, or undefined. */
export async function usedTable(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname in ('clients', 'users', 'emails')`.execute(db);
  for (const { name } of rows) {
    const { rows: used } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (used.length > 0) return name;
  }
  return undefined;
}
