import { type Kysely, sql } from 'kysely';

/** The privacy text has versions beside those of the terms (docs/decisions/0168). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table offers
      add column kind text not null default 'terms' check (kind in ('terms', 'privacy')),
      drop constraint offers_locale_version_key,
      add unique (kind, locale, version)`.execute(db);
}
