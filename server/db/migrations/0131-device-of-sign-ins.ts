import { type Kysely, sql } from 'kysely';

/** The browser with which somebody entered a cabinet, so that customers know their own among the entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cabinet_sign_ins add column user_agent text`.execute(db);
}
