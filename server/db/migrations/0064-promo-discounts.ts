import { type Kysely, sql } from 'kysely';

/**
 * Promo codes that give a discount, and codes that customers redeem in their account (GROWTH section 17,
 * docs/decisions/0157). A redemption keeps the free days that it added, because the code may be changed later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table promo_codes
      add column discount_percent integer check (discount_percent between 1 and 100),
      add column discount_amount bigint check (discount_amount > 0),
      add column discount_periods integer check (discount_periods > 0)`.execute(db);
  await sql`alter table client_discounts add column promo_code_id uuid references promo_codes`.execute(db);
  await sql`
    create table promo_redemptions (
      client_id uuid not null references clients,
      promo_code_id uuid not null references promo_codes,
      free_days integer not null,
      created_at timestamptz not null,
      primary key (client_id, promo_code_id)
    )`.execute(db);
  await sql`create index promo_redemptions_code on promo_redemptions (promo_code_id)`.execute(db);
}
