import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, Trashed } from '#contract/list-query.ts';
import { allOf } from '#server/db/list-conditions.ts';
import { type BesideTable, type ListSource, type Located, ownTable } from '#server/db/list-source.ts';

type Sql = RawBuilder<unknown>;

export interface ListTables {
  from: Sql;
  id: Sql;
  newest: Sql;
  /** Some of the newest of a half that meet these, if all is read from one table with an index of them. */
  newestRows: ((rows: number, half: Trashed, conditions: readonly Located[]) => Sql) | undefined;
  /** Conditions on deletion, one for each table, so that each one's partial indexes may serve. */
  present(trashed: ListQuery['trashed']): Sql[];
}

/** The tables that these aliases name, joined; the list's own only where it must be read. */
export function tablesOf(source: ListSource, read: readonly string[], byNewest: boolean): ListTables {
  const beside = [...new Set(read)].flatMap((alias) => source.beside?.[alias] ?? []);
  const joined = [...new Set(read)].flatMap((alias) => source.joined?.[alias] ?? []);
  const newest = beside.find((table) => table.newest !== undefined)?.newest;
  const [root, ...others] = beside;
  const needsOwn = !root || joined.length > 0 || read.includes(ownTable) || (byNewest && !newest);
  const deletedOf = (table: BesideTable, is: boolean) => (is ? table.deleted : sql`not ${table.deleted}`);
  const id = needsOwn ? source.id : root.id;
  const joins = (needsOwn ? beside : others).map((table) => sql`join ${table.from} on ${table.id} = ${id}`);
  const first = needsOwn ? source.from : root.from;
  const byTime = needsOwn ? source.newest : newest;
  const alias = needsOwn ? source.alias : read.find((name) => source.beside?.[name] === root);
  const isOne = joins.length === 0 && joined.length === 0 && byTime !== undefined;
  const present = (trashed: Trashed) => {
    if (trashed === 'with') return [];
    const ownOnes =
      needsOwn && source.deletedAt
        ? [trashed === 'only' ? sql`${source.deletedAt} is not null` : sql`${source.deletedAt} is null`]
        : [];
    return [...ownOnes, ...beside.map((table) => deletedOf(table, trashed === 'only'))];
  };
  return {
    from: sql.join([first, ...joins, ...joined], sql` `),
    id,
    newest: byTime ?? source.newest,
    newestRows:
      isOne && alias !== undefined
        ? (rows, half, conditions) => {
            const where = [...present(half), ...conditions.map((condition) => condition.sql)];
            return sql`(select * from ${first} where ${allOf(where)} order by ${byTime} desc, ${id} desc
              limit ${sql.lit(rows)}) as ${sql.ref(alias)}`;
          }
        : undefined,
    present,
  };
}
