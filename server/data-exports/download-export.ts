import { Readable } from 'node:stream';
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

/** The file of the caller's client. Once it was read to its end, it is gone. Who takes it is recorded first. */
export async function downloadExport(deps: DownloadDeps, caller: CustomerCaller) {
  const { db } = deps;
  const { client } = await requireCustomer(db, caller.actor);
  const [newest] = await exportsOf(db, client.id, 1);
  if (!newest || exportStatus(deps, newest, caller.now) !== 'ready') throw new AppError('export_gone');
  await auditClient(db, caller, client, { action: 'client.export_download' });
  return {
    name: `${caller.now.toISOString().slice(0, 10)}-all-data.zip`,
    bytes: newest.bytes ?? undefined,
    content: Readable.from(onceWhole(deps, newest.id, caller.now), { objectMode: false }),
  };
}

/** The last part is given when it is stored that it was: a download that breaks off earlier may be repeated. */
async function* onceWhole(
  { db, exportFiles }: DownloadDeps,
  id: string,
  now: Date,
): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const part of exportFiles.open(id) as AsyncIterable<Uint8Array>) {
    if (last) yield last;
    last = part;
  }
  await storeDownloaded(db, id, now);
  await exportFiles.remove(id);
  if (last) yield last;
}

/** Deletes files that were downloaded or are too old, and after a month what is known of them. */
export async function deleteEndedExports({ db, exportFiles }: DownloadDeps, now: Date): Promise<void> {
  for (const { id } of await endedExports(db, now)) await exportFiles.remove(id);
  await deleteOldExports(db, new Date(now.getTime() - monthMs));
  await exportFiles.removeOrphans(await keptExportIds(db, now));
}
