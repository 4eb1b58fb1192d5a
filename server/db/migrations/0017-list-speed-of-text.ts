import { type Kysely, sql } from 'kysely';

/** Parts of one text that nearly every client has: looked for in that text alone (docs/decisions/0030). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With when a client came: the newest of what is found need not be fetched to be told.
  for (const column of ['email_key', 'phone_e164', 'ident', 'domain']) {
    const index = sql.ref(`client_facts_by_${column}`);
    await sql`drop index ${index}`.execute(db);
    await sql`create index ${index} on client_facts (${sql.ref(column)} collate "C", client_id)
      include (created_at) where not deleted`.execute(db);
  }
  // By two processes, as those are that no index knows anything of (migration 0012).
  await sql`
    create function count_clients_with(field text, looked text) returns setof bigint stable rows 1 language plpgsql
      set max_parallel_workers_per_gather = 1 as $$
      begin
        return query execute format(
          'select count(*) from client_facts where not deleted and (%I collate "C" like $1) is true', field)
          using looked;
      end $$`.execute(db);
}
