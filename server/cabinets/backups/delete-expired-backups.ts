import { auditClient } from '#server/audit-log/audit-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { CabinetBackupRow } from '#server/db/tables.ts';
import { attempt } from '#server/jobs/attempt.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { expiredBackups, keptBackupIds, markBackupDeleted } from './backup-store.ts';

type Deps = Pick<CabinetDeps, 'db' | 'backupFiles' | 'defaultLocale' | 'log'>;

/**
 * Deletes backups past their date, marks their rows and writes audit entries. Deletes files without a row too. One that
 * fails stops none of the others, and is tried again the next time.
 */
export async function deleteExpiredBackups(deps: Deps, now: Date): Promise<void> {
  const { db, backupFiles, log } = deps;
  for (const row of await expiredBackups(db, now))
    await attempt(log, { failed: 'an expired backup could not be deleted', backupId: row.id }, () =>
      deleteOne(deps, row, now),
    );
  await backupFiles.removeOrphans(await keptBackupIds(db));
}

async function deleteOne(
  { db, backupFiles, defaultLocale }: Deps,
  { id, client_id, domain, taken_at, sha256 }: CabinetBackupRow,
  now: Date,
): Promise<void> {
  // The file first: a row that says "deleted" is then always true.
  await backupFiles.remove(id);
  await db.transaction().execute(async (tx) => {
    await markBackupDeleted(tx, id, now);
    const subject = { id: client_id, name: domain };
    await auditClient(tx, systemCaller(now, defaultLocale), subject, {
      action: 'backup.delete',
      changes: [{ field: 'backup', before: `${taken_at.toISOString()} ${sha256}`, after: null }],
    });
  });
}
