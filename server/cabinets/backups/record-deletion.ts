import type { DeletionRule } from '#contract/cabinets/cabinet.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { findBackup, insertDeletion } from './backup-store.ts';
import type { BackupOwner } from './keep-backup.ts';

interface Deletion extends BackupOwner {
  clientName: string | null;
  rule: DeletionRule;
  by: { id: string; name: string } | null;
  backupId: string | null;
}

/** Records for ever what was deleted, by which rule or by whom, and which backup is left. */
export async function recordDeletion(
  tx: Db,
  now: Date,
  { clientId, clientName, domain, driver, rule, by, backupId }: Deletion,
): Promise<void> {
  const backup = backupId ? await findBackup(tx, backupId) : undefined;
  await insertDeletion(tx, {
    id: newId(now),
    client_id: clientId,
    client_name: clientName,
    domain,
    driver,
    at: now,
    rule,
    by_id: by?.id ?? null,
    by_name: by?.name ?? null,
    backup_id: backup?.id ?? null,
    backup_taken_at: backup?.taken_at ?? null,
    backup_sha256: backup?.sha256 ?? null,
  });
}
