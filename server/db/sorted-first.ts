import { type RawBuilder, sql } from 'kysely';
import type { Tries } from '#server/db/newest-first.ts';

type Sql = RawBuilder<unknown>;

/** What filters find of a list, in the order of one column. */
export interface SortedRows {
  /** The ids among so many rows that come first in that order, whatever the filters say: at most so many, in order. */
  among(first: number, rows: number): Sql;
  /** The ids of all that is found, in no order. */
  all: Sql;
  /** The ids of these, in order, so many after so many. */
  sort(ids: Sql, page: { limit: number; offset: number }): Sql;
}

interface Asked {
  limit: number;
  offset: number;
  tries: Tries;
  counting: Sql;
  /** The page as it is met on the way along the column's index. */
  walk: Sql;
}

/**
 * A page near the beginning of what filters find, in the order of a column, and its total. The way along the column's
 * index meets it soon, unless what is found stands together at its other end, as clients of one name do in the order of
 * names. So only its beginning is tried; then all that are found are sorted, if they are few, and else the way is
 * gone to its end.
 */
export function sortedFirst(
  { among, all, sort }: SortedRows,
  { limit, offset, tries, counting, walk }: Asked,
): { looked: Sql; ids: Sql; counting: Sql } {
  const rows = offset + limit;
  const isFull = sql`(select cardinality(ids) from near) = ${sql.lit(rows)}`;
  const howMany = sql`(select hits from many)`;
  const isFew = sql`${howMany} <= ${sql.lit(tries.few)}`;
  return {
    // Each is read only if the one before it was not enough.
    looked: sql`with near as materialized (select array(${among(Math.max(tries.first, rows), rows)}) as ids),
      hits as materialized (${all} limit ${sql.lit(tries.few + 1)}),
      many as materialized (select count(*) as hits from hits)`,
    ids: sql`select unnest(case when ${isFull} then (select ids[${sql.lit(offset + 1)}:] from near)
      when ${isFew} then array(${sort(sql`hits`, { limit, offset })}) else array(${walk}) end)`,
    counting: sql`(case when ${isFull} or not ${isFew} then ${counting} else ${howMany} end)`,
  };
}
