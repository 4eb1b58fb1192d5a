import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { alone } from '#server/db/alone.ts';
import type { BackupRunRow } from '#server/db/tables.ts';
import type { BackupSchedule } from '#server/kernel/backup-variables.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { newId } from '#server/kernel/ids.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { Database } from '#server/postgres/connect.ts';
import { encrypted, encrypterFor } from './age.ts';
import { isBackupDue } from './backup-due.ts';
import { filesOf, manifestName } from './backup-manifest.ts';
import { backupName, backupsAmong } from './backup-name.ts';
import type { BackupPlace } from './backup-place.ts';
import { type FarHost, lackOf } from './copies-of-hosts.ts';
import { openPlace } from './open-place.ts';
import { deleteRun, endRun, insertRun, latestRun } from './backup-run-store.ts';
import { backupsToRemove } from './keep-rule.ts';
import { packTar } from './tar.ts';
import { takeBackup } from './take-backup.ts';

export interface BackupRunDeps {
  config: Config;
  database: Database;
  /** Cabinet hosts whose files are elsewhere. */
  farHosts: readonly FarHost[];
  clock: Clock;
  timeZone: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Held while a backup is taken, whatever the number of workers. */
const lock = 'tenantry backup';

interface RunOptions {
  signal?: AbortSignal;
  progress?: (text: string) => void;
}

export type BackupDone = Pick<BackupRunRow, 'name' | 'bytes' | 'problem'>;

/**
 * Says at the start of a worker what would only be noticed when it is too late.
 * @throws StartupError when a recipient is not a public key.
 */
export function checkBackups({ config, log }: Pick<BackupRunDeps, 'config' | 'log'>): void {
  if (!config.backups) return;
  encrypterFor(config.backups.recipients);
  if (!seesCabinets(config)) log.warn(`this worker takes no backups: ${cabinetsElsewhere(config)}`);
}

/** Takes a backup when one is due and no other process is at it. A failure is logged and kept, not thrown. */
export async function runDueBackup(deps: BackupRunDeps, options: RunOptions = {}): Promise<void> {
  const { config, database, clock } = deps;
  const { backups: schedule } = config;
  if (!schedule || !seesCabinets(config)) return;
  await alone(database.db, lock, async () => {
    if (!isBackupDue(await latestRun(database.db), schedule.everyMs, clock.now())) return;
    const { problem } = await run(deps, schedule, options);
    if (problem !== null) deps.log.error({ problem }, 'a backup failed, or is not whole');
  });
}

/**
 * Takes a backup now.
 * @throws StartupError when none is configured, the cabinets are elsewhere, or another process is at it.
 */
export async function runBackupNow(deps: BackupRunDeps, options: RunOptions): Promise<BackupDone> {
  const { config, database } = deps;
  const { backups: schedule } = config;
  if (!schedule) throw new StartupError('BACKUP_URL is not set: say where backups go, or run: backup FOLDER');
  if (!seesCabinets(config)) throw new StartupError(`${cabinetsElsewhere(config)}.`);
  const done = await alone(database.db, lock, () => run(deps, schedule, options));
  if (!done) throw new StartupError('another process is taking a backup now: wait for it');
  return done;
}

/** The embedded driver's cabinets are files: a process elsewhere would leave them out, but several hosts are asked. */
function seesCabinets({ cabinets, roles, dataDir }: Config): boolean {
  if (cabinets.driver !== 'embedded' || roles.includes('cabinets') || cabinets.hosts.length > 0) return true;
  return existsSync(path.join(dataDir, 'cabinets', 'registry.sqlite'));
}

const cabinetsElsewhere = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  `the cabinets are not in "${dataDir}": take backups where they are, by a process with the roles cabinets and worker`;

async function run(
  deps: BackupRunDeps,
  schedule: BackupSchedule,
  { signal, progress = () => undefined }: RunOptions,
): Promise<BackupDone> {
  const { database, clock, log } = deps;
  const { db } = database;
  const now = clock.now();
  const id = newId(now);
  await insertRun(db, { id, started_at: now });
  const place = openPlace(schedule.target);
  try {
    const taken = await send(deps, place, {
      schedule,
      now,
      progress: checked(progress, signal),
      ...(signal && { signal }),
    });
    await endRun(db, id, { finished_at: clock.now(), ...taken });
    log.info({ ...taken, place: place.address }, 'took a backup');
    // One that lacks a host takes the place of none that does not.
    if (taken.problem === null) await thinOut(deps, place, schedule);
    return taken;
  } catch (error) {
    // The process stops: the next one begins again at once.
    if (signal?.aborted) await deleteRun(db, id);
    if (signal?.aborted) return { name: null, bytes: null, problem: 'the process was stopped' };
    const problem = error instanceof Error ? error.message : String(error);
    await endRun(db, id, { finished_at: clock.now(), problem });
    if (!(error instanceof StartupError)) log.error({ err: error }, 'a backup met an unexpected error');
    return { name: null, bytes: null, problem };
  }
}

/** Ends the copying between two tables or cabinets when the process stops. */
function checked(progress: (text: string) => void, signal: AbortSignal | undefined) {
  return (text: string) => {
    signal?.throwIfAborted();
    progress(text);
  };
}

interface Sending {
  schedule: BackupSchedule;
  now: Date;
  signal?: AbortSignal;
  progress(text: string): void;
}

async function send(
  { config, database, farHosts }: BackupRunDeps,
  place: BackupPlace,
  { schedule, now, signal, progress }: Sending,
): Promise<{ name: string; bytes: number; problem: string | null }> {
  const { recipients } = schedule;
  const name = backupName(now, { isEncrypted: recipients.length > 0 });
  const folder = path.join(config.backupDir, 'whole-backup');
  const clear = () => rm(folder, { recursive: true, force: true });
  await clear();
  try {
    const options = { config, database, farHosts, secretKey: undefined, now, progress };
    const manifest = await takeBackup(folder, options);
    // The manifest first: a person who looks into an archive sees at once what it is.
    const files = [manifestName, ...filesOf(manifest).map((file) => file.path)];
    const archive = packTar(folder, files);
    const content = recipients.length > 0 ? await encrypted(archive, recipients) : archive;
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of content) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    progress(`To ${place.address}…`);
    await place.write(name, counted(), { ...(signal && { signal }) });
    return { name, bytes, problem: lackOf(manifest) };
  } finally {
    await clear();
  }
}

/** A place that keeps too much is no reason to call the backup bad. */
async function thinOut(
  { log, timeZone }: BackupRunDeps,
  place: BackupPlace,
  { keep }: BackupSchedule,
): Promise<void> {
  try {
    for (const { name } of backupsToRemove(backupsAmong(await place.list()), keep, timeZone)) {
      await place.remove(name);
      log.info({ name, place: place.address }, 'removed an old backup');
    }
  } catch (error) {
    log.warn({ err: error }, 'old backups were not removed');
  }
}
