import { auditClient } from '#server/audit-log/audit-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { expiredBackups, keptBackupIds, markBackupDeleted } from './backup-store.ts';

/** Deletes backups past their date, marks their rows and writes audit entries. Deletes files without a row too. */
export async function deleteExpiredBackups(
  { db, backupFiles, defaultLocale }: Pick<CabinetDeps, 'db' | 'backupFiles' | 'defaultLocale'>,
  now: Date,
): Promise<void> {
  for (const row of await expiredBackups(db, now)) {
    // The file first: a row that says "deleted" is then always true.
    await backupFiles.remove(row.id);
    await db.transaction().execute(async (tx) => {
      await markBackupDeleted(tx, row.id, now);
      const subject = { id: row.client_id, name: row.domain };
      await auditClient(tx, systemCaller(now, defaultLocale), subject, {
        action: 'backup.delete',
        changes: [{ field: 'backup', before: `${row.taken_at.toISOString()} ${row.sha256}`, after: null }],
      });
    });
  }
  await backupFiles.removeOrphans(await keptBackupIds(db));
}
