import { type Kysely, sql } from 'kysely';

/** Processes whose clock is not the database's, for the panel and the doctor (docs/decisions/0100). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock_alarms (
      process uuid primary key,
      host text not null,
      roles text not null,
      offset_seconds integer not null,
      seen_at timestamptz not null
    )`.execute(db);
}
