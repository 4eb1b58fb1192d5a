import { type Kysely, sql } from 'kysely';

/** Backups that were taken by themselves or by `backup run`, also those that failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_runs (
      id uuid primary key,
      started_at timestamptz not null,
      finished_at timestamptz,
      name text,
      bytes bigint,
      problem text,
      check (num_nonnulls(name, bytes) in (0, 2)),
      check (problem is null or name is null)
    )`.execute(db);
  await sql`create index backup_runs_started_at on backup_runs (started_at desc)`.execute(db);
}
