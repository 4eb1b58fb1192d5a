import { type RawBuilder, type Selectable, sql } from 'kysely';
import { noteEntity } from '#contract/clients/note.ts';
import type { Db, NoteTable } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for notes about rows of any noun; each with the names of who wrote it and who changed it last. */

type StoredNote = Omit<Selectable<NoteTable>, 'key'>;
export type NoteRow = StoredNote & { created_by_name: string | null; updated_by_name: string | null };

export function noteSource(subjectId: string): ListSource {
  return {
    from: sql`notes n left join users author on author.id = n.created_by`,
    id: sql`n.id`,
    defaultOrder: sql`n.created_at`,
    where: sql`n.subject_id = ${subjectId}::uuid`,
    search: [sql`n.text`],
    columns: columnsOf(noteEntity, {
      table: 'notes',
      alias: 'n',
      own: { created_by_name: nameColumn(sql`author.name`) },
    }),
  };
}

export const noteCsv = fileColumnsOf(noteEntity, {});

function notes(db: Db) {
  return db
    .selectFrom('notes as n')
    .leftJoin('users as author', 'author.id', 'n.created_by')
    .leftJoin('users as editor', 'editor.id', 'n.updated_by')
    .select(['n.id', 'n.subject', 'n.subject_id', 'n.text', 'n.pinned', 'n.created_by', 'n.updated_by'])
    .select(['n.created_at', 'n.updated_at'])
    .select(['author.name as created_by_name', 'editor.name as updated_by_name']);
}

export async function notesByIds(db: Db, ids: readonly string[]): Promise<NoteRow[]> {
  if (ids.length === 0) return [];
  return notes(db).where('n.id', 'in', ids).execute();
}

export function pinnedNote(db: Db, subjectId: string): Promise<NoteRow | undefined> {
  return notes(db).where('n.subject_id', '=', subjectId).where('n.pinned', '=', true).executeTakeFirst();
}

/** One note of a row, locked for a change. */
export function lockNote(tx: Db, subjectId: string, id: string): Promise<NoteRow | undefined> {
  return notes(tx)
    .where('n.subject_id', '=', subjectId)
    .where('n.id', '=', id)
    .forUpdate('n')
    .executeTakeFirst();
}

/** Takes the pin off every note of a row, one change of its notes at a time. */
export async function unpinNotes(tx: Db, subjectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notes ${subjectId}`}, 0))`.execute(tx);
  await tx
    .updateTable('notes')
    .set({ pinned: false })
    .where('subject_id', '=', subjectId)
    .where('pinned', '=', true)
    .execute();
}

export async function insertNote(tx: Db, row: StoredNote): Promise<void> {
  await tx.insertInto('notes').values(row).execute();
}

export async function updateNote(
  tx: Db,
  { id, text, pinned, updated_by, updated_at }: StoredNote,
): Promise<void> {
  await tx.updateTable('notes').set({ text, pinned, updated_by, updated_at }).where('id', '=', id).execute();
}

export async function deleteNote(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('notes').where('id', '=', id).execute();
}

/** The rows with a note like the pattern; for searches. */
export function subjectsWithNote(pattern: string): RawBuilder<unknown> {
  return sql`select n.subject_id from notes n where ${noteLike('n', pattern)}`;
}

/**
 * The rows of which each pattern is in a note or in a text of their own, and one of `long` in a note: by these the notes
 * are found. `own`: a query of such texts as `id` and `key`.
 */
export function subjectsWithNotes(
  patterns: readonly string[],
  { long, own }: { long: readonly string[]; own: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const each = patterns.map(
    (pattern) => sql`(o.key like search_key(${pattern}) collate "C"
      or exists (select from notes m where m.subject_id = n.subject_id and ${noteLike('m', pattern)}))`,
  );
  const some = long.map((pattern) => noteLike('n', pattern));
  return sql`select n.subject_id from notes n join (${own}) o on o.id = n.subject_id
    where (${sql.join(some, sql` or `)}) and ${sql.join(each, sql` and `)}`;
}

function noteLike(alias: 'n' | 'm', pattern: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.key`)} like search_key(${pattern}) collate "C"`;
}
