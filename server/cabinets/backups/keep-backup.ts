import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { type BackupSink, type BackupSource, DriverError } from '#server/cabinets/drivers/driver.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { addDays } from '#server/kernel/periods.ts';
import { findBackup, putBackup } from './backup-store.ts';

type BackupDeps = Pick<CabinetDeps, 'db' | 'backupFiles'>;

/** Names a backup's cabinet, for the time when the cabinet is gone. */
export interface BackupOwner {
  clientId: string;
  domain: string | null;
  driver: string;
}

/** Where a driver puts a backup. Its id is the operation's, so a repeat replaces it. */
export function backupSink(
  { db, backupFiles, settings, timeZone }: BackupDeps & Pick<CabinetDeps, 'settings' | 'timeZone'>,
  { id, owner, now }: { id: string; owner: BackupOwner; now: Date },
): BackupSink {
  return async (stream) => {
    const kept = await backupFiles.write(id, stream);
    const days = await settings.get('backup_retention_days');
    await putBackup(db, {
      id,
      client_id: owner.clientId,
      domain: owner.domain,
      driver: owner.driver,
      taken_at: now,
      expires_at: addDays(now, days, timeZone),
      deleted_at: null,
      ...kept,
    });
  };
}

/** Whether a backup exists, both row and file. */
export async function isBackupKept({ db, backupFiles }: BackupDeps, id: string): Promise<boolean> {
  return (await findBackup(db, id)) !== undefined && backupFiles.exists(id);
}

/** @throws DriverError `storage` if that backup is not kept. */
export async function requireBackup(deps: BackupDeps, id: string): Promise<void> {
  if (!(await isBackupKept(deps, id))) throw new DriverError('storage', 'the driver gave no backup');
}

/**
 * The data for a new database.
 * @throws DriverError `backup_missing` when it is gone.
 */
export async function backupSource({ db, backupFiles }: BackupDeps, id: string): Promise<BackupSource> {
  const row = await findBackup(db, id);
  if (!row || row.deleted_at || !backupFiles.exists(id))
    throw new DriverError('backup_missing', `backup ${id}`);
  return { id, bytes: row.bytes, sha256: row.sha256, open: () => backupFiles.open(id) };
}

/**
 * A client's backup that can still be restored.
 * @throws AppError `not_found` when it is another client's, `backup_gone` when it is no longer kept.
 */
export async function requireRestorable(
  { backupFiles }: Pick<BackupDeps, 'backupFiles'>,
  tx: Db,
  clientId: string,
  id: string,
) {
  const row = await findBackup(tx, id);
  if (row?.client_id !== clientId) throw new AppError('not_found');
  if (row.deleted_at || !backupFiles.exists(id)) throw new AppError('backup_gone');
  return row;
}
