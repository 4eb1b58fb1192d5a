import { type Kysely, sql } from 'kysely';

/** The order of contact persons, and who has which: few have one, and a million rows took half a second to sort. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index clients_contact_person on clients (contact_person collate "uk-x-icu", id)
      where deleted_at is null and contact_person is not null`.execute(db);
}
