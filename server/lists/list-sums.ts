import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { type ListRequest, wholeList } from './list-statement.ts';

interface SumsRequest extends ListRequest {
  summed: { by: RawBuilder<unknown>; groups: readonly string[]; of: RawBuilder<unknown> };
}

/** Sums over every row that matches a list's filters, by group; and how many these are, which are counted on the way. */
export async function listSums(
  db: Db,
  { summed: { by, groups, of }, ...asked }: SumsRequest,
): Promise<{ sums: Record<string, number>; total: number }> {
  const { from, where } = wholeList(asked, []);
  const { rows } = await sql<{ name: string; sum: number; rows: number }>`
    select ${by} as name, sum(${of})::bigint as sum, count(*) as rows from ${from} ${where} group by 1`.execute(
    db,
  );
  const sums = new Map(rows.map(({ name, sum }) => [name, sum]));
  return {
    sums: Object.fromEntries(groups.map((name) => [name, sums.get(name) ?? 0])),
    total: rows.reduce((count, group) => count + group.rows, 0),
  };
}
