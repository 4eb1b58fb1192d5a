import type { Entity, RowField } from '#contract/entity.ts';

type OnWire<Value> = Value extends Date ? string : Value;

/**
 * A row as an answer has it: the fields of `computed`, and all others of the noun's field table as the row has them,
 * moments in ISO 8601. The declared result of the caller tells the compiler what must be there.
 */
export function toAnswer<Table extends Entity, Row extends object, Computed extends object>(
  entity: Table,
  row: Row,
  computed: Computed,
): { [Field in Exclude<RowField<Table>, keyof Computed> & keyof Row]: OnWire<Row[Field]> } & Computed {
  const own = Object.entries(row).flatMap(([field, value]) => {
    const isAnswered = entity[field]?.row !== undefined && !(field in computed);
    return isAnswered ? [[field, value instanceof Date ? value.toISOString() : value]] : [];
  });
  return { ...Object.fromEntries(own), ...computed } as ReturnType<typeof toAnswer<Table, Row, Computed>>; // as above
}
