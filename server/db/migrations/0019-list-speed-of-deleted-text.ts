import { type Kysely, sql } from 'kysely';

/** Text of deleted clients, who lie apart in the table: newest first, from the index alone (docs/decisions/0030). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index client_search_deleted`.execute(db);
  await sql`create index client_search_deleted_newest on client_search (created_at, client_id) include (key)
    where deleted`.execute(db);
}
