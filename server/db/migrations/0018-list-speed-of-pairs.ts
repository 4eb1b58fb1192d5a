import { type Kysely, sql } from 'kysely';

/** Two letters, and what else the index of trigrams knows nothing of, were looked for in every key (docs/decisions/0030). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Each two letters in a row; those that are there twice the index makes one by itself, and quicker.
  await sql`
    create function search_pairs(key text) returns text[] immutable strict parallel safe language plpgsql as $$
      declare letters constant text[] := string_to_array(key, null);
      begin
        return array(select a || b from unnest(letters, letters[2:]) as pairs (a, b) where b is not null);
      end $$`.execute(db);
  // The rows of the last minutes are not worth more than a moment of each search.
  await sql`
    create index client_search_pairs on client_search using gin (search_pairs(key))
      with (gin_pending_list_limit = 256)`.execute(db);
  await sql`analyze client_search`.execute(db);
}
