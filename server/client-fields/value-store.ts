import { type RawBuilder, sql } from 'kysely';
import type { OwnValue, OwnValues } from '#contract/client-fields/own-values.ts';
import type { ClientValueTable, Db } from '#server/db/tables.ts';
import { columnOfKind, type FieldRow } from './field-store.ts';

/** SQL for the values of own fields. */

/** A client's own values as JSON, by key. */
export function ownValuesAsJson(clientId: RawBuilder<unknown>): RawBuilder<OwnValues> {
  return sql<OwnValues>`coalesce((select jsonb_object_agg(d.key,
      coalesce(to_jsonb(v.text), to_jsonb(v.number), to_jsonb(v.day)))
    from client_values v join client_fields d on d.id = v.field_id where v.client_id = ${clientId}), '{}')`;
}

export async function ownValuesOf(db: Db, clientId: string): Promise<OwnValues> {
  const { rows } = await sql<{ custom: OwnValues }>`
    select ${ownValuesAsJson(sql`${clientId}::uuid`)} as custom`.execute(db);
  return rows[0]?.custom ?? {};
}

/** A value of a field for a client; null: none. */
export interface FieldValue {
  field: Pick<FieldRow, 'id' | 'key' | 'kind'>;
  value: OwnValue | null;
}

/** Stores these values of one client; its others stay. */
export async function replaceOwnValues(
  tx: Db,
  clientId: string,
  values: readonly FieldValue[],
): Promise<void> {
  if (values.length === 0) return;
  const ids = values.map(({ field }) => field.id);
  await tx
    .deleteFrom('client_values')
    .where('client_id', '=', clientId)
    .where('field_id', 'in', ids)
    .execute();
  await insertOwnValues(
    tx,
    values.map((one) => ({ ...one, clientId })),
  );
}

/** Rows per statement: PostgreSQL takes at most 65,535 values in one. */
const atOnce = 10_000;

/** Stores values of clients that have none of these fields. */
export async function insertOwnValues(
  tx: Db,
  values: readonly (FieldValue & { clientId: string })[],
): Promise<void> {
  const rows = values.flatMap(({ clientId, field, value }): ClientValueTable[] => {
    const nothing = { client_id: clientId, field_id: field.id, text: null, number: null, day: null };
    return value === null ? [] : [{ ...nothing, [columnOfKind[field.kind]]: value }];
  });
  for (let start = 0; start < rows.length; start += atOnce) {
    await tx
      .insertInto('client_values')
      .values(rows.slice(start, start + atOnce))
      .execute();
  }
}
