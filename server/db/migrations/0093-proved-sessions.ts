import { type Kysely, sql } from 'kysely';

/** When a session's owner last proved who they are after signing in; null: not since then (docs/decisions/0190). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column proved_at timestamptz`.execute(db);
}
