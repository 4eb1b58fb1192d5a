import { type Kysely, sql } from 'kysely';

/** Blocks and deletions that were too many for a run, and wait for somebody's yes (docs/decisions/0101). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clients
      add column waiting_step text check (waiting_step in ('block', 'archive')),
      add column waiting_since timestamptz,
      add column allowed_until timestamptz`.execute(db);
  await sql`create index clients_waiting on clients (waiting_step) where waiting_step is not null`.execute(
    db,
  );
}
