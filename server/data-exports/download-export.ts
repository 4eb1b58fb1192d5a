import { auditClient } from '#server/audit-log/audit-store.ts';
import type { BackupFiles } from '#server/cabinets/backups/backup-files.ts';
import { requireCustomer } from '#server/customers/customer-account.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import {
  endedExports,
  exportsOf,
  keptExportIds,
  deleteOldExports,
  storeDownloaded,
} from './data-export-store.ts';
import { exportStatus } from './start-export.ts';

interface DownloadDeps {
  db: Db;
  exportFiles: BackupFiles;
}

const monthMs = 30 * 86_400_000;

/** The file of the caller's client, as often as it is wanted until its date. Who takes it is recorded first. */
export async function downloadExport(deps: DownloadDeps, caller: CustomerCaller) {
  const { db, exportFiles } = deps;
  const { client } = await requireCustomer(db, caller.actor);
  const [newest] = await exportsOf(db, client.id, 1);
  if (!newest || exportStatus(deps, newest, caller.now) !== 'ready') throw new AppError('export_gone');
  await auditClient(db, caller, client, { action: 'client.export_download' });
  await storeDownloaded(db, newest.id, caller.now);
  return {
    name: `${caller.now.toISOString().slice(0, 10)}-all-data.zip`,
    bytes: newest.bytes ?? undefined,
    content: exportFiles.open(newest.id),
  };
}

/** Deletes files that are too old, and after a month what is known of them. */
export async function deleteEndedExports({ db, exportFiles }: DownloadDeps, now: Date): Promise<void> {
  for (const { id } of await endedExports(db, now)) await exportFiles.remove(id);
  await deleteOldExports(db, new Date(now.getTime() - monthMs));
  await exportFiles.removeOrphans(await keptExportIds(db, now));
}
