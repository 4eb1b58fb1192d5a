import { rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '#server/kernel/config.ts';
import type { Database } from '#server/postgres/connect.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { syncFolder } from '#contract/kernel/sync-folder.ts';
import { version } from '#server/kernel/version.ts';
import { writePacked } from './backup-files.ts';
import { type BackupManifest, manifestName } from './backup-manifest.ts';
import { recordedCabinets } from './backup-run-store.ts';
import { copyCabinet, copyCabinetBackups, copyCabinets } from './cabinet-copies.ts';
import { copyFarHosts, copyMoved, type FarHost } from './copies-of-hosts.ts';
import { copyOut } from './database-copy.ts';

export interface BackupOptions {
  config: Pick<Config, 'dataDir' | 'backupDir' | 'cabinets'>;
  database: Database;
  /** Cabinet hosts whose files are elsewhere. */
  farHosts: readonly FarHost[];
  /** Undefined leaves the key out. */
  secretKey: string | undefined;
  now: Date;
  progress(text: string): void;
}

/**
 * Copies the whole installation into a new folder: the database as of one moment, then each cabinet. The folder gets
 * its name when it is complete; a copy that a signal stops is removed.
 * @throws StartupError when the place is taken, or cannot be written.
 */
export async function takeBackup(
  target: string,
  { config, database, farHosts, secretKey, now, progress }: BackupOptions,
): Promise<BackupManifest> {
  await refuseTaken(target);
  const folder = `${target}.unfinished`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new StartupError(`"${folder}" cannot be made (${codeOf(error)}): choose another folder.`);
  });
  const removeAtExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    // The database first: a cabinet made meanwhile is then one too many in the backup, not one too few.
    const snapshot = await copyOut(database, folder, { progress });
    const manifest: BackupManifest = {
      format: 1,
      program: version,
      taken_at: now.toISOString(),
      ...snapshot,
      ...(await copyAllCabinets(folder, { config, database, farHosts, progress })),
      cabinet_backups: await copyCabinetBackups(config.backupDir, folder, { progress }),
      secret_key: secretKey ? await writePacked(folder, 'secret.key.gz', Readable.from([secretKey])) : null,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(path.join(folder, manifestName), text, { mode: 0o600, flush: true });
    await rm(target, { recursive: true, force: true }); // it was checked to be an empty folder
    await rename(folder, target);
    await syncFolder(path.dirname(target));
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (codeOf(error) === 'ENOSPC')
      throw new StartupError(`there is no room left for the backup at "${target}".`);
    throw error;
  } finally {
    process.removeListener('exit', removeAtExit);
  }
}

async function copyAllCabinets(
  folder: string,
  {
    config,
    database,
    farHosts: hosts,
    progress,
  }: Pick<BackupOptions, 'config' | 'database' | 'farHosts' | 'progress'>,
): Promise<Pick<BackupManifest, 'cabinets' | 'other_hosts' | 'missing'>> {
  const source = path.join(config.dataDir, 'cabinets');
  const cabinets = isHere(config) ? await copyCabinets(source, folder, { progress }) : [];
  const [first] = config.cabinets.hosts;
  if (hosts.length === 0 || !first) return { cabinets };
  const copies = { cabinets, ...(await copyFarHosts(hosts, folder, { progress })) };
  return copyMoved(copies, {
    hosts,
    folder,
    progress,
    recorded: () => recordedCabinets(database.db, first.name),
    copyHere: (host, clientId) =>
      host === config.cabinets.hostName
        ? copyCabinet(source, folder, `${clientId}.sqlite`)
        : Promise.resolve(undefined),
  });
}

/** Whether the files in DATA_DIR are a host's that is not asked for them: the only one, or this one of several. */
function isHere({ cabinets }: Pick<Config, 'cabinets'>): boolean {
  return cabinets.hosts.length === 0 || cabinets.hostName !== undefined;
}

async function refuseTaken(target: string): Promise<void> {
  const names = await readdir(target).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new StartupError(`"${target}" is not a folder (${codeOf(error)}): choose another place.`);
  });
  if (names.length > 0)
    throw new StartupError(`"${target}" is not empty: a backup takes a folder of its own.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
