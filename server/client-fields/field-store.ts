import { type Selectable, sql } from 'kysely';
import { type ClientFieldKind, clientFieldEntity } from '#contract/client-fields/client-field.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { ClientFieldTable, Db } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for the definitions of own fields. Their order is that of their ids: as they were made. */

export type FieldRow = Selectable<ClientFieldTable>;
export type CountedField = FieldRow & { clients_count: number };

/** The column of `client_values` that holds a kind. */
export const columnOfKind = {
  text: 'text',
  number: 'number',
  date: 'day',
  choice: 'text',
} as const satisfies Record<ClientFieldKind, string>;

/** One of the three is the field's own; each is counted along its index. */
const clientsCount = sql<number>`((select count(*) from client_values v where v.field_id = d.id and v.text is not null)
  + (select count(*) from client_values v where v.field_id = d.id and v.number is not null)
  + (select count(*) from client_values v where v.field_id = d.id and v.day is not null))`;

export function fieldSource(locale: Locale, fallback: Locale): ListSource {
  const name = sql`coalesce(nullif(d.translations->${locale}->>'name', ''), d.translations->${fallback}->>'name')`;
  return {
    from: sql`client_fields d`,
    id: sql`d.id`,
    defaultOrder: sql`d.id`,
    search: [name, sql`d.key`],
    columns: columnsOf(clientFieldEntity, {
      table: 'client_fields',
      alias: 'd',
      own: { name: nameColumn(name), clients_count: { sql: clientsCount, required: true } },
    }),
  };
}

export const fieldCsv = fileColumnsOf(clientFieldEntity, {});

/** Every own field, in order. */
export function allFields(db: Db): Promise<FieldRow[]> {
  return db.selectFrom('client_fields').selectAll().orderBy('id').execute();
}

export async function fieldsByIds(db: Db, ids: readonly string[]): Promise<CountedField[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('client_fields as d')
    .selectAll('d')
    .select(clientsCount.as('clients_count'))
    .where('d.id', 'in', ids)
    .execute();
}

/** The field, locked for a change: nobody writes a value of it meanwhile. */
export async function lockField(tx: Db, id: string): Promise<CountedField | undefined> {
  await tx.selectFrom('client_fields').select('id').where('id', '=', id).forUpdate().execute();
  const [field] = await fieldsByIds(tx, [id]);
  return field;
}

/** The fields with these keys; they stay as they are until the commit. */
export async function keptFields(tx: Db, keys: readonly string[]): Promise<FieldRow[]> {
  if (keys.length === 0) return [];
  return tx
    .selectFrom('client_fields')
    .selectAll()
    .where('key', 'in', keys)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

export async function countFields(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('client_fields')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertField(tx: Db, row: FieldRow): Promise<void> {
  await tx.insertInto('client_fields').values(written(row)).execute();
}

export async function updateField(tx: Db, row: FieldRow): Promise<void> {
  const { id, ...columns } = written(row);
  await tx.updateTable('client_fields').set(columns).where('id', '=', id).execute();
}

function written({ options, translations, ...row }: FieldRow) {
  return { ...row, options: JSON.stringify(options), translations: JSON.stringify(translations) };
}

/** Every client loses its value. */
export async function deleteField(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('client_fields').where('id', '=', id).execute();
}

/** How many clients have each of these options. */
export async function optionCounts(
  tx: Db,
  id: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('client_values')
    .select(['text', sql<number>`count(*)::integer`.as('count')])
    .where('field_id', '=', id)
    .where(sql`text collate "uk-x-icu"`, 'in', keys)
    .groupBy('text')
    .execute();
  return new Map(rows.map(({ text, count }) => [text ?? '', count]));
}
