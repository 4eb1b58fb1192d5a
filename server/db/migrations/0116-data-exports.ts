import { type Kysely, sql } from 'kysely';

/** Files of all data of a client, which customers take along (GROWTH section 18, "Privacy"; decision 221). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_exports (
      id uuid primary key,
      client_id uuid not null references clients (id),
      person_id uuid not null references persons (id),
      asked_at timestamptz not null,
      ready_at timestamptz,
      expires_at timestamptz,
      bytes bigint,
      cabinet text check (cabinet in ('included', 'none', 'missing')),
      downloaded_at timestamptz,
      failed_at timestamptz,
      check (num_nonnulls(ready_at, expires_at, bytes, cabinet) in (0, 4)),
      check (ready_at is null or failed_at is null),
      check (downloaded_at is null or ready_at is not null)
    )`.execute(db);
  await sql`create index data_exports_client on data_exports (client_id, asked_at desc)`.execute(db);
  await sql`create index data_exports_making on data_exports (id) where ready_at is null and failed_at is null`.execute(
    db,
  );
}
