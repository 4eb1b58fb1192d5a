import { type Kysely, sql } from 'kysely';

/** Finds the copies that were kept with their link; the worker takes it out, since only the key tells it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index emails_kept_whole on emails (id)
      where status = 'sent' and data ? 'link_seconds' and text !~ '[/=#]…'`.execute(db);
}
