import { type Kysely, sql } from 'kysely';

/** From when devices of an account are known again, and links that were asked for are good again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column devices_from timestamptz, add column links_from timestamptz`.execute(
    db,
  );
  await sql`alter table clients add column devices_from timestamptz, add column links_from timestamptz`.execute(
    db,
  );
}
