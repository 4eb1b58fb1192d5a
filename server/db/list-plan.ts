import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOrder, Trashed } from '#contract/list-query.ts';
import { type ListColumn, type ListSource, ownTable } from '#server/db/list-source.ts';
import { type ListTables, tablesOf } from '#server/db/list-tables.ts';
import { allOf } from '#server/db/list-conditions.ts';
import { type AskedList, conditionsOf, narrowOf, whereOf } from '#server/db/list-where.ts';
import type { NewestRows } from '#server/db/newest-first.ts';
import type { SortedRows } from '#server/db/sorted-first.ts';
import type { Tables } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

export interface ListPlan {
  from: Sql;
  /** `where …`, or nothing. */
  where: Sql;
  id: Sql;
  order: Term[];
  /** Groups of rows, one after the other; mostly one of everything. */
  groups: Group[];
  /** For a list by newest whose conditions are on one table: its rows that are not deleted, or those that are, or both. */
  newest: PlannedRows[] | undefined;
  /** For a list by one column with filters, of rows that are not deleted. */
  sorted: SortedRows | undefined;
  /** The groups once for rows that are there and once for deleted ones: indexes have but one or the other. */
  halves: Sql[] | undefined;
}

export interface Group {
  /** Nothing, or `and …`. */
  where: Sql;
  /** What the group is sorted by before the id: itself, and what breaks its ties. */
  value?: Sql;
  tie?: Sql;
  order: Term[];
}

export interface Term {
  sql: Sql;
  order: SortOrder;
  /** Where empty values stand, if there may be any. */
  nulls?: 'first' | 'last';
}

/** Without how they are counted, which takes knowing how many they may be. */
interface PlannedRows extends Omit<NewestRows, 'counting'> {
  half: Trashed;
}

/** What a file needs beyond a page: the list's own table, and those that its cells read. */
interface Whole {
  cells: readonly string[];
}

/** The tables, conditions and order of a list; one that is told from narrow tables alone leaves the wide one out. */
export async function planOf(db: Kysely<Tables>, asked: AskedList, whole?: Whole): Promise<ListPlan> {
  const { source, query } = asked;
  const conditions = conditionsOf(asked);
  const [first, ...more] = query.sort.flatMap(({ field }) => source.columns[field] ?? []);
  const mayWalk = source.beside !== undefined && !whole && more.length === 0 && query.trashed !== 'only';
  const groups = mayWalk ? first?.groups : undefined;
  const ordering = first && [
    groups ? groups.at : (first.at ?? ownTable),
    ...more.map(({ at }) => at ?? ownTable),
  ];
  const read = [...conditions.flatMap(({ at }) => at), ...(ordering ?? [])];
  if (whole || source.where) read.push(ownTable, ...(whole?.cells ?? []));
  const tables = tablesOf(source, read, !first);
  const { newestRows } = tables;
  const conditionsOnNewest = conditions.filter(({ field }) => source.columns[field]?.isNewest);
  const order = orderOf(source, query.sort, tables);
  const asOne: Group = { where: sql``, ...(order.length > 1 && { value: order[0]?.sql }), order };
  return {
    from: tables.from,
    id: tables.id,
    where: whereOf(asked, tables),
    order,
    newest:
      newestRows && !whole && !first && conditions.length > 0
        ? halvesOf(asked).map((half) => ({
            half,
            from: tables.from,
            where: whereOf(asked, tables, half),
            whereIndexed: whereOf(asked, tables, half, { indexed: true }),
            id: tables.id,
            newest: tables.newest,
            some: (rows) => newestRows(rows, half, conditionsOnNewest),
          }))
        : undefined,
    sorted:
      first && mayWalk && !groups && !first.constant && query.trashed !== 'with' && conditions.length > 0
        ? sortedOf(asked, first, read)
        : undefined,
    groups:
      !mayWalk || !first || first.constant
        ? [asOne]
        : groupsOf(first, order, groups && (await groups.of(db))),
    halves:
      mayWalk && query.trashed === 'with' && !first?.tellsDeleted
        ? [sql.join(tables.present('without'), sql` and `), sql.join(tables.present('only'), sql` and `)]
        : undefined,
  };
}

