import { type Kysely, sql } from 'kysely';

/** Failed logins by account and address, by account, by address and by device; and where accounts signed in from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_failures (
      key text primary key,
      id uuid not null unique,
      scope text not null check (scope in ('pair', 'account', 'address', 'device')),
      account_kind text not null check (account_kind in ('staff', 'customer')),
      email_key text,
      address text,
      failures integer not null check (failures >= 0),
      next_at timestamptz,
      slowed_at timestamptz,
      resets_at timestamptz not null
    )`.execute(db);
  await sql`create index login_failures_account on login_failures (account_kind, email_key)`.execute(db);
  await sql`create index login_failures_end on login_failures (resets_at)`.execute(db);
  await sql`
    create table sign_in_places (
      account_kind text not null check (account_kind in ('staff', 'customer')),
      account_id uuid not null,
      place bytea not null,
      last_at timestamptz not null,
      primary key (account_kind, account_id, place)
    )`.execute(db);
  await sql`create index sign_in_places_age on sign_in_places (last_at)`.execute(db);
  // What was counted the old way would shut out an office until it ends.
  await sql`delete from rate_limits where key like 'login:%'`.execute(db);
}
