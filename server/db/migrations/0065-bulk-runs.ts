import { type Kysely, sql } from 'kysely';

/** Acts on many rows at once, and what became of each row (GROWTH section 19; docs/decisions/0169). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bulk_runs (
      id uuid primary key,
      resource text not null,
      act text not null,
      input jsonb not null,
      status text not null,
      total integer not null,
      created_by uuid not null references users,
      asked jsonb not null,
      created_at timestamptz not null,
      finished_at timestamptz,
      undo_until timestamptz
    )`.execute(db);
  await sql`create index bulk_runs_created on bulk_runs (created_at desc, id desc)`.execute(db);
  await sql`create index bulk_runs_open on bulk_runs (id) where status in ('queued', 'running', 'undoing')`.execute(
    db,
  );
  await sql`
    create table bulk_rows (
      id uuid primary key,
      run_id uuid not null references bulk_runs on delete cascade,
      position integer not null,
      subject_id uuid not null,
      name text not null,
      result text,
      code text,
      before jsonb,
      after jsonb,
      decided_at timestamptz
    )`.execute(db);
  await sql`create unique index bulk_rows_run on bulk_rows (run_id, position)`.execute(db);
  await sql`create index bulk_rows_waiting on bulk_rows (run_id, position) where result is null`.execute(db);
  await sql`create index bulk_rows_subject on bulk_rows (subject_id)`.execute(db);
}
