import { type Kysely, sql } from 'kysely';

/** What lists of a million clients still lacked (docs/decisions/0030). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Lists of clients show their managers' names: a page that is remembered is another one when a name changes.
  await sql`
    create trigger users_list_changed after update of name on users
      for each statement execute function list_changed('clients')`.execute(db);
}
