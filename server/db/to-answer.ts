import type { Entity, RowField } from '#contract/kernel/entity.ts';

type OnWire<Value> = Value extends Date ? string : Value;

/**
 * A row as it is answered: the fields of `computed`, and all other fields of the noun's table from the row, times as
 * ISO 8601. The caller's declared result tells the compiler which fields are needed.
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
  return { ...Object.fromEntries(own), ...computed } as ReturnType<typeof toAnswer<Table, Row, Computed>>; // typed by the declaration above
}
