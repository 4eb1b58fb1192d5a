import { type Kysely, sql } from 'kysely';

/** Which protocol a cabinet has signed by, and two secrets at once while one is being changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cabinets
      add column protocol smallint not null default 1,
      add column next_secret_sealed text,
      add column previous_secret_sealed text,
      add column previous_secret_until timestamptz`.execute(db);
}
