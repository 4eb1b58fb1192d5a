import { type Kysely, sql } from 'kysely';

/** Whom readers saw as the sender of a mail, and where their answers went: both are settings, which change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table emails add column sender text, add column reply_to text`.execute(db);
}
