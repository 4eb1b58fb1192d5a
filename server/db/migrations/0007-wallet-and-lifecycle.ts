import { type Kysely, sql } from 'kysely';

/**
 * Money that adds up by the database's own word, and what the lifecycle keeps of a subscription (DESIGN section 7).
 * Lock order: the client's row first, then anything else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keepLifecycle(db);
  await keepBalances(db);
  await keepOnce(db);
  await keepProofs(db);
}

async function keepLifecycle(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clients
      add column anchor timestamptz,
      add column blocked_at timestamptz,
      add column deletion_at timestamptz,
      add column deletion_not_before timestamptz,
      add column next_event_at timestamptz,
      add column settled_at timestamptz,
      add column next_tariff_id uuid references tariffs,
      add column paid_entry_id uuid references ledger_entries,
      add column next_billing_period text check (next_billing_period in ('month', 'year')),
      add constraint clients_next_plan check ((next_tariff_id is null) = (next_billing_period is null))
    `.execute(db);
  await sql`
    update clients c set paid_entry_id = l.id from ledger_entries l
      where l.client_id = c.id and l.kind = 'charge' and l.period_end = c.trial_ends`.execute(db);
  // Subscriptions that began before there was a lifecycle: the first run looks at each.
  await sql`
    update clients set
      settled_at = updated_at,
      blocked_at = case when status in ('blocked', 'archived') and blocked_from is null then updated_at end,
      next_event_at = case when deleted_at is null and blocked_from is null then updated_at end
    where trial_ends is not null`.execute(db);
  await sql`
    create index clients_next_event on clients (next_event_at, id) where next_event_at is not null`.execute(
    db,
  );
  await sql`
    create index clients_unconfirmed on clients (updated_at)
      where status = 'unconfirmed' and cabinet_status = 'none' and deleted_at is null`.execute(db);
}

async function keepBalances(db: Kysely<unknown>): Promise<void> {
  // Lines of one moment need an order of their own, and a client's are written under the lock of its row.
  await sql`alter table ledger_entries add column position bigint generated always as identity`.execute(db);
  await sql`create unique index ledger_entries_position on ledger_entries (client_id, position)`.execute(db);
  await sql`drop index ledger_entries_client`.execute(db);
  await sql`create index ledger_entries_created on ledger_entries (created_at, kind)`.execute(db);
  await sql`
    create index ledger_entries_top_up on ledger_entries (client_id, position) where kind = 'top_up'`.execute(
    db,
  );
  await sql`
    create function add_to_balances() returns trigger language plpgsql as $$
      declare
        broken uuid;
      begin
        update clients c set balance = c.balance + s.amount
          from (select client_id, sum(amount) as amount from added group by client_id) s
          where s.client_id = c.id;
        select l.client_id into broken from (
          select client_id, balance_after,
            sum(amount) over (partition by client_id order by position) as here,
            sum(amount) over (partition by client_id) as whole
          from added
        ) l join clients c on c.id = l.client_id
        where l.balance_after <> c.balance - l.whole + l.here limit 1;
        if broken is not null then
          raise exception 'the lines of client % do not lead to its balance', broken using errcode = '23514';
        end if;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger ledger_adds_up after insert on ledger_entries referencing new table as added
      for each statement execute function add_to_balances()`.execute(db);

  await sql`
    create function refuse_balance_change() returns trigger language plpgsql as $$
      begin
        raise exception 'a balance only changes with a ledger entry' using errcode = '23514';
      end $$`.execute(db);
  // Below another trigger is below the one above: there is no other that writes to clients.
  await sql`
    create trigger clients_balance_change before update of balance on clients
      for each row when (old.balance is distinct from new.balance and pg_trigger_depth() = 0)
      execute function refuse_balance_change()`.execute(db);
  await sql`
    create trigger clients_balance_begin before insert on clients
      for each row when (new.balance <> 0) execute function refuse_balance_change()`.execute(db);
}

async function keepOnce(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      caller text not null,
      route text not null,
      key text not null,
      body_hash bytea not null,
      answer jsonb not null,
      created_at timestamptz not null,
      primary key (caller, route, key)
    )`.execute(db);
  await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db);
  await sql`
    create table used_invoices (
      invoice text not null,
      year integer not null,
      entry_id uuid not null unique references ledger_entries,
      primary key (invoice, year)
    )`.execute(db);
  await sql`
    insert into used_invoices (invoice, year, entry_id)
      select distinct on (lower(l.invoice), l.year) lower(l.invoice), l.year, l.id from ledger_entries l
      where l.invoice is not null and l.year is not null
        and not exists (select from ledger_entries r where r.reverses_id = l.id)
      order by lower(l.invoice), l.year, l.position`.execute(db);
}

async function keepProofs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_proofs (
      id uuid primary key,
      at timestamptz not null,
      clients integer not null,
      lines bigint not null,
      total bigint not null,
      broken_client_ids uuid[] not null
    )`.execute(db);
  await sql`create index ledger_proofs_at on ledger_proofs (at desc)`.execute(db);
}
