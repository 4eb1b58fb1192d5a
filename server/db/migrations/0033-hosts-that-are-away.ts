import { type Kysely, sql } from 'kysely';

/** Steps that wait for a host that does not answer, apart from tries that failed (docs/decisions/0102). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cabinet_steps
      add column away_since timestamptz,
      add column away_tries integer not null default 0`.execute(db);
  await sql`create index cabinet_steps_away on cabinet_steps (away_since) where away_since is not null`.execute(
    db,
  );
}
