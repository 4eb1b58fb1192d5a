import { type Kysely, sql } from 'kysely';

/** The comparison of cabinets under way, in parts that workers share (decision 225). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comparison_parts (
      comparison_id uuid not null,
      place integer not null,
      started_at timestamptz not null,
      after_id uuid not null,
      up_to_id uuid,
      cabinets integer,
      seen jsonb,
      primary key (comparison_id, place),
      check (num_nonnulls(cabinets, seen) in (0, 2))
    )`.execute(db);
}
