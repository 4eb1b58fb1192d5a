import { sql } from 'kysely';
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

/** Cabinets that must have a database, by the records, and the host that has it; `first` has those of none. */
export async function recordedCabinets(db: Db, first: string): Promise<{ clientId: string; host: string }[]> {
  const { rows } = await sql<{ clientId: string; host: string }>`
    select k.client_id as "clientId", coalesce(k.host, ${first}) as host
    from cabinets k join clients c on c.id = k.client_id
    where k.driver = 'embedded' and c.cabinet_status in ('active', 'suspended') order by 1`.execute(db);
  return rows;
}
