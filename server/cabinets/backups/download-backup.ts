import type { Readable } from 'node:stream';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { backupSource, requireRestorable } from './keep-backup.ts';

interface BackupFile {
  name: string;
  bytes: number;
  content: Readable;
}

/** A client's backup as a file. Who downloads it is recorded first. */
export async function downloadBackup(
  { db, backupFiles }: Pick<CabinetDeps, 'db' | 'backupFiles'>,
  caller: Caller,
  client: { id: string; name: string },
  id: string,
): Promise<BackupFile> {
  const row = await requireRestorable({ backupFiles }, db, client.id, id);
  await auditClient(db, caller, client, {
    action: 'backup.download',
    changes: [{ field: 'backup', before: null, after: `${row.taken_at.toISOString()} ${row.sha256}` }],
  });
  const name = `${row.domain ?? client.id}-${row.taken_at.toISOString().slice(0, 10)}.sqlite`;
  return { name, bytes: row.bytes, content: backupFiles.open(id) };
}

/** The data for a new database, for the provisioner that makes it. */
export async function backupForProvisioner(
  deps: Pick<CabinetDeps, 'db' | 'backupFiles'>,
  id: string,
): Promise<BackupFile> {
  const { bytes, open } = await backupSource(deps, id).catch(() => {
    throw new AppError('not_found');
  });
  return { name: `${id}.backup`, bytes, content: open() };
}
