import { type Kysely, sql } from 'kysely';

/** Which processes live: each says so every few seconds, by the clock of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table process_heartbeats (
    id uuid primary key,
    roles text[] not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    stopped_at timestamptz
  )`.execute(db);
}
