import { type Kysely, sql } from 'kysely';

/** Bank lines that one act matched, so that the act can be taken back later (decision 264). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column batch_id uuid`.execute(db);
  await sql`create index payments_of_batch on payments (batch_id) where batch_id is not null`.execute(db);
}
