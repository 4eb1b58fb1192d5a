import { type Kysely, sql } from 'kysely';

/** The tariff that the prices advise: one at most (docs/decisions/0241). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tariffs add column recommended boolean not null default false`.execute(db);
  await sql`create unique index tariffs_recommended on tariffs (recommended) where recommended`.execute(db);
}
