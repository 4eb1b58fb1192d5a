import { type Kysely, sql } from 'kysely';

/** What lists of a million clients still lacked (docs/decisions/0030). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Lists of clients show their managers' names: a page that is remembered is another one when a name changes.
  await sql`
    create trigger users_list_changed after update of name on users
      for each statement execute function list_changed('clients')`.execute(db);

  // Of two letters no index knows anything. Two processes read through all keys in half the time; only here, because
  // elsewhere they cost more than they give under load. `return query` is what plpgsql lets them do.
  await sql`
    create function count_clients_like(looked text) returns setof bigint stable rows 1 language plpgsql
      set max_parallel_workers_per_gather = 1 as $$
      begin
        return query select count(*) from client_search
          where not deleted and (key like looked collate "C") is true;
      end $$`.execute(db);
}
