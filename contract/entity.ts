import type * as z from 'zod';
import type { ListField } from './list-query.ts';

/**
 * A noun's fields, each declared once (docs/adding-a-field.md): what an answer has, what may be sent, what a list
 * sorts, filters and exports, what a form asks. Both sides derive the rest from it. Pure data.
 */
export type Entity = Readonly<Record<string, EntityField>>;

export interface EntityField {
  /** As an answer has it. */
  row?: z.ZodType;
  /** As a creation takes it. */
  input?: z.ZodType;
  /** As a change takes it; every field of a change may be left out. */
  change?: z.ZodType;
  /** As an import takes it. */
  imported?: z.ZodType;
  /** As a list sorts and filters by it. */
  list?: ListField;
  /** A column of the list's file; their order is that of the table. */
  csv?: true;
  /** How a form asks it. What has no `kind` here is asked by a control of the panel's own. */
  form?: FieldForm;
}

export interface FieldForm {
  /** The frame of the form, and the part of the row's own page, that has it. */
  group: string;
  kind?: 'text' | 'lines' | 'number' | 'money' | 'switch';
  /** Which keyboard a phone shows. */
  type?: 'email' | 'digits';
  /** The words of an enum. */
  values?: readonly string[];
  /** The one frame that has it, when the other has not. */
  only?: 'create' | 'edit';
  /** Has a help text below it. */
  help?: true;
  /** What an empty field sends; by default nothing is null for numbers and amounts, and empty text is empty text. */
  empty?: 'null' | 'omit';
}

type Slot = 'row' | 'input' | 'change' | 'imported';

/** The schemas that a table has for one purpose, by field. */
export type Shape<Table extends Entity, Of extends Slot> = {
  [
    Field in keyof Table as Table[Field] extends Record<Of, z.ZodType> ? Field : never
  ]: Table[Field] extends Record<Of, infer Schema extends z.ZodType> ? Schema : never;
};

/** The fields that a list of the noun knows. */
export type ListedField<Table extends Entity> = {
  [Field in keyof Table]: Table[Field] extends Record<'list', ListField> ? Field : never;
}[keyof Table] &
  string;

/** The columns of the list's file. */
export type CsvField<Table extends Entity> = {
  [Field in keyof Table]: Table[Field] extends Record<'csv', true> ? Field : never;
}[keyof Table] &
  string;

/** The fields that an answer has. */
export type RowField<Table extends Entity> = keyof Shape<Table, 'row'> & string;

/** For `z.object`: the schemas of a table for one purpose. */
export function shapeOf<const Table extends Entity, Of extends Slot>(table: Table, of: Of): Shape<Table, Of> {
  return pick(table, (field) => field[of]) as Shape<Table, Of>; // the same fields, by the type above
}

/** For a ListSpec: what a list can be sorted and filtered by. */
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
