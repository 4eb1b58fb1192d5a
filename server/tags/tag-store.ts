import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type ShownTag, tagEntity } from '#contract/entities/tag.ts';
import type { Db, TagTable } from '#server/db/tables.ts';
import { defusedText } from '#server/lists/csv-rows.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for tags, and for which rows have which. */

type StoredTag = Omit<Selectable<TagTable>, 'name_key'>;
export type TagRow = StoredTag & { clients_count: number };

const clientsCount = sql<number>`(select count(*)::integer from taggings g join clients c on c.id = g.subject_id
  where g.tag_id = t.id and c.deleted_at is null)`;

export function tagSource(): ListSource {
  return {
    from: sql`tags t`,
    id: sql`t.id`,
    defaultOrder: sql`t.created_at`,
    search: [sql`t.name`],
    columns: columnsOf(tagEntity, {
      table: 'tags',
      alias: 't',
      own: { name: nameColumn(sql`t.name`), clients_count: { sql: clientsCount, required: true } },
    }),
  };
}

export const tagCsv = fileColumnsOf(tagEntity, {});

function tags(db: Db) {
  return db
    .selectFrom('tags as t')
    .select(['t.id', 't.name', 't.color', 't.created_at', 't.updated_at'])
    .select(clientsCount.as('clients_count'));
}

export async function tagsByIds(db: Db, ids: readonly string[]): Promise<TagRow[]> {
  if (ids.length === 0) return [];
  return tags(db).where('t.id', 'in', ids).execute();
}

export async function lockTag(tx: Db, id: string): Promise<TagRow | undefined> {
  await tx.selectFrom('tags').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await tagsByIds(tx, [id]);
  return row;
}

export async function insertTag(tx: Db, row: StoredTag): Promise<void> {
  await tx.insertInto('tags').values(row).execute();
}

export async function updateTag(tx: Db, { id, name, color, updated_at }: StoredTag): Promise<void> {
  await tx.updateTable('tags').set({ name, color, updated_at }).where('id', '=', id).execute();
}

/** Every row that has it loses it. */
export async function deleteTag(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('tags').where('id', '=', id).execute();
}

/** The tags of one row, by name. */
export function tagsOf(db: Db, subjectId: string): Promise<ShownTag[]> {
  return db
    .selectFrom('taggings as g')
    .innerJoin('tags as t', 't.id', 'g.tag_id')
    .select(['t.id', 't.name', 't.color'])
    .where('g.subject_id', '=', subjectId)
    .orderBy(inOrder)
    .orderBy('t.id')
    .execute();
}

/** The tags with these ids, by name; they stay until the commit. */
export async function keptTags(tx: Db, ids: readonly string[]): Promise<ShownTag[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('tags as t')
    .select(['t.id', 't.name', 't.color'])
    .where('t.id', 'in', ids)
    .orderBy(inOrder)
    .orderBy('t.id')
    .forKeyShare()
    .execute();
}

/** Gives a row these tags and no others. */
export async function replaceTags(
  tx: Db,
  { subject, id, tagIds }: { subject: string; id: string; tagIds: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('taggings').where('subject_id', '=', id).execute();
  if (tagIds.length === 0) return;
  const rows = tagIds.map((tag_id) => ({ subject, subject_id: id, tag_id }));
  await tx.insertInto('taggings').values(rows).execute();
}

const inOrder = sql`t.name collate "uk-x-icu"`;

/** The tags of the row with this id as JSON, by name. */
export function tagsAsJson(id: RawBuilder<unknown>): RawBuilder<ShownTag[]> {
  return sql<
    ShownTag[]
  >`coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color)
    order by ${inOrder}, t.id) from taggings g join tags t on t.id = g.tag_id where g.subject_id = ${id}), '[]')`;
}

/** Their names as a cell of a file, made harmless here so that each row is looked up once. */
export function tagNames(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${defusedText(sql`names`)} from (select string_agg(t.name, ', ' order by ${inOrder}, t.id) as names
    from taggings g join tags t on t.id = g.tag_id where g.subject_id = ${id}) as tagged)`;
}

/** A condition on the id of a row: it has one of these tags. */
export function hasTag(id: RawBuilder<unknown>, tagIds: readonly string[]): RawBuilder<unknown> {
  if (tagIds.length === 0) return sql`false`;
  // One by one, because a file is filtered by them too.
  const ids = tagIds.map((one) => sql`${one}::uuid`);
  return sql`${id} in (select g.subject_id from taggings g where g.tag_id in (${sql.join(ids)}))`;
}
