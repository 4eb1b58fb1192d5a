import { type Kysely, sql } from 'kysely';

/** One client has a domain of its own, and lists sort by it. Almost no client has one. */
export async function upInSteps(db: Kysely<unknown>): Promise<void> {
  // What an interrupted run has begun is of no use.
  await sql`drop index concurrently if exists clients_own_domain`.execute(db);
  await sql`
    create unique index concurrently clients_own_domain on clients (own_domain) where own_domain is not null
  `.execute(db);
  await sql`drop index concurrently if exists clients_own_domain_order`.execute(db);
  await sql`
    create index concurrently clients_own_domain_order on clients (own_domain collate "uk-x-icu", id)
    where deleted_at is null and own_domain is not null
  `.execute(db);
}
