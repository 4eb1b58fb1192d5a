import { type Kysely, sql } from 'kysely';

/** What the dashboard shows for a minute or five, the same from every process. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept_reports (
    key text primary key,
    made_at timestamptz not null,
    answer json not null
  )`.execute(db);
}
