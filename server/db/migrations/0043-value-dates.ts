import { type Kysely, sql } from 'kysely';

/**
 * The day that each line of the ledger counts for, the tariff of a charge, months that are closed, and money that goes
 * back to its payer (GROWTH section 16, docs/decisions/0142).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keepValueDates(db);
  await keepClosedMonths(db);
  await keepRefunds(db);
}

async function keepValueDates(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries
      add column value_date date,
      add column tariff_id uuid references tariffs,
      drop constraint ledger_entries_kind_check,
      add constraint ledger_entries_kind_check
        check (kind in ('top_up', 'charge', 'refund', 'bonus', 'reversal', 'payout'))`.execute(db);
  // Rewritten at once, because lines are never updated. Both variants have one time: their days are those of Kyiv.
  await sql`
    alter table ledger_entries
      alter column value_date type date using (created_at at time zone 'Europe/Kyiv')::date`.execute(db);
  await sql`alter table ledger_entries alter column value_date set not null`.execute(db);
}

async function keepClosedMonths(db: Kysely<unknown>): Promise<void> {
  // By the first day. No month is open before one that is closed.
  await sql`
    create table closed_months (
      month date primary key check (extract(day from month) = 1),
      closed_by uuid references users,
      closed_at timestamptz not null
    )`.execute(db);
  // Volatile, so that it sees a month that was closed while it waited for the lock.
  await sql`
    create function ledger_open_from() returns date language plpgsql volatile as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('tenantry months', 0));
        return (select (max(month) + interval '1 month')::date from closed_months);
      end $$`.execute(db);
  await sql`
    create function refuse_closed_month() returns trigger language plpgsql as $$
      declare
        open_from date := ledger_open_from();
      begin
        if exists (select from added where value_date < open_from) then
          raise exception 'the month of a line is closed' using errcode = '23514';
        end if;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger ledger_month_open after insert on ledger_entries referencing new table as added
      for each statement execute function refuse_closed_month()`.execute(db);
}

async function keepRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refunds (
      id uuid primary key,
      payment_id uuid not null references payments,
      status text not null check (status in ('pending', 'succeeded', 'failed')),
      amount bigint not null check (amount > 0),
      ledger_entry_id uuid not null unique references ledger_entries,
      reason text not null,
      reference text,
      detail text,
      created_by uuid references users,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index refunds_payment on refunds (payment_id, created_at)`.execute(db);
}
