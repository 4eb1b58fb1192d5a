import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Config } from '#server/config.ts';
import { connectDatabase, type Database } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ensureSearchIndex } from '#server/db/search-index.ts';
import {
  emptyMarkedFolder,
  markDatabase,
  markFolder,
  refuseUnfinishedDatabase,
  refuseUnfinishedFolder,
  unmarkDatabase,
  unmarkFolder,
} from '#server/db/unfinished-restore.ts';
import { StartRefused } from '#server/start-refused.ts';
import { checkFile, readPacked, unpackTo } from './backup-files.ts';
import { type BackedUpFile, type BackupManifest, filesOf, readManifest } from './backup-manifest.ts';
import { copyIn } from './database-copy.ts';

export interface RestoreOptions {
  config: Pick<Config, 'dataDir' | 'backupDir' | 'databaseUrl' | 'secretKey'>;
  log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
  progress(text: string): void;
}

/** Reads every file of a backup and compares it with what was written. */
export async function checkBackup(
  folder: string,
  { progress }: Pick<RestoreOptions, 'progress'>,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const files = filesOf(manifest);
  for (const [index, file] of files.entries()) {
    progress(`Checking file ${index + 1} of ${files.length}…`);
    await checkFile(folder, file);
  }
  return manifest;
}

/**
 * Makes an installation of a backup, in an empty DATA_DIR and an empty database: all of it, or nothing; one that is
 * killed leaves a mark, and no server starts there. A backup of an older program is brought up to this one.
 *
 * @throws StartRefused when the backup is damaged or of a newer program, the place is not empty, or the key differs.
 */
export async function restoreBackup(folder: string, options: RestoreOptions): Promise<BackupManifest> {
  const { config, log, progress } = options;
  refuseUnfinishedFolder(config.dataDir);
  await refuseUsed(config.dataDir, 'DATA_DIR');
  if (path.dirname(config.backupDir) !== config.dataDir) await refuseUsed(config.backupDir, 'BACKUP_DIR');
  const manifest = await checkBackup(folder, options);
  const key = await keyOf(folder, manifest, config);
  const { databaseUrl, dataDir, backupDir } = config;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await markFolder(dataDir);
  try {
    const database = await connectDatabase({
      databaseUrl,
      dataDir,
      log,
      maxConnections: 4,
      restoring: true,
    });
    try {
      await refuseUsedDatabase(database);
      await markDatabase(database.db);
      await fill(database, folder, { manifest, log, progress });
      await unpackAll(folder, manifest.cabinets, path.join(dataDir, 'cabinets'), options);
      await unpackAll(folder, manifest.cabinet_backups, backupDir, options);
      if (!config.secretKey)
        await writeFile(path.join(dataDir, 'secret.key'), key, { mode: 0o600, flush: true });
      await unmarkDatabase(database.db);
    } finally {
      await database.close();
    }
    await unmarkFolder(dataDir);
    return manifest;
  } catch (error) {
    await empty(backupDir);
    await emptyMarkedFolder(dataDir);
    throw error;
  }
}

async function fill(
  database: Database,
  folder: string,
  { manifest, log, progress }: { manifest: BackupManifest } & Pick<RestoreOptions, 'log' | 'progress'>,
): Promise<void> {
  const { db, pool } = database;
  const quiet = { info: () => undefined, warn: log.warn.bind(log) };
  const through = manifest.migrations.at(-1)?.name;
  await migrate({ db, log: quiet, through });
  await copyIn(pool, folder, { manifest, progress });
  await migrate({ db, log: quiet });
  progress('Index for searching…');
  await ensureSearchIndex(db, quiet);
}

/** Of a given database: without anything that people made, so that a restore that failed can be tried again. */
async function refuseUsedDatabase({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname in ('clients', 'users', 'emails')`.execute(
    db,
  );
  for (const { name } of rows) {
    const { rows: used } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (used.length > 0) {
      await refuseUnfinishedDatabase(db);
      throw new StartRefused(
        `the database is not empty, it has ${name}: a backup is restored into an empty one.`,
      );
    }
  }
}

async function refuseUsed(folder: string, variable: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name !== 'lock');
  if (names.length === 0) return;
  throw new StartRefused(
    `${variable} "${folder}" is not empty: a backup is restored into an empty one; set another, or move this away.`,
  );
}

async function keyOf(
  folder: string,
  { secret_key: file }: BackupManifest,
  { secretKey }: Pick<Config, 'secretKey'>,
): Promise<string> {
  const stored = file ? (await text(readPacked(folder, file))).trim() : undefined;
  const key = secretKey ?? stored;
  if (!key)
    throw new StartRefused('The backup was taken without its key: set SECRET_KEY to the one kept elsewhere.');
  if (stored && key !== stored) {
    throw new StartRefused('SECRET_KEY is not the key of the backup: set it to that one, or leave it unset.');
  }
  return key;
}

/** Each file appears whole. */
async function unpackAll(
  folder: string,
  files: readonly BackedUpFile[],
  target: string,
  { progress }: Pick<RestoreOptions, 'progress'>,
): Promise<void> {
  for (const [index, file] of files.entries()) {
    progress(`File ${index + 1} of ${files.length}…`);
    const place = path.join(target, path.posix.basename(file.path, '.gz'));
    await unpackTo(folder, file, `${place}.part`);
    await rename(`${place}.part`, place);
  }
}

/** What was empty before is empty again. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
