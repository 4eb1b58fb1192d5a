import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** How the first pages by newest are looked for. */
export interface Tries {
  /** So many of the newest rows are looked at first. */
  first: number;
  /** And so many where there are many, but none among those. */
  next: number;
  /** So many are quicker fetched and sorted than met on the way from the newest. */
  few: number;
}
export const usualTries: Tries = { first: 2000, next: 100_000, few: 120_000 };

/** Rows that are not deleted, or those that are: no index has both. */
export interface NewestRows {
  from: Sql;
  /** `where …` */
  where: Sql;
  /** The same for all rows that meet it. */
  whereIndexed: Sql;
  id: Sql;
  newest: Sql;
  /** So many of the newest, in place of `from`. */
  some(rows: number): Sql;
  counting: Sql;
}

interface Asked {
  limit: number;
  offset: number;
  tries: Tries;
}

/**
 * A page near the beginning of what a filter finds, by newest, and its total, where nobody knows how rare its rows
 * are, nor how old. If the newest rows hold enough of them, that is it. If there are but few, these are sorted and
 * counted. Else all of them are old: further rows are looked at, and at last all that are found are sorted.
 */
export function newestFirst(
  halves: readonly NewestRows[],
  { limit, offset, tries }: Asked,
): { looked: Sql; ids: Sql; counting: Sql } {
  const parts = halves.map((half, place) => partOf(half, place, { rows: offset + limit, tries }));
  const all = (of: 'looked' | 'found' | 'counting', between: Sql) =>
    sql.join(
      parts.map((part) => part[of]),
      between,
    );
  return {
    looked: sql`with ${all('looked', sql`, `)}`,
    ids: sql`select id from (${all('found', sql` union all `)}) as found
      ${newestOnTop} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`,
    counting: sql`(${all('counting', sql` + `)})`,
  };
}

const newestOnTop = sql`order by newest desc, id desc`;

function partOf(
  { from, where, whereIndexed, id, newest, some, counting }: NewestRows,
  place: number,
  { rows, tries }: { rows: number; tries: Tries },
) {
  const name = (what: string) => sql.ref(`${what}_${place}`);
  const [near, hits, further, many] = [name('near'), name('hits'), name('further'), name('many')];
  const first = sql`${newestOnTop} limit ${sql.lit(rows)}`;
  const among = (tried: number) =>
    sql`(select ${id} as id, ${newest} as newest from ${some(Math.max(tried, rows))} ${where} ${first})`;
  const all = sql`select ${id} as id, ${newest} as newest from ${from} ${whereIndexed}`;
  const isFull = (found: Sql) => sql`(select count(*) from ${found}) = ${sql.lit(rows)}`;
  const howMany = sql`(select hits from ${many})`;
  const isFew = sql`${howMany} <= ${sql.lit(tries.few)}`;
  // Each is read only if those before it were not enough.
  const way = (found: Sql, isSo: Sql) => sql`(select id, newest from ${found} where ${isSo} ${first})`;
  const isRest = sql`not ${isFull(near)} and not ${isFew}`;
  return {
    looked: sql`${near} as materialized ${among(tries.first)},
      ${hits} as materialized (${all} limit ${sql.lit(tries.few + 1)}),
      ${many} as materialized (select count(*) as hits from ${hits}),
      ${further} as materialized ${among(tries.next)}`,
    // "offset 0": not by the index of the newest, which has just been tried.
    found: sql`${way(near, isFull(near))}
      union all ${way(hits, sql`not ${isFull(near)} and ${isFew}`)}
      union all ${way(further, sql`${isRest} and ${isFull(further)}`)}
      union all ${way(sql`(${all} offset 0) as everything`, sql`${isRest} and not ${isFull(further)}`)}`,
    counting: sql`(case when ${isFull(near)} or not ${isFew} then ${counting} else ${howMany} end)`,
  };
}