/** What is found in the order of a column, told by the table that has it. */
function sortedOf(asked: AskedList, column: ListColumn, read: readonly string[]): SortedRows | undefined {
  const { source, query } = asked;
  const { at = ownTable } = column;
  const beside = source.beside?.[at];
  const alias = beside ? at : source.alias;
  if ((!beside && at !== ownTable) || alias === undefined) return undefined;
  const { from, id } = beside ?? source;
  const { newest, present } = tablesOf(source, [at], false);
  const order = orderOf(source, query.sort, { id, newest });
  const [group] = groupsOf(column, order, undefined);
  if (!group) return undefined;
  const inOrder = orderBy(column.required ? group.order : order);
  const narrow = narrowOf(asked);
  return {
    among: (first, rows) => {
      const some = sql`(select * from ${from} where ${allOf(present(query.trashed))} ${group.where}
        ${orderBy(group.order)} limit ${sql.lit(first)}) as ${sql.ref(alias)}`;
      const limited = beside
        ? { ...source, beside: { ...source.beside, [at]: { ...beside, from: some } } }
        : { ...source, from: some };
      const tables = tablesOf(limited, read, false);
      return sql`select ${id} as id from ${tables.from} ${whereOf(asked, tables)} ${orderBy(group.order)} limit ${sql.lit(rows)}`;
    },
    all: sql`select ${narrow.id} as id from ${narrow.from} ${whereOf(asked, narrow, query.trashed, { indexed: true })}`,
    sort: (
      ids,
      { limit, offset },
    ) => sql`select ${id} as id from ${from} join ${ids} as found on found.id = ${id}
      ${inOrder} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`,
  };
}

/** Deleted rows and others apart, where both are asked for: indexes have but one or the other. */
export function halvesOf({ source, query }: AskedList): readonly Trashed[] {
  return query.trashed === 'with' && source.deletedAt ? ['without', 'only'] : [query.trashed];
}

/** As asked, else newest first; empty values last in both directions; the id breaks ties. */
function orderOf(
  { columns }: ListSource,
  sort: ListQuery['sort'],
  { id, newest }: Pick<ListTables, 'id' | 'newest'>,
): Term[] {
  const idTerm: Term = { sql: id, order: sort.at(-1)?.order ?? 'desc' };
  if (sort.length === 0) return [{ sql: newest, order: 'desc' }, idTerm];
  const terms = sort.flatMap(({ field, order }): Term[] => {
    const column = columns[field];
    if (!column || column.constant) return [];
    return [{ sql: column.order ?? column.sql, order, ...(!column.required && { nulls: 'last' }) }];
  });
  return [...terms, idTerm];
}

/** Walks along an index, one after the other: no index has the empty values last in both directions. */
function groupsOf(column: ListColumn, [term, idTerm]: Term[], conditions: Sql[] | undefined): Group[] {
  if (!term || !idTerm) return [];
  if (conditions) {
    const ordered = term.order === 'desc' ? conditions.toReversed() : conditions;
    return ordered.map((where) => ({ where: sql`and ${where}`, order: [idTerm] }));
  }
  const value = term.sql;
  if (column.required) {
    const { tie } = column;
    const ties = tie ? [{ sql: tie, order: term.order }] : [];
    return [{ where: sql``, value, ...(tie && { tie }), order: [term, ...ties, idTerm] }];
  }
  const filled = column.filled ?? column.sql;
  return [
    { where: sql`and ${filled} is not null`, value, order: [{ sql: value, order: term.order }, idTerm] },
    { where: sql`and ${filled} is null`, value, order: [idTerm] },
  ];
}

/** `order by …` of a list read as one. */
export function orderBy(terms: readonly Term[]): Sql {
  const said = terms.map((term) => {
    const direction = term.order === 'desc' ? sql`desc` : sql`asc`;
    return sql`${term.sql} ${direction}${term.nulls ? sql.raw(` nulls ${term.nulls}`) : sql``}`;
  });
  return sql`order by ${sql.join(said)}`;
}
