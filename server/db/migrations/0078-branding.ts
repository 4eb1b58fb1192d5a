import { type Kysely, sql } from 'kysely';

/**
 * The operator's look (GROWTH section 19): one row, or none while everything is the product's own. Pictures are named
 * by what is in them and never deleted, because emails that were sent still show them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table branding_images (
      id text primary key,
      type text not null,
      content bytea not null,
      width double precision not null,
      height double precision not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table branding (
      single boolean primary key default true check (single),
      accent text,
      logo_id text references branding_images,
      mark_id text references branding_images,
      footer jsonb not null,
      updated_at timestamptz not null
    )`.execute(db);
}
