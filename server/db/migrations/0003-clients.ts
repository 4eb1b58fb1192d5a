import { type Kysely, sql } from 'kysely';

/** Clients with their cabinets and wallets, and what they register with: partners, promo codes, the offer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table partners (
      id uuid primary key,
      code text not null unique,
      name text not null,
      kind text not null check (kind in ('bank', 'alliance')),
      free_period_days integer,
      tariff_ids uuid[],
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table promo_codes (
      id uuid primary key,
      code text not null unique,
      valid_from timestamptz,
      valid_to timestamptz,
      uses_left integer check (uses_left >= 0),
      extra_free_days integer,
      bonus bigint,
      tariff_ids uuid[],
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table offers (
      id uuid primary key,
      locale text not null,
      version integer not null,
      title text not null,
      body text not null,
      created_at timestamptz not null,
      unique (locale, version)
    )`.execute(db);

  await sql`
    create table clients (
      id uuid primary key,
      name text not null,
      type text not null check (type in ('individual', 'legal')),
      email text not null,
      email_key text not null,
      pending_email text,
      confirmed_at timestamptz,
      country_code text not null,
      phone text not null,
      phone_e164 text not null,
      ident text not null,
      password_hash text,
      locale text not null,
      manager_id uuid references users,
      status text not null check (status in ('unconfirmed', 'trial', 'active', 'grace', 'blocked', 'archived')),
      tariff_id uuid not null references tariffs,
      billing_period text not null default 'month' check (billing_period in ('month', 'year')),
      trial_ends timestamptz,
      free_period_days integer,
      term_without_payment_days integer,
      database_retention_days integer,
      balance bigint not null default 0,
      lasts_until timestamptz,
      last_top_up_amount bigint,
      last_top_up_at timestamptz,
      cash_registers integer not null default 0,
      monthly_turnover bigint not null default 0,
      goods_count integer not null default 0,
      over_limit boolean not null default false,
      monthly_turnover_limit bigint,
      goods_quantity integer,
      last_visit timestamptz,
      last_login timestamptz,
      registration_source text,
      partner_id uuid references partners,
      promo_code text,
      offer_version integer,
      domain text unique,
      cabinet_status text not null default 'none'
        check (cabinet_status in ('none', 'creating', 'active', 'suspended', 'failed', 'deleted')),
      address text,
      vat_number text,
      payment_payer text,
      payment_code text,
      payment_ipn text,
      payment_bank text,
      payment_mfo text,
      payment_account text,
      payment_address text,
      payment_phone text,
      payment_product text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create unique index clients_email on clients (email_key) where deleted_at is null`.execute(db);
  await sql`create unique index clients_phone on clients (phone_e164) where deleted_at is null`.execute(db);
  await sql`create index clients_newest on clients (created_at, id) where deleted_at is null`.execute(db);
  await sql`create index clients_name on clients (name collate "uk-x-icu", id) where deleted_at is null`.execute(
    db,
  );
  await sql`create index clients_tariff on clients (tariff_id) where deleted_at is null`.execute(db);
  await sql`create index clients_status on clients (status, id) where deleted_at is null`.execute(db);

  await sql`
    create table cabinets (
      client_id uuid primary key references clients,
      driver text not null,
      secret_sealed text not null,
      reference text not null unique,
      started_at timestamptz not null,
      ready_at timestamptz,
      failed_at timestamptz
    )`.execute(db);
  await sql`create index cabinets_ready on cabinets (ready_at)`.execute(db);
  await sql`
    create table cabinet_steps (
      client_id uuid not null references cabinets,
      step text not null,
      state text not null,
      attempts integer not null default 0,
      error_reason text,
      error_detail text,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (client_id, step)
    )`.execute(db);
  await sql`
    create table cabinet_tickets (
      token_hash bytea primary key,
      client_id uuid not null references clients,
      acting_user_id uuid references users,
      read_only boolean not null,
      reason text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index cabinet_tickets_expiry on cabinet_tickets (expires_at)`.execute(db);
  await sql`
    create table cabinet_messages (
      client_id uuid not null,
      message_id text not null,
      received_at timestamptz not null,
      primary key (client_id, message_id)
    )`.execute(db);
  await sql`create index cabinet_messages_age on cabinet_messages (received_at)`.execute(db);

  await sql`
    create table ledger_entries (
      id uuid primary key,
      client_id uuid not null references clients,
      kind text not null check (kind in ('top_up', 'charge', 'refund', 'bonus', 'reversal')),
      service text check (service in ('cash', 'non_cash', 'card')),
      amount bigint not null check (amount <> 0),
      balance_after bigint not null,
      invoice text,
      year integer,
      period_start timestamptz,
      period_end timestamptz,
      reverses_id uuid unique references ledger_entries,
      note text,
      created_by uuid references users,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index ledger_entries_client on ledger_entries (client_id, created_at, id)`.execute(db);
  await sql`
    create unique index ledger_entries_charge_once on ledger_entries (client_id, period_start)
      where kind = 'charge'`.execute(db);
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        raise exception 'ledger entries are never changed; a mistake is reversed';
      end $$`.execute(db);
  await sql`
    create trigger ledger_append_only before update or delete or truncate on ledger_entries
      for each statement execute function refuse_ledger_change()`.execute(db);
}
