import { Readable } from 'node:stream';
import type { BaseLogger } from 'pino';
import type { ExportedCabinet } from '#contract/clients/data-export.ts';
import type { BackupFiles } from '#server/cabinets/backups/backup-files.ts';
import { newestBackup } from '#server/cabinets/backups/backup-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { alone, findCabinet, type StoredCabinet } from '#server/cabinets/cabinet-store.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import type { DataExportRow } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { askerOf, exportById, exportsInTheMaking, storeFailed, storeReady } from './data-export-store.ts';
import { dataFiles } from './data-files.ts';
import { type ZipEntry, zipOf } from './zip-file.ts';

export interface ExportDeps extends Pick<
  CabinetDeps,
  'db' | 'drivers' | 'backupFiles' | 'secrets' | 'urlOf'
> {
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  mail: Pick<MailService, 'write'>;
  /** Where the files are until they are downloaded. */
  exportFiles: BackupFiles;
  productName: string;
  log: Pick<BaseLogger, 'warn' | 'error'>;
}

const minute = 60_000;
/** How long a cabinet that can't be copied is tried for; then the file is made without it, and says so. */
const cabinetMs = 60 * minute;
const retrySeconds = 30;
/** A file that isn't made by then is given up. */
const mostMs = 6 * 60 * minute;
const keptMs = 24 * 60 * minute;

/**
 * Makes the file of all data of a client and emails that it is there. Alone on the client's cabinet, which is neither
 * changed nor deleted meanwhile. Done twice, it makes one file.
 */
export async function makeExport(deps: ExportDeps, exportId: string, now: Date): Promise<void> {
  const row = await exportById(deps.db, exportId);
  if (!row || row.ready_at || row.failed_at) return;
  const isDone = await alone(deps.db, row.client_id, () => makeFile(deps, row, now));
  // Another works on the cabinet, or its copy is not there yet.
  if (!isDone) {
    await deps.queue.enqueue(deps.db, 'make-data-export', { exportId }, { afterSeconds: retrySeconds });
  }
}

async function makeFile(deps: ExportDeps, row: DataExportRow, now: Date): Promise<boolean> {
  const { db } = deps;
  const found = await findCabinet(db, row.client_id);
  if (!found || found.client.deleted_at) {
    await storeFailed(db, row.id, now);
    return true;
  }
  const { client } = found;
  const asker = await askerOf(db, row);
  const files = await dataFiles(deps, { ...client, locale: asker?.locale ?? client.locale }, now);
  const write = async (cabinet?: ZipEntry) =>
    deps.exportFiles.write(row.id, Readable.from(zipOf(inOrder(cabinet, files()), now)));
  const isPatient = now.getTime() - row.asked_at.getTime() < cabinetMs;
  const cabinet = await withCabinet(deps, found, { id: row.id, isPatient, write });
  if (cabinet === null) return false;
  const bytes = cabinet.bytes ?? (await write()).bytes;
  const expires_at = new Date(now.getTime() + keptMs);
  await db.transaction().execute(async (tx) => {
    if (!(await storeReady(tx, row.id, { ready_at: now, expires_at, bytes, cabinet: cabinet.state }))) return;
    await deps.mail.write(tx, now, {
      kind: 'export_ready',
      reason: 'export_ready',
      data: {
        name: client.name,
        date: expires_at.toISOString(),
        missing: cabinet.state === 'missing' ? 1 : null,
      },
      to: asker?.email ?? client.email,
      locale: asker?.locale ?? client.locale,
      clientId: client.id,
      ...(asker && { personId: asker.id }),
    });
  });
  return true;
}

async function* inOrder(
  cabinet: ZipEntry | undefined,
  files: AsyncIterable<ZipEntry>,
): AsyncGenerator<ZipEntry> {
  if (cabinet) yield cabinet;
  yield* files;
}

/**
 * Writes the file with what the cabinet's database is now, or was at its deletion. Null: not yet. Without `bytes` no
 * file is written.
 */
async function withCabinet(
  deps: ExportDeps,
  found: StoredCabinet,
  {
    id,
    isPatient,
    write,
  }: { id: string; isPatient: boolean; write(cabinet: ZipEntry): Promise<{ bytes: number }> },
): Promise<{ state: ExportedCabinet; bytes?: number } | null> {
  const { client, cabinet } = found;
  const entry = (content: Readable, domain: string | null): ZipEntry => ({
    name: `workspace/${domain ?? client.id}.${cabinet?.driver === 'embedded' ? 'sqlite' : 'backup'}`,
    content,
  });
  if (client.cabinet_status === 'deleted') {
    const backup = await newestBackup(deps.db, client.id);
    if (!backup || !deps.backupFiles.exists(backup.id)) return { state: 'none' };
    const { bytes } = await write(entry(deps.backupFiles.open(backup.id), backup.domain));
    return { state: 'included', bytes };
  }
  if (!cabinet?.ready_at || !client.domain) return { state: 'none' };
  try {
    let bytes: number | undefined;
    const progress = await deps.drivers.of(cabinet.driver).backup(identityOf(deps, found), {
      id,
      keep: async (stream) => {
        bytes = (await write(entry(stream, client.domain))).bytes;
      },
    });
    if (progress.state === 'done' && bytes !== undefined) return { state: 'included', bytes };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    deps.log.warn({ clientId: client.id, reason: error.reason, detail: error.detail }, 'cabinet not copied');
  }
  return isPatient ? null : { state: 'missing' };
}

/** Gives new jobs to files whose job was lost, and gives up those that can't be made. */
export async function recoverExports(
  { db, queue, log }: Pick<ExportDeps, 'db' | 'queue' | 'log'>,
  now: Date,
): Promise<void> {
  const making = await exportsInTheMaking(db);
  const isOver = ({ asked_at }: DataExportRow) => now.getTime() - asked_at.getTime() > mostMs;
  for (const { id, client_id: clientId } of making.filter(isOver)) {
    await storeFailed(db, id, now);
    log.error({ clientId }, 'the file of all data of a client could not be made');
  }
  const waiting = making.filter((row) => !isOver(row)).map(({ id }) => ({ exportId: id }));
  await queue.enqueueAll(db, 'make-data-export', waiting);
}
