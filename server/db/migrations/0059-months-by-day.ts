import { type Kysely, sql } from 'kysely';

/** Months read lines by their day: the only index for it went in the migration before (docs/decisions/0149). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_entries_valued on ledger_entries (value_date, kind) include (amount)`.execute(
    db,
  );
}
