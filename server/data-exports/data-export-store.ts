import type { ExportedCabinet } from '#contract/clients/data-export.ts';
import type { DataExportRow, Db } from '#server/db/tables.ts';

/** SQL for the files of all data of a client. */

export async function insertExport(
  tx: Db,
  row: Pick<DataExportRow, 'id' | 'client_id' | 'person_id' | 'asked_at'>,
): Promise<void> {
  await tx.insertInto('data_exports').values(row).execute();
}

export function exportById(db: Db, id: string): Promise<DataExportRow | undefined> {
  return db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Where who asked is written to, while that person belongs to the client. */
export function askerOf(db: Db, { client_id, person_id }: DataExportRow) {
  return db
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.email', 'p.locale'])
    .where('m.client_id', '=', client_id)
    .where('m.person_id', '=', person_id)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Those of a client, the newest first. */
export function exportsOf(db: Db, clientId: string, limit: number): Promise<DataExportRow[]> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** False when another job was faster. */
export async function storeReady(
  tx: Db,
  id: string,
  made: { ready_at: Date; expires_at: Date; bytes: number; cabinet: ExportedCabinet },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('data_exports')
    .set(made)
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function storeFailed(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ failed_at: now })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .execute();
}

export async function storeDownloaded(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ downloaded_at: now })
    .where('id', '=', id)
    .where('downloaded_at', 'is', null)
    .execute();
}

/** Those whose job is at work, or was lost. */
export function exportsInTheMaking(db: Db): Promise<DataExportRow[]> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .limit(1000)
    .execute();
}

/** Those whose files may still be there. */
export async function keptExportIds(db: Db, now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('data_exports')
    .select('id')
    .where('failed_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Rows whose files are gone; the row itself stays for a month. */
export function endedExports(db: Db, now: Date): Promise<{ id: string }[]> {
  return db.selectFrom('data_exports').select('id').where('expires_at', '<=', now).execute();
}

export async function deleteOldExports(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('data_exports')
    .where('asked_at', '<', before)
    .where((eb) => eb.or([eb('ready_at', 'is not', null), eb('failed_at', 'is not', null)]))
    .execute();
}
