import { type Kysely, sql } from 'kysely';

/** What the lists behind the dashboard's figures are read from (docs/decisions/0030). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Who topped up on a day, and how much, without a look at the lines themselves.
  await sql`
    create index ledger_entries_top_ups on ledger_entries (created_at) include (id, client_id, service, amount)
      where kind = 'top_up'`.execute(db);
  // Whose period ends, whose money, and who is blocked when, from the index alone: of those for whom time runs.
  await sql`
    create index clients_running on clients (trial_ends)
      include (lasts_until, status, anchor, billing_period, next_billing_period, term_without_payment_days, created_at, id)
      where deleted_at is null and status in ('trial', 'active', 'grace')`.execute(db);
  // Clients are found by when they are blocked, which hangs on the general term.
  await sql`
    create trigger settings_list_changed after insert or update or delete on settings
      for each statement execute function list_changed('clients')`.execute(db);
}
