import { sql } from 'kysely';
import type { CabinetBackupRow, CabinetDeletionTable, Db } from '#server/db/tables.ts';
import type { Insertable, Selectable } from 'kysely';

/** SQL for backups and for the record of deletions. */

export async function putBackup(db: Db, row: CabinetBackupRow): Promise<void> {
  const { id: _, ...changes } = row;
  await db
    .insertInto('cabinet_backups')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

export async function findBackup(db: Db, id: string): Promise<CabinetBackupRow | undefined> {
  return db.selectFrom('cabinet_backups').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function backupsOf(db: Db, clientId: string): Promise<CabinetBackupRow[]> {
  return db
    .selectFrom('cabinet_backups')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('taken_at', 'desc')
    .execute();
}

/** The newest backup that is still kept. */
export async function newestBackup(db: Db, clientId: string): Promise<CabinetBackupRow | undefined> {
  return db
    .selectFrom('cabinet_backups')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Backups past their date that are not being restored. */
export async function expiredBackups(db: Db, now: Date): Promise<CabinetBackupRow[]> {
  return db
    .selectFrom('cabinet_backups as b')
    .selectAll('b')
    .where('b.deleted_at', 'is', null)
    .where('b.expires_at', '<=', now)
    .where(
      sql<boolean>`not exists (select from cabinets k where k.backup_id = b.id and k.task in ('create', 'repair'))`,
    )
    .orderBy('b.expires_at')
    .limit(1000)
    .execute();
}

export async function keptBackupIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('cabinet_backups').select('id').where('deleted_at', 'is', null).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function markBackupDeleted(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('cabinet_backups').set({ deleted_at: now }).where('id', '=', id).execute();
}

export async function insertDeletion(db: Db, row: Insertable<CabinetDeletionTable>): Promise<void> {
  await db.insertInto('cabinet_deletions').values(row).execute();
}

export async function deletionsOf(db: Db, clientId: string): Promise<Selectable<CabinetDeletionTable>[]> {
  return db
    .selectFrom('cabinet_deletions')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('at', 'desc')
    .execute();
}
