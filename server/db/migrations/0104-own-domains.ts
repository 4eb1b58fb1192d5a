import { type Kysely, sql } from 'kysely';

/**
 * Domains of customers' own (decision 212). `clients.own_domain` is the one in use, `cabinets.told_domain` what the
 * cabinet's driver was told last.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table own_domains (
      client_id uuid primary key references clients (id) on delete cascade,
      domain text not null,
      token text not null,
      state text not null check (state in ('pending', 'active', 'failed')),
      reason text,
      asked_at timestamptz not null,
      checked_at timestamptz,
      proved_at timestamptz,
      active_at timestamptz,
      troubled_since timestamptz,
      next_check_at timestamptz,
      check ((state = 'failed') = (next_check_at is null))
    )`.execute(db);
  await sql`create index own_domains_due on own_domains (next_check_at) where next_check_at is not null`.execute(
    db,
  );
  await sql`create index own_domains_by_name on own_domains (domain)`.execute(db);
  await sql`alter table clients add column own_domain text`.execute(db);
  await sql`alter table cabinets add column told_domain text, add column told_at timestamptz`.execute(db);
  await sql`create index cabinets_told_domain on cabinets (told_domain) where told_domain is not null`.execute(
    db,
  );
}
