import { type Kysely, sql } from 'kysely';

/** What workers that help with a billing run have done, a row for each batch (decision 243). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_shares (
      id uuid primary key,
      run_id uuid not null,
      result jsonb not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index billing_shares_by_run on billing_shares (run_id)`.execute(db);
}
