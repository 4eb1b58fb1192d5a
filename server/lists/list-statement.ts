import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, ListSpec, Trashed } from '#contract/kernel/list-query.ts';
import type { Db } from '#server/db/tables.ts';
import { conditionsOf } from './list-conditions.ts';
import { type Group, groupsOf, oneGroup, orderBy, orderOf, reversed } from './list-order.ts';
import { type Condition, type ListColumn, type ListSource, ownTable } from './list-source.ts';
import { type ListTables, tablesOf } from './list-tables.ts';

type Sql = RawBuilder<unknown>;

export interface ListRequest {
  spec: ListSpec;
  source: ListSource;
  query: ListQuery;
  timeZone: string;
}

/** The parts of the statement that reads a page and its total. */
export interface ListStatement {
  /** `with …`, if the parts share something. */
  shared?: Sql;
  /** A subquery: the ids of these rows, in order. */
  ids(part: Part): Sql;
  /** Counts all rows. */
  total: Sql;
  /** Identifies this filter among those of its list. */
  filter: Sql;
  /** Whether `ids` reads from the end as quickly as from the beginning. */
  readsFromEnd: boolean;
}

export interface Part {
  limit: number;
  offset: number;
  /** Counts both from the end, and returns the last row first. */
  fromEnd?: boolean;
}

/** A list query as SQL: conditions, then tables, then order (README.md). */
export async function listStatement(db: Db, asked: ListRequest): Promise<ListStatement> {
  const conditions = conditionsOf(asked);
  const columns = asked.query.sort.flatMap(({ field }) => asked.source.columns[field] ?? []);
  return conditions.some(({ collects }) => collects)
    ? collected(asked, conditions, columns)
    : walked(asked, conditions, { columns, groups: await groupConditions(db, asked, columns) });
}

/** The whole list for a file: rows from its own table, and the tables that its cells read. */
export function wholeList(
  asked: ListRequest,
  cells: readonly string[],
): { from: Sql; where: Sql; order: Sql } {
  const { source, query } = asked;
  const conditions = conditionsOf(asked);
  const columns = query.sort.flatMap(({ field }) => source.columns[field] ?? []);
  const tables = tablesOf(source, [...aliasesOf(conditions, columns), ...cells, ownTable]);
  return {
    from: tables.from,
    where: whereOf(source, conditions, tables, query.trashed),
    order: orderBy(orderOf(source, query.sort, tables)),
  };
}

/**
 * For filters whose index has no order, such as a text: the rows are read once into `hits`, which are counted and
 * sorted.
 */
function collected(
  asked: ListRequest,
  conditions: readonly Condition[],
  columns: readonly ListColumn[],
): ListStatement {
  const { source, query } = asked;
  const aliases = [...aliasesOf(conditions, columns), ...(source.where ? [ownTable] : [])];
  const tables = tablesOf(source, aliases, { inDefaultOrder: columns.length === 0 });
  const order = orderOf(source, query.sort, tables);
  const keys = order.map((term, place) => ({ ...term, sql: sql.ref(`key_${place}`) }));
  const selected = order.map((term, place) => sql`${term.sql} as ${sql.ref(`key_${place}`)}`);
  const hits = liveAndDeletedOf(asked).map(
    (part) => sql`select ${tables.id} as id, ${sql.join(selected)} from ${tables.from}
      ${whereOf(source, conditions, tables, part)}`,
  );
  return {
    shared: sql`with hits as materialized (${sql.join(hits, sql` union all `)})`,
    ids: ({ limit, offset }) =>
      sql`select id from hits ${orderBy(keys)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`,
    total: sql`(select count(*) from hits)`,
    filter: filterOf(asked, conditions),
    readsFromEnd: false,
  };
}

