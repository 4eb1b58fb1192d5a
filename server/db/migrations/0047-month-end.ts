import { type Kysely, sql } from 'kysely';

/**
 * Which document says what was charged, so that no line of the ledger is in two, and the months whose documents are
 * made (GROWTH section 16, docs/decisions/0145).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a document: a charge that was taken back before it came into one.
  await sql`
    create table documented_entries (
      ledger_entry_id uuid primary key references ledger_entries,
      document_id uuid references documents
    )`.execute(db);
  await sql`
    create index documented_entries_document on documented_entries (document_id) where document_id is not null`.execute(
    db,
  );
  await sql`
    create index ledger_documentable on ledger_entries (created_at, client_id)
      where kind in ('charge', 'refund', 'reversal', 'top_up', 'payout')`.execute(db);
  // By the first day. What was charged before this day is in the operator's books already.
  await sql`
    create table documented_months (
      month date primary key check (extract(day from month) = 1),
      finished_at timestamptz not null
    )`.execute(db);
}
