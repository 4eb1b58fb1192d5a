import { type Kysely, sql } from 'kysely';

/** The ledger of all clients in its order and by day, and when a gateway was asked for money back (GROWTH section 16). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One process at a time asks, and whoever comes after a crash knows that the gateway may have acted.
  await sql`
    alter table refunds add column asked_at timestamptz, add column asking_until timestamptz`.execute(db);
  await sql`create index ledger_entries_newest on ledger_entries (position, id)`.execute(db);
  // With what the sums of a period read, so that they need no row of the table.
  await sql`create index ledger_entries_valued on ledger_entries (value_date, kind) include (amount)`.execute(
    db,
  );
}
