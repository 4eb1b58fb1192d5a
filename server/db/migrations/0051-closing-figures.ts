import { type Kysely, sql } from 'kysely';

/** What a month comes to when it is closed, and what the daily proof finds (docs/decisions/0149, 0150). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nothing has closed a month before.
  await sql`
    alter table closed_months
      add column closing bigint not null,
      add column last_position bigint not null`.execute(db);
  // Lines come nearly in the order of their days: this index costs writers almost nothing.
  await sql`
    create index ledger_entries_value_date on ledger_entries using brin (value_date)
      with (autosummarize = on)`.execute(db);
  await sql`alter table ledger_proofs add column findings jsonb not null default '[]'`.execute(db);
}
