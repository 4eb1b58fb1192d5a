import type { AuditRow, Db } from '#server/db/tables.ts';

/** SQL of what is forgotten because of its age. */

type AuditKind = AuditRow['kind'];

const theBeginning = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** The last entry of a kind whose personal values are erased. */
export async function progressOf(tx: Db, kind: AuditKind): Promise<{ at: Date; id: string }> {
  const row = await tx
    .selectFrom('retention_progress')
    .select(['at', 'id'])
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row ?? theBeginning;
}

export async function storeProgress(
  tx: Db,
  kind: AuditKind,
  { at, id }: { at: Date; id: string },
): Promise<void> {
  await tx
    .insertInto('retention_progress')
    .values({ kind, at, id })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ at, id }))
    .execute();
}

export async function insertRetention(
  tx: Db,
  { id, at, forgotten }: { id: string; at: Date; forgotten: Record<string, number> },
): Promise<void> {
  await tx
    .insertInto('retention_runs')
    .values({ id, at, forgotten: JSON.stringify(forgotten) })
    .execute();
}

export async function deleteOldRetentions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('retention_runs').where('at', '<', before).execute();
}
