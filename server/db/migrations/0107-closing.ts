import { type Kysely, sql } from 'kysely';

/** When an account closes because its customer asked for it, and why (GROWTH section 18, "Privacy"; decision 207). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column closes_at timestamptz, add column close_reason text`.execute(db);
  await sql`create index clients_closing on clients (closes_at) where closes_at is not null`.execute(db);
}
