import { type Kysely, sql } from 'kysely';

/** The log is filtered by what became of an email, and "only in the log" is a state there (decision 302). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index emails_by_state on emails ((case when only_logged then 'only_logged' else status end), created_at, id)`.execute(
    db,
  );
}
