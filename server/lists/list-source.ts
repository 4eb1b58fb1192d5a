import type { RawBuilder } from 'kysely';
import type { Filter } from '#contract/kernel/list-query.ts';
import type { Db } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

/** The alias of the list's own table. */
export const ownTable = '';

/** A filter's condition, and the aliases of the side tables that it reads. */
export interface Condition {
  sql: Sql;
  tables: readonly string[];
  /** Found by an index without an order: all its rows are collected, counted and sorted. */
  collects?: boolean;
}

/** A field of a list in SQL. */
export interface ListColumn {
  sql: Sql;
  /** The table that it is read from, if it is not the list's own. */
  at?: string;
  /** The same in the list's own table, for files, which read that one anyway. */
  cell?: Sql;
  /** The same as a name in a small table, for files. */
  named?: NamedBy;
  /** What it is sorted by, if not by itself. */
  order?: Sql;
  /** The expression that is null when the field is, if not `sql` itself. */
  filled?: Sql;
  /** `sql` without the collation of its index. Patterns can't use that index, and the collation costs much. */
  plain?: Sql;
  /** Never null: the sort needs no `nulls last`, so that a plain index serves it. */
  required?: boolean;
  /** Breaks ties before the id, in the order that its index has between value and id. */
  tie?: Sql;
  /** Null while the row is not deleted: sorting by it separates live rows from deleted ones. */
  tellsDeleted?: boolean;
  /** The same for every row, so there is nothing to sort by. */
  constant?: boolean;
  /** Instead of `order`: conditions that put the rows into groups, first group first, each in the order of its ids. */
  groups?: { at: string; of(db: Db): Promise<Sql[]> };
  /** Other expressions that a filter on this field searches too. */
  also?: Sql[];
  /** Compared by its email key. */
  email?: boolean;
  /** For several dates of each row: a row matches when one of them meets all conditions on this field. */
  moments?: (asked: MomentTest) => Condition;
  /** A filter in the form that an index serves; undefined means `compare`, which works for any expression. */
  filter?: (filter: Filter, compare: (expression: Sql) => Sql) => Condition | undefined;
}

/** Asks whether a time lies between two others. An empty one never matches. */
export interface MomentTest {
  meets(moment: Sql): Sql;
  /** The two halves of `meets`. */
  isNoLater(moment: Sql): Sql;
  isNoEarlier(moment: Sql): Sql;
}

/** The text of a key from a table that is small compared with the list. */
export interface NamedBy {
  key: Sql;
  from: Sql;
  id: Sql;
  name: Sql;
}

/** A narrow table with a row for each row of the list, so that the wide one isn't read. */
export interface SideTable {
  from: Sql;
  id: Sql;
  deleted: Sql;
  createdAt?: Sql;
}

/** Where the rows of a list come from. */
export interface ListSource {
  from: Sql;
  /** The id that breaks ties and names the rows. */
  id: Sql;
  columns: Readonly<Record<string, ListColumn>>;
  /** By alias. */
  sideTables?: Readonly<Record<string, SideTable>>;
  /** Joins by alias, which need the list's own table. */
  joined?: Readonly<Record<string, Sql>>;
  /** What a search looks through. */
  search?: Sql[];
  /** The same in the form that an index serves. */
  searched?: (pattern: string) => Condition;
  /** Null while the row is not deleted. */
  deletedAt?: Sql;
  /** A condition that every row of the list meets. */
  where?: Sql;
  /** Sorted by this, greatest first, when no order is requested: mostly the date of creation. */
  defaultOrder: Sql;
  /** The name under which `list_changes` keeps its totals; others are counted each time. */
  counted?: string;
}
