import { type Kysely, sql } from 'kysely';

/**
 * Discounts of clients (GROWTH section 17, docs/decisions/0157). `client_discounts` says who gave which and why, and
 * never changes but for its end; those that the next period gets are in the client's row with what remains of them,
 * because runs read and write nothing else. A charge may come to nothing by its discount.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_discounts (
      id uuid primary key,
      client_id uuid not null references clients,
      percent integer check (percent between 1 and 100),
      amount bigint check (amount > 0),
      periods integer check (periods > 0),
      reason text not null,
      created_by uuid references users,
      created_at timestamptz not null,
      ended_by uuid references users,
      ended_at timestamptz,
      check ((percent is null) <> (amount is null))
    )`.execute(db);
  await sql`create index client_discounts_client on client_discounts (client_id, created_at, id)`.execute(db);
  await sql`alter table clients add column discounts jsonb`.execute(db);
  await sql`
    alter table ledger_entries
      add column discount bigint check (discount > 0),
      drop constraint ledger_entries_amount_check,
      add constraint ledger_entries_amount_check check (amount <> 0 or discount is not null),
      add constraint ledger_entries_discount_of_charge check (discount is null or kind = 'charge')`.execute(
    db,
  );
}
