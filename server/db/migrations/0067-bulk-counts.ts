import { type Kysely, sql } from 'kysely';

/** A run is looked at every second while it works: its counts and the next row to undo come from indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index bulk_rows_subject`.execute(db);
  await sql`create index bulk_rows_results on bulk_rows (run_id, result)`.execute(db);
  await sql`
    create index bulk_rows_to_undo on bulk_rows (run_id, position)
    where result = 'done' and code is null`.execute(db);
}
