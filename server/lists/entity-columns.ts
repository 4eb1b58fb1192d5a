import { type RawBuilder, sql } from 'kysely';
import {
  csvFieldsOf,
  type CsvField,
  type Entity,
  type ListedField,
  listFieldsOf,
} from '#contract/kernel/entity.ts';
import type { ListField } from '#contract/kernel/list-query.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ListingColumn } from './list-reply.ts';
import type { ListColumn } from './list-source.ts';

/** A listed field needs its SQL unless it is a column of the table. Other fields do not compile. */
type OwnColumns<Table extends Entity, Name extends keyof Tables> = Record<
  Exclude<ListedField<Table>, keyof Tables[Name]>,
  ListColumn
> &
  Partial<Record<ListedField<Table>, ListColumn>>;

interface Columns<Table extends Entity, Name extends keyof Tables> {
  table: Name;
  alias: string;
  own: OwnColumns<Table, Name>;
  plain?: (column: RawBuilder<unknown>, field: ListField) => ListColumn;
}

/**
 * The columns of a list from its noun's field table: those in `own`, and the columns of `table` with a field's name,
 * each as `plain` makes it.
 */
export function columnsOf<const Table extends Entity, Name extends keyof Tables>(
  entity: Table,
  // `table` only tells the compiler which fields need no SQL.
  { alias, own, plain = (column) => ({ sql: column }) }: Columns<Table, Name>,
): Record<ListedField<Table>, ListColumn> {
  const given: Record<string, ListColumn | undefined> = own;
  const columns = Object.entries<ListField>(listFieldsOf(entity)).map(
    ([field, listed]): [string, ListColumn] => {
      const isNullable = entity[field]?.row?.safeParse(null).success ?? true;
      return [
        field,
        given[field] ?? {
          ...plain(sql.ref(`${alias}.${field}`), listed),
          ...(!isNullable && { required: true }),
        },
      ];
    },
  );
  return Object.fromEntries(columns) as Record<ListedField<Table>, ListColumn>; // exactly one entry for each field
}

/** A column of names, in the order of the Ukrainian alphabet. */
export function nameColumn(name: RawBuilder<unknown>): ListColumn {
  return { sql: name, order: sql`${name} collate "uk-x-icu"` };
}

type FileColumn = Omit<ListingColumn, 'field'>;

/** The columns of a list's file from its noun's field table. A column that is not a field of the list needs its SQL. */
export function fileColumnsOf<const Table extends Entity>(
  entity: Table,
  own: Record<Exclude<CsvField<Table>, ListedField<Table>>, FileColumn> &
    Partial<Record<CsvField<Table>, FileColumn>>,
): ListingColumn[] {
  const given: Record<string, FileColumn | undefined> = own;
  return csvFieldsOf(entity).map((field) => ({ ...given[field], field }));
}
