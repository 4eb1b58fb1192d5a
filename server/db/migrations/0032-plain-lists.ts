import { type Kysely, sql } from 'kysely';

/**
 * What helped lists to guess how rare a text is, which PostgreSQL's planner does now (docs/decisions/0200): an index of
 * pairs of letters, 80 MB at a million clients and a tenth of a millisecond for each new one, and two ways to count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index client_search_pairs`.execute(db);
  await sql`drop function search_pairs(text)`.execute(db);
  await sql`drop function count_clients_like(text)`.execute(db);
  await sql`drop function count_clients_with(text, text)`.execute(db);
}
