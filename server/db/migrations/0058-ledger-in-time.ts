import { type Kysely, sql } from 'kysely';

/** The ledger of all clients by the time of its lines; the index by day is enough for their sums (decision 0147). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ledger_entries_newest`.execute(db);
  await sql`drop index ledger_entries_valued`.execute(db);
  await sql`create index ledger_entries_in_time on ledger_entries (created_at, id)`.execute(db);
}
