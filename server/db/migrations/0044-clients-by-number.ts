import { type Kysely, sql } from 'kysely';

/** A client is found by the numbers of its documents: a new one is a change of the list (GROWTH section 16). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger documents_list_changed after insert on documents
      for each statement execute function list_changed('clients')`.execute(db);
}
