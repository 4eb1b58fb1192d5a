import { type Kysely, sql } from 'kysely';

/** A picture of the product on the public first page, and what it shows in words, by language (decision 272). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table branding
      add column picture_id text references branding_images,
      add column picture_alt jsonb not null default '{}'`.execute(db);
}
