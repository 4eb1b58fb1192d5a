import { type RawBuilder, sql } from 'kysely';
import type { Trashed } from '#contract/kernel/list-query.ts';
import { type ListSource, ownTable, type SideTable } from './list-source.ts';

type Sql = RawBuilder<unknown>;

export interface ListTables {
  from: Sql;
  id: Sql;
  defaultOrder: Sql;
  /** Conditions on deletion, one for each table, so that each table's partial indexes can be used. */
  presence(trashed: Trashed): Sql[];
}

/** The tables of these aliases, joined; the list's own table only where it must be read. */
export function tablesOf(
  source: ListSource,
  aliases: readonly string[],
  { inDefaultOrder = false } = {},
): ListTables {
  const read = [...new Set(aliases)];
  const sides = read.flatMap((alias) => source.sideTables?.[alias] ?? []);
  const joined = read.flatMap((alias) => source.joined?.[alias] ?? []);
  const createdAt = sides.find((table) => table.createdAt !== undefined)?.createdAt;
  const [root, ...others] = sides;
  const needsOwn = !root || joined.length > 0 || read.includes(ownTable) || (inDefaultOrder && !createdAt);
  const id = needsOwn ? source.id : root.id;
  const joins = (needsOwn ? sides : others).map((table) => sql`join ${table.from} on ${table.id} = ${id}`);
  return {
    from: sql.join([needsOwn ? source.from : root.from, ...joins, ...joined], sql` `),
    id,
    defaultOrder: needsOwn ? source.defaultOrder : (createdAt ?? source.defaultOrder),
    presence(trashed) {
      if (trashed === 'with') return [];
      const isDeleted = trashed === 'only';
      const own = needsOwn && source.deletedAt ? [ownPresence(source.deletedAt, isDeleted)] : [];
      return [...own, ...sides.map((table) => sidePresence(table, isDeleted))];
    },
  };
}

function ownPresence(deletedAt: Sql, isDeleted: boolean): Sql {
  return isDeleted ? sql`${deletedAt} is not null` : sql`${deletedAt} is null`;
}

function sidePresence({ deleted }: SideTable, isDeleted: boolean): Sql {
  return isDeleted ? deleted : sql`not ${deleted}`;
}
