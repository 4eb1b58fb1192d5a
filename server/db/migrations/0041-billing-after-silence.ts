import { type Kysely, sql } from 'kysely';

/** When billing last ran, and when it came back after a silence: deletions wait for a day then (docs/decisions/0138). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table billing_progress add column last_run_at timestamptz, add column back_at timestamptz`.execute(
    db,
  );
}
