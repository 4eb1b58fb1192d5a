import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOrder } from '#contract/kernel/list-query.ts';
import type { ListColumn, ListSource } from './list-source.ts';
import type { ListTables } from './list-tables.ts';

type Sql = RawBuilder<unknown>;

/** One expression of `order by`. */
export interface Term {
  sql: Sql;
  order: SortOrder;
  /** Where empty values come, if there can be any. */
  nulls?: 'first' | 'last';
}

/** Rows that one index has in the requested order. */
export interface Group {
  /** Empty, or `and …`. */
  where: Sql;
  /** What the group is sorted by before the id: itself, and what breaks its ties. */
  value?: Sql;
  tie?: Sql;
  order: Term[];
}

/**
 * The requested order, else newest first. Empty values last in both directions; the id breaks ties (API.md, "Lists").
 */
export function orderOf(
  { columns }: ListSource,
  sort: ListQuery['sort'],
  { id, defaultOrder }: Pick<ListTables, 'id' | 'defaultOrder'>,
): Term[] {
  const idTerm: Term = { sql: id, order: sort.at(-1)?.order ?? 'desc' };
  if (sort.length === 0) return [{ sql: defaultOrder, order: 'desc' }, idTerm];
  const terms = sort.flatMap(({ field, order }): Term[] => {
    const column = columns[field];
    if (!column || column.constant) return [];
    return [{ sql: column.order ?? column.sql, order, ...(!column.required && { nulls: 'last' }) }];
  });
  return [...terms, idTerm];
}

/** The whole list as one group. */
export function oneGroup(order: Term[]): Group {
  return { where: sql``, ...(order.length > 1 && { value: order[0]?.sql }), order };
}

/**
 * A list by one column, in groups that an index has in order one after the other: no index has empty values last in
 * both directions.
 */
export function groupsOf(column: ListColumn, [term, idTerm]: Term[], conditions: Sql[] | undefined): Group[] {
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

/** The same groups from the end. */
export function reversed(groups: readonly Group[]): Group[] {
  return groups.map(({ order, ...group }) => ({ ...group, order: order.map(turned) })).reverse();
}

function turned({ nulls, ...term }: Term): Term {
  return {
    ...term,
    order: term.order === 'asc' ? 'desc' : 'asc',
    ...(nulls && { nulls: nulls === 'last' ? 'first' : 'last' }),
  };
}

/** `order by …` */
export function orderBy(terms: readonly Term[]): Sql {
  const said = terms.map(
    ({ sql: expression, order, nulls }) =>
      sql`${expression} ${sql.raw(order)}${nulls ? sql.raw(` nulls ${nulls}`) : sql``}`,
  );
  return sql`order by ${sql.join(said)}`;
}
