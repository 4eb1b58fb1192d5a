import { type Kysely, sql } from 'kysely';

/** Emails that were written while no mail server was set: nobody got them. Of older ones it isn't known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table emails add column only_logged boolean not null default false`.execute(db);
}
