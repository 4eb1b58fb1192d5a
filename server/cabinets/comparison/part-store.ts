import { sql } from 'kysely';
import type { ComparisonPartRow, Db, SeenDifference } from '#server/db/tables.ts';
import { firstId } from '#server/kernel/ids.ts';

/** SQL for the comparison under way, of which there is one at most (decision 225). */

export async function comparisonUnderWay(
  db: Db,
): Promise<Pick<ComparisonPartRow, 'comparison_id' | 'started_at'> | undefined> {
  return db
    .selectFrom('comparison_parts')
    .select(['comparison_id', 'started_at'])
    .limit(1)
    .executeTakeFirst();
}

/** Divides all ids, so that all parts but the last are equally large. Returns how many parts there are. */
export async function putParts(
  tx: Db,
  { id, now, size }: { id: string; now: Date; size: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with bounds as (
      select client_id from (
        select client_id, row_number() over (order by client_id) as n, count(*) over () as total from cabinets
      ) as numbered where n % ${size} = 0 and n < total
      union all select null
    )
    insert into comparison_parts (comparison_id, place, started_at, after_id, up_to_id)
    select ${id}, row_number() over parts, ${now}, coalesce(lag(client_id) over parts, ${firstId}), client_id
    from bounds window parts as (order by client_id nulls last)`.execute(tx);
  return Number(numAffectedRows);
}

export async function partsOf(db: Db, comparisonId: string): Promise<ComparisonPartRow[]> {
  return db
    .selectFrom('comparison_parts')
    .selectAll()
    .where('comparison_id', '=', comparisonId)
    .orderBy('place')
    .execute();
}

/** The parts that nobody has finished. */
export async function partsLeft(db: Db, comparisonId: string): Promise<ComparisonPartRow[]> {
  return (await partsOf(db, comparisonId)).filter(({ seen }) => seen === null);
}

export async function finishPart(
  db: Db,
  { comparison_id, place }: ComparisonPartRow,
  { cabinets, seen }: { cabinets: number; seen: readonly SeenDifference[] },
): Promise<void> {
  await db
    .updateTable('comparison_parts')
    .set({ cabinets, seen: JSON.stringify(seen) })
    .where('comparison_id', '=', comparison_id)
    .where('place', '=', place)
    .execute();
}

export async function deleteParts(tx: Db): Promise<void> {
  await tx.deleteFrom('comparison_parts').execute();
}
