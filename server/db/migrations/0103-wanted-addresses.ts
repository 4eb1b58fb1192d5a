import { type Kysely, sql } from 'kysely';

/** The name that a customer has chosen for a cabinet that isn't made yet (decision 208). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wanted_addresses (
      client_id uuid primary key references clients (id) on delete cascade,
      label text not null unique,
      chosen_at timestamptz not null
    )`.execute(db);
}
