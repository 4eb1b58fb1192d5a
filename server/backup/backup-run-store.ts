import type { BackupRunRow, Db } from '#server/db/tables.ts';

/** SQL of the backups that were taken by themselves or by `backup run`. */

export async function insertRun(db: Db, run: Pick<BackupRunRow, 'id' | 'started_at'>): Promise<void> {
  await db.insertInto('backup_runs').values(run).execute();
}

export async function endRun(
  db: Db,
  id: string,
  end: Pick<BackupRunRow, 'finished_at'> & Partial<Pick<BackupRunRow, 'name' | 'bytes' | 'problem'>>,
): Promise<void> {
  await db.updateTable('backup_runs').set(end).where('id', '=', id).execute();
}

export async function deleteRun(db: Db, id: string): Promise<void> {
  await db.deleteFrom('backup_runs').where('id', '=', id).execute();
}

export function latestRun(db: Db): Promise<BackupRunRow | undefined> {
  return db.selectFrom('backup_runs').selectAll().orderBy('started_at', 'desc').limit(1).executeTakeFirst();
}

export function latestGoodRun(db: Db): Promise<BackupRunRow | undefined> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('name', 'is not', null)
    .where('problem', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function deleteOldRuns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('backup_runs').where('started_at', '<', before).execute();
}
