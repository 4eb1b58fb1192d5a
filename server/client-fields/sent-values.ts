import type { Refusal } from '#contract/kernel/issues.ts';
import {
  ownFieldName,
  ownPrefix,
  type OwnValues,
  readOwnValues,
  type SentOwnValues,
} from '#contract/client-fields/own-values.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { keptFields } from './field-store.ts';
import type { FieldValue } from './value-store.ts';

/** What was sent as `custom`, checked; each refusal is at `custom.KEY`. The fields stay until the commit. */
export async function checkedOwnValues(tx: Db, sent: SentOwnValues | undefined): Promise<FieldValue[]> {
  const refusals: Record<string, Refusal[]> = {};
  const [values = []] = await checkedOwnRows(tx, [sent], (_, field, refusal) => {
    refusals[field] = [refusal];
  });
  if (Object.keys(refusals).length > 0) throw new AppError('validation_failed', { fields: refusals });
  return values;
}

/** The same for the rows of a file: `refuse` gets each refusal with the number of its row. */
export async function checkedOwnRows(
  tx: Db,
  rows: readonly (SentOwnValues | undefined)[],
  refuse: (index: number, field: string, refusal: Refusal) => void,
): Promise<FieldValue[][]> {
  const fields = await keptFields(tx, [...new Set(rows.flatMap((sent) => Object.keys(sent ?? {})))]);
  return rows.map((sent, index) => {
    const read = readOwnValues(fields, sent ?? {});
    if (read.ok) return fields.flatMap((field) => valueIn(read.values, field));
    for (const [key, [refusal]] of Object.entries(read.refusals)) {
      if (refusal) refuse(index, `${ownPrefix}${key}`, refusal);
    }
    return [];
  });
}

function valueIn(values: ReadonlyMap<string, FieldValue['value']>, field: FieldValue['field']): FieldValue[] {
  const value = values.get(field.key);
  return value === undefined ? [] : [{ field, value }];
}

/** A client's values once these are stored. */
export function mergedOwnValues(had: OwnValues, changes: readonly FieldValue[]): OwnValues {
  const merged = new Map(Object.entries(had));
  for (const { field, value } of changes) {
    if (value === null) merged.delete(field.key);
    else merged.set(field.key, value);
  }
  return Object.fromEntries(merged);
}

/** The same as fields of an audit entry. */
export function auditedOwnValues(values: OwnValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [ownFieldName({ key }), value]));
}
