import { type Kysely, sql } from 'kysely';

/** Since when a cabinet's new secret is on its way: an unfinished rotation is named with its age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cabinets add column secret_change_began_at timestamptz`.execute(db);
}
