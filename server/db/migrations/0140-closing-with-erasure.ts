import { type Kysely, sql } from 'kysely';

/** Whether the customer who closed the account wants its data erased too (decision 269). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column close_erases boolean not null default false`.execute(db);
}
