import type { Kysely, RawBuilder } from 'kysely';
import type { Filter } from '#contract/list-query.ts';
import type { Tables } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

/** The alias of the list's own table. */
export const ownTable = '';

/** What a filter asks, and the side tables that it reads, by their aliases. */
export interface Condition {
  sql: Sql;
  tables: readonly string[];
  /** Finds its rows by an index that knows no order: all of them are collected, counted and sorted. */
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
  /** What it is sorted by, if not itself. */
  order?: Sql;
  /** The expression that is null when the field is, if not `sql` itself. */
  filled?: Sql;
  /** `sql` without the collation of its index, which serves no pattern and costs much. */
  plain?: Sql;
  /** Never null: the sort needs no `nulls last`, so that a plain index serves it. */
  required?: boolean;
  /** Breaks ties ahead of the id, in the order of the ids: as its index has it, between value and id. */
  tie?: Sql;
  /** Null while the row is not deleted: sorting by it already tells live rows from deleted ones. */
  tellsDeleted?: boolean;
  /** The same for every row: nothing to sort by. */
  constant?: boolean;
  /** Instead of `order`: conditions that put the rows into groups, first group first, each in the order of its ids. */
  groups?: { at: string; of(db: Kysely<Tables>): Promise<Sql[]> };
  /** Other expressions that a filter on this field looks at too. */
  also?: Sql[];
  /** Compared by its e-mail key. */
  email?: boolean;
  /** Several moments of each row: a row matches when one of them meets all conditions on this field. */
  moments?: (asked: AskedMoment) => Condition;
  /** A filter as an index serves it; undefined: as the others, which is what `compare` says of any expression. */
  filter?: (filter: Filter, compare: (expression: Sql) => Sql) => Condition | undefined;
}

/** Asks that a moment lies between two others. An empty moment never matches. */
export interface AskedMoment {
  meets(moment: Sql): Sql;
  /** One half of it each. */
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
  /** What the pseudo-field `search` looks through. */
  search?: Sql[];
  /** The same, as an index serves it. */
  searched?: (pattern: string) => Condition;
  /** Null while the row is not deleted. */
  deletedAt?: Sql;
  /** A condition that every row of the list meets. */
  where?: Sql;
  /** What it is sorted by, the greatest first, when nothing is asked: mostly the date of creation. */
  defaultOrder: Sql;
  /** The name under which `list_changes` keeps its totals; others are counted each time. */
  counted?: string;
}
