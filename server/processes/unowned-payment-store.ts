import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Payments that wait for their client. */
export async function countUnowned(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payments where status = 'unmatched'`.execute(db);
  return rows[0]?.count ?? 0;
}
