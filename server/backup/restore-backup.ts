import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { BaseLogger } from 'pino';
import type { Config } from '#server/kernel/config.ts';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
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
  usedTable,
} from '#server/postgres/unfinished-restore.ts';
import { keysIn } from '#server/keys/key-ring.ts';
import { keyVerdict } from '#server/keys/secret-key-check.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { checkFile, readPacked, unpackTo } from './backup-files.ts';
import { type BackedUpFile, type BackupManifest, filesOf, readManifest } from './backup-manifest.ts';
import { copyIn } from './database-copy.ts';

export interface RestoreOptions {
  config: Pick<Config, 'dataDir' | 'backupDir' | 'databaseUrl' | 'secretKey'>;
  /** A file with the keys, for a backup without them. */
  keyFile?: string | undefined;
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
 * Makes an installation from a backup, in an empty DATA_DIR and an empty database: all of it or nothing. A restore
 * that is killed leaves a mark, and no server starts there. A backup of an older program is upgraded to this one.
 * @throws StartupError when the backup is damaged or newer than the program, the place is not empty, or the key
 * differs.
 */
export async function restoreBackup(folder: string, options: RestoreOptions): Promise<BackupManifest> {
  const { config, log, progress } = options;
  refuseUnfinishedFolder(config.dataDir);
  await refuseUsed(config.dataDir, 'DATA_DIR');
  if (path.dirname(config.backupDir) !== config.dataDir) await refuseUsed(config.backupDir, 'BACKUP_DIR');
  const manifest = await checkBackup(folder, options);
  const keys = await keysOf(folder, manifest, options);
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
      if ((await keyVerdict(database.db, keys)) === 'other') {
        throw new StartupError('The key is not that of the backup: give the one with which it was used.');
      }
      if (!config.secretKey)
        await writeFile(path.join(dataDir, 'secret.key'), keys.join('\n'), { mode: 0o600, flush: true });
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

/** An external database may have tables but no data that people entered, so that a failed restore can be repeated. */
async function refuseUsedDatabase({ db }: Database): Promise<void> {
  const name = await usedTable(db);
  if (name === undefined) return;
  await refuseUnfinishedDatabase(db);
  throw new StartupError(
    `the database is not empty, it has ${name}: a backup is restored into an empty one.`,
  );
}

async function refuseUsed(folder: string, variable: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name !== 'lock');
  if (names.length === 0) return;
  throw new StartupError(
    `${variable} "${folder}" is not empty: a backup is restored into an empty one; set another, or move this away.`,
  );
}

/** The keys from the backup, from a file or from the configuration; a given key must be the backup's. */
async function keysOf(
  folder: string,
  { secret_key: file }: BackupManifest,
  { config, keyFile }: Pick<RestoreOptions, 'config' | 'keyFile'>,
): Promise<string[]> {
  const stored = file ? keysIn(await text(readPacked(folder, file))) : [];
  const given = keyFile === undefined ? keysIn(config.secretKey ?? '') : keysIn(await keyTextIn(keyFile));
  if (stored.length === 0 && given.length === 0) {
    throw new StartupError(
      'The backup was taken without its secret key: say --key-file FILE with the secret.key that was kept elsewhere, ' +
        'or set SECRET_KEY to what it holds.',
    );
  }
  if (stored.length > 0 && given.length > 0 && !given.some((key) => stored.includes(key))) {
    const what = keyFile === undefined ? 'SECRET_KEY' : `"${keyFile}"`;
    throw new StartupError(`${what} is not the key of the backup: give that one, or none.`);
  }
  return given.length > 0 ? given : stored;
}

async function keyTextIn(file: string): Promise<string> {
  const found = await readFile(file, 'utf8').catch(() => '');
  if (found.trim() !== '') return found;
  throw new StartupError(`"${file}" holds no key, or cannot be read.`);
}

/** Each file appears only when it is complete. */
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

/** Empties again what was empty before. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
