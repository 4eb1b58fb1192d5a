import { type Kysely, sql } from 'kysely';

/**
 * Prices of tariffs as dated versions, when a client came to its tariff, and what its next period costs where that is
 * not simply the tariff's price (GROWTH section 17, docs/decisions/0156).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tariff_prices (
      id uuid primary key,
      tariff_id uuid not null references tariffs,
      price_month bigint not null check (price_month >= 0),
      price_year bigint not null check (price_year >= 0),
      from_day date not null,
      starts_at timestamptz not null,
      existing text not null check (existing in ('keep', 'change')),
      notice_days integer not null check (notice_days >= 0),
      begun boolean not null,
      created_by uuid references users,
      created_at timestamptz not null,
      withdrawn_at timestamptz
    )`.execute(db);
  await sql`
    create index tariff_prices_tariff on tariff_prices (tariff_id, starts_at) where withdrawn_at is null`.execute(
    db,
  );
  await sql`
    create index tariff_prices_coming on tariff_prices (starts_at)
      where not begun and withdrawn_at is null`.execute(db);
  await sql`
    insert into tariff_prices (id, tariff_id, price_month, price_year, from_day, starts_at, existing, notice_days, begun,
      created_at)
    select gen_random_uuid(), id, price_month, price_year, created_at::date, created_at, 'change', 0, true, created_at
    from tariffs`.execute(db);
  // `tariff_since`: null means since the client was created.
  await sql`alter table clients add column tariff_since timestamptz, add column due_price bigint`.execute(db);
  await sql`
    create index clients_due_price on clients (tariff_id, billing_period, status) include (due_price)
      where due_price is not null and deleted_at is null`.execute(db);
}