/** For all others: the page along an index in the requested order, and a separate count. */
function walked(
  asked: ListRequest,
  conditions: readonly Condition[],
  { columns, groups: grouped }: { columns: readonly ListColumn[]; groups: GroupConditions | undefined },
): ListStatement {
  const { source, query } = asked;
  const [first, ...more] = columns;
  const aliases = [
    ...aliasesOf(conditions, grouped ? more : columns),
    ...(grouped ? [grouped.at] : []),
    ...(source.where ? [ownTable] : []),
  ];
  const tables = tablesOf(source, aliases, { inDefaultOrder: !first });
  const order = orderOf(source, query.sort, tables);
  const isByOne = first !== undefined && more.length === 0 && !first.constant && source.sideTables;
  const groups = isByOne ? groupsOf(first, order, grouped?.conditions) : [oneGroup(order)];
  const liveAndDeleted = first?.tellsDeleted || more.length > 0 ? [query.trashed] : liveAndDeletedOf(asked);
  const walk = (group: Group, trashed: Trashed, size: number) =>
    sql`select ${tables.id} as id, ${group.value ?? sql`null::int`} as value, ${group.tie ?? sql`null::int`} as tie
      from ${tables.from} ${whereOf(source, conditions, tables, trashed)} ${group.where}
      ${orderBy(group.order)} limit ${sql.lit(size)}`;
  const narrow = tablesOf(source, [
    ...conditions.flatMap(({ tables: read }) => read),
    ...(source.where ? [ownTable] : []),
  ]);
  const counts = liveAndDeletedOf(asked).map(
    (trashed) => sql`(select count(*) from ${narrow.from} ${whereOf(source, conditions, narrow, trashed)})`,
  );
  return {
    ids: ({ limit, offset, fromEnd }) => {
      const walks = fromEnd ? reversed(groups) : groups;
      const part = sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
      if (walks.length === 1 && liveAndDeleted.length === 1) {
        return (
          walks.map(
            (group) => sql`select ${tables.id} as id from ${tables.from}
            ${whereOf(source, conditions, tables, liveAndDeleted[0])} ${group.where} ${orderBy(group.order)} ${part}`,
          )[0] ?? sql``
        );
      }
      return merged(walks, liveAndDeleted, {
        walk: (group, trashed) => walk(group, trashed, limit + offset),
        part,
      });
    },
    total: sql`(${sql.join(counts, sql` + `)})`,
    filter: filterOf(asked, conditions),
    readsFromEnd: true,
  };
}

/** Several walks as one list. PostgreSQL reads those of later groups only when needed. */
function merged(
  groups: readonly Group[],
  liveAndDeleted: readonly Trashed[],
  { walk, part }: { walk(group: Group, trashed: Trashed): Sql; part: Sql },
): Sql {
  const walks = groups.flatMap((group, place) =>
    liveAndDeleted.map(
      (trashed) => sql`(select ${sql.lit(place)} as place, walk.* from (${walk(group, trashed)}) as walk)`,
    ),
  );
  const all = sql`(${sql.join(walks, sql` union all `)}) as walks`;
  if (liveAndDeleted.length === 1) return sql`select id from ${all} ${part}`;
  const [byValue, byId = byValue] = (groups[0]?.order ?? []).map(({ order }) => sql.raw(order));
  return sql`select id from ${all} order by place, value ${byValue}, tie ${byId}, id ${byId} ${part}`;
}

interface GroupConditions {
  at: string;
  conditions: Sql[];
}

/** For a list by one column that no index has in order: the conditions that put its rows into groups. */
async function groupConditions(
  db: Db,
  { source, query }: ListRequest,
  [column, ...more]: readonly ListColumn[],
): Promise<GroupConditions | undefined> {
  const groups =
    source.sideTables && more.length === 0 && query.trashed !== 'only' ? column?.groups : undefined;
  return groups && { at: groups.at, conditions: await groups.of(db) };
}

/** Splits deleted rows from others when both are requested, because an index has only one kind. */
function liveAndDeletedOf({ source, query }: ListRequest): readonly Trashed[] {
  const isApart = query.trashed === 'with' && source.deletedAt && source.sideTables;
  return isApart ? ['without', 'only'] : [query.trashed];
}

function aliasesOf(conditions: readonly Condition[], columns: readonly ListColumn[]): string[] {
  return [...conditions.flatMap(({ tables }) => tables), ...columns.map(({ at }) => at ?? ownTable)];
}

function whereOf(
  source: ListSource,
  conditions: readonly Condition[],
  { presence }: ListTables,
  trashed: Trashed = 'with',
): Sql {
  const all = [...conditions.map((condition) => condition.sql), ...presence(trashed)];
  if (source.where) all.push(source.where);
  return sql`where ${all.length > 0 ? sql.join(all, sql` and `) : sql`true`}`;
}

function filterOf({ source, query }: ListRequest, conditions: readonly Condition[]): Sql {
  const all = [...conditions.map((condition) => condition.sql), ...(source.where ? [source.where] : [])];
  return sql`${query.trashed}::text, ${all.length > 0 ? sql.join(all) : sql`null`}`;
}
