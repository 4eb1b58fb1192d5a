import { type Kysely, sql } from 'kysely';

/** Where the link came from that a client registered through (GROWTH section 17, "A front"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clients
      add column utm_source text,
      add column utm_medium text,
      add column utm_campaign text`.execute(db);
}
