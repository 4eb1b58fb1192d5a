import { type Kysely, sql } from 'kysely';

/** The index by value date and kind, made for the ledger of all clients, serves months better (docs/decisions/0149). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ledger_entries_value_date`.execute(db);
}
