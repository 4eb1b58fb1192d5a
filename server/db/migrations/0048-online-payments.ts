import { type Kysely, sql } from 'kysely';

/**
 * Online payments, what gateways say of them, saved cards and automatic top-ups (GROWTH section 16, "Online" and "By
 * itself"; docs/decisions/0144).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_cards (
      id uuid primary key,
      client_id uuid not null references clients,
      provider text not null,
      token_sealed text check ((token_sealed is null) = (removed_at is not null)),
      brand text,
      last4 text not null,
      exp_month integer,
      exp_year integer,
      created_at timestamptz not null,
      removed_at timestamptz
    )`.execute(db);
  await sql`create index payment_cards_client on payment_cards (client_id) where removed_at is null`.execute(
    db,
  );
  await makeAutoTopUps(db);
  await sql`
    create table online_payments (
      payment_id uuid primary key references payments,
      redirect_url text,
      save_card boolean not null,
      card_id uuid references payment_cards,
      charge_id uuid references auto_charges,
      expires_at timestamptz,
      failure text,
      checks integer not null default 0
    )`.execute(db);
  await sql`create index online_payments_charge on online_payments (charge_id) where charge_id is not null`.execute(
    db,
  );
  await sql`
    create table payment_notices (
      id uuid primary key,
      provider text not null,
      fingerprint bytea not null,
      reference text,
      external_id text,
      state text not null,
      amount bigint,
      currency text,
      payment_id uuid references payments,
      problem text,
      received_at timestamptz not null,
      unique (provider, fingerprint)
    )`.execute(db);
  await sql`create index payment_notices_received on payment_notices (provider, received_at desc)`.execute(
    db,
  );
  await sql`
    create index payment_notices_problems on payment_notices (received_at desc, id desc)
      where problem is not null`.execute(db);
}

async function makeAutoTopUps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auto_top_ups (
      client_id uuid primary key references clients,
      enabled boolean not null,
      card_id uuid references payment_cards,
      moment text not null check (moment in ('period_end', 'below')),
      threshold bigint check ((moment = 'below') = (threshold is not null)),
      amount bigint check (amount > 0),
      stopped text check (stopped in ('card_refused', 'card_removed')),
      updated_at timestamptz not null,
      check (not enabled or (card_id is not null and stopped is null))
    )`.execute(db);
  await sql`create index auto_top_ups_enabled on auto_top_ups (client_id) where enabled`.execute(db);
  // Once per reason, whatever runs at the same time.
  await sql`
    create table auto_charges (
      id uuid primary key,
      client_id uuid not null references clients,
      reason_key text not null unique,
      status text not null check (status in ('waiting', 'succeeded', 'failed', 'dropped')),
      amount bigint not null check (amount > 0),
      tries integer not null default 0,
      next_try_at timestamptz,
      created_at timestamptz not null,
      check (status = 'waiting' or next_try_at is null)
    )`.execute(db);
  await sql`create index auto_charges_due on auto_charges (next_try_at) where next_try_at is not null`.execute(
    db,
  );
}
