import { type Kysely, sql } from 'kysely';

/** A client blocked by a colleague keeps the state to go back to; the lifecycle leaves it alone meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column blocked_from text`.execute(db);
  await sql`
    create index clients_cabinet_status on clients (cabinet_status, id) where deleted_at is null`.execute(db);
}
