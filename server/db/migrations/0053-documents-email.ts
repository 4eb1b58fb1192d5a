import { type Kysely, sql } from 'kysely';

/** The address that gets a copy of every document of a client, and what an email has attached (GROWTH section 16). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column documents_email text`.execute(db);
  await sql`alter table emails add column document_id uuid references documents`.execute(db);
}
