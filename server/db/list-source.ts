import type { Kysely, RawBuilder } from 'kysely';
import type { Filter } from '#contract/list-query.ts';
import type { Tries } from '#server/db/newest-first.ts';
import type { Tables } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

/** The alias of the list's own table. */
export const ownTable = '';

/** An expression, and the tables that it reads beside the list's own, by their aliases. */
export interface Located {
  sql: Sql;
  at: readonly string[];
  /** Of a condition: the same for an index alone, which must not be asked of rows one by one. */
  indexed?: Sql;
  /** Of a condition: how many rows that are not deleted meet it, where counting them would take longer. */
  count?: Sql;
}

/** How a field of a list is said in SQL. */
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
  /** What is null when the field is, if not `sql` itself. */
  filled?: Sql;
  /** `sql` without the collation of its index, which serves no pattern and costs much. */
  plain?: Sql;
  /** Indexed only where it is not null: what is null is quicker counted as the others. */
  sparse?: boolean;
  /** Never null: the sort needs no `nulls last`, so that a plain index serves it. */
  required?: boolean;
  /** Breaks ties ahead of the id, in the order of the ids: as its index has it, between value and id. */
  tie?: Sql;
  /** Null while the row is not deleted: its groups are the halves that other columns are read in. */
  tellsDeleted?: boolean;
  /** What lists are sorted by when nothing is asked. */
  isNewest?: boolean;
  /** The same for every row: nothing to sort by. */
  constant?: boolean;
  /** Instead of `order`: conditions that put the rows into groups, first group first, each in the order of its ids. */
  groups?: { at: string; of(db: Kysely<Tables>): Promise<Sql[]> };
  /** Other expressions that a filter on this field looks at too. */
  also?: Sql[];
  /** Compared by its e-mail key. */
  email?: boolean;
  /** Several moments of each row: found is whoever has one that meets all that is asked of this field at once. */
  moments?: (asked: AskedMoment) => Located;
  /** A filter as an index serves it; undefined: as the others, which is what `compare` says of any expression. */
  filter?: (filter: Filter, compare: (expression: Sql) => Sql) => Located | undefined;
}

/** What is asked of one moment: that it lies between two others. What is empty meets nothing. */
export interface AskedMoment {
  meets(moment: Sql): Sql;
  /** One half of it each. */
  isNoLater(moment: Sql): Sql;
  isNoEarlier(moment: Sql): Sql;
}

/** What a key stands for in a table that is small beside the list. */
export interface NamedBy {
  key: Sql;
  from: Sql;
  id: Sql;
  name: Sql;
}

/** A narrow table with a row for each row of the list, so that a list need not read the wide one. */
export interface BesideTable {
  from: Sql;
  id: Sql;
  deleted: Sql;
  newest?: Sql;
}

/** Where the rows of a list come from. */
export interface ListSource {
  from: Sql;
  /** Of the list's own table, where filters are to be tried on the newest rows first. */
  alias?: string;
  /** The id that breaks ties and names the rows. */
  id: Sql;
  columns: Readonly<Record<string, ListColumn>>;
  /** By alias. */
  beside?: Readonly<Record<string, BesideTable>>;
  /** Joins by alias, which need the list's own table. */
  joined?: Readonly<Record<string, Sql>>;
  /** What the pseudo-field `search` looks through. */
  search?: Sql[];
  /** The same, as an index serves it. */
  searched?: (pattern: string) => Located;
  /** Null while the row is not deleted. */
  deletedAt?: Sql;
  /** A condition that every row meets. */
  where?: Sql;
  newest: Sql;
  /** Otherwise than usual, to try it with few rows. */
  tries?: Tries;
  /** The name under which `list_changes` keeps its totals; others are counted each time. */
  counted?: string;
}
