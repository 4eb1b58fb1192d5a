import type { Db } from '#server/db/tables.ts';

/** When old personal data were last forgotten; undefined: never. */
export async function lastRetention(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('retention_runs')
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}
