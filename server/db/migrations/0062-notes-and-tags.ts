import { type Kysely, sql } from 'kysely';

/**
 * Notes and tags (GROWTH section 19). Both name the kind of row that they belong to, so that other nouns can have them;
 * ids are unique in the whole database, so `subject_id` alone finds them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notes (
      id uuid primary key,
      subject text not null,
      subject_id uuid not null,
      text text not null,
      pinned boolean not null,
      created_by uuid references users,
      updated_by uuid references users,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      key text collate "C" generated always as (search_key(text)) stored
    )`.execute(db);
  await sql`create index notes_subject on notes (subject_id, created_at desc, id desc)`.execute(db);
  await sql`create unique index notes_pinned on notes (subject_id) where pinned`.execute(db);

  await sql`
    create table tags (
      id uuid primary key,
      name text not null,
      name_key text collate "C" generated always as (search_key(name)) stored unique,
      color text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table taggings (
      subject text not null,
      subject_id uuid not null,
      tag_id uuid not null references tags on delete cascade,
      primary key (subject_id, tag_id)
    )`.execute(db);
  await sql`create index taggings_tag on taggings (tag_id, subject_id)`.execute(db);

  // Lists of clients are searched by notes, and show tags.
  for (const table of ['notes', 'tags', 'taggings']) {
    await sql`
      create trigger ${sql.raw(`${table}_list_changed`)} after insert or update or delete on ${sql.table(table)}
        for each statement execute function list_changed('clients')`.execute(db);
  }
}
