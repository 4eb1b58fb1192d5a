import { type Kysely, sql } from 'kysely';

/** Whom to ask for at a company (docs/adding-a-field.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column contact_person text`.execute(db);
}
