import { type Kysely, sql } from 'kysely';

/** What is left of a cabinet says in a column of its own whether a database is among it, which goes only after a backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cabinet_findings add column has_database boolean`.execute(db);
  // A comparison finds out anew what the older program wrote as text; until then everything is backed up.
  await sql`update cabinet_findings set detail = null where detail = 'instance only'`.execute(db);
}
