import type * as z from 'zod';
import type { ListField } from './list-query.ts';

/**
 * A noun's fields, each declared once (docs/adding-a-field.md): in answers, in what may be sent, in sorting,
 * filtering and exporting lists, and in forms. Both sides derive the rest from it. Pure data.
 */
export type Entity = Readonly<Record<string, EntityField>>;

export interface EntityField {
  /** In answers. */
  row?: z.ZodType;
  /** When creating. */
  input?: z.ZodType;
  /** When changing; every field of a change is optional. */
  change?: z.ZodType;
  /** When importing. */
  imported?: z.ZodType;
  /** In sorting and filtering lists. */
  list?: ListField;
  /** A column of the list's file, in the order of the table. */
  csv?: true;
  /** The key of the metric that it counts or limits: nothing shows the field until the metric is used. */
  metric?: string;
  /** The field's control in forms. A field without a `kind` has a control of the panel's own. */
  form?: FieldForm;
}

export interface FieldForm {
  /** The group in the form and on the row's page. */
  group: string;
  kind?: 'text' | 'lines' | 'number' | 'money' | 'switch';
  /** The keyboard on a phone. */
  type?: 'email' | 'digits';
  /** The words of an enum. */
  values?: readonly string[];
  /** Only in this form, not in the other. */
  only?: 'create' | 'edit';
  /** Short enough for half of the form. */
  half?: boolean;
  /** Has a help text below it. */
  help?: true;
  /** What an empty field sends; by default null for numbers and amounts, and empty text for text. */
  empty?: 'null' | 'omit';
}

type Slot = 'row' | 'input' | 'change' | 'imported';

/** The schemas of a table for one purpose, by field. */
export type Shape<Table extends Entity, Of extends Slot> = {
  [
    Field in keyof Table as Table[Field] extends Record<Of, z.ZodType> ? Field : never
  ]: Table[Field] extends Record<Of, infer Schema extends z.ZodType> ? Schema : never;
};

/** The fields that a list can sort or filter by. */
export type ListedField<Table extends Entity> = {
  [Field in keyof Table]: Table[Field] extends Record<'list', ListField> ? Field : never;
}[keyof Table] &
  string;

/** The columns of the list's file. */
export type CsvField<Table extends Entity> = {
  [Field in keyof Table]: Table[Field] extends Record<'csv', true> ? Field : never;
}[keyof Table] &
  string;

/** The fields that belong to a metric, with its key. */
export function metricFieldsOf(table: Entity): Record<string, string> {
  return pick(table, (field) => field.metric);
}

/** The fields of an answer. */
export type RowField<Table extends Entity> = keyof Shape<Table, 'row'> & string;

/** For `z.object`: the schemas of a table for one purpose. */
export function shapeOf<const Table extends Entity, Of extends Slot>(table: Table, of: Of): Shape<Table, Of> {
  return pick(table, (field) => field[of]) as Shape<Table, Of>; // the same fields, by the declared type
}

/** For a ListSpec: the fields by which a list can be sorted and filtered. */
export function listFieldsOf<const Table extends Entity>(
  table: Table,
): Record<ListedField<Table>, ListField> {
  return pick(table, (field) => field.list) as Record<ListedField<Table>, ListField>; // as above
}

/** The columns of the list's file, in its order. */
export function csvFieldsOf(table: Entity): string[] {
  return Object.keys(pick(table, (field) => field.csv));
}

function pick<Value>(table: Entity, of: (field: EntityField) => Value | undefined): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, field]) => {
      const value = of(field);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
