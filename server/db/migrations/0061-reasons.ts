import { type Kysely, sql } from 'kysely';

/** Why a client was blocked or deleted by a colleague (GROWTH section 19, "Reasons"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column block_reason text, add column deleted_reason text`.execute(db);
}
