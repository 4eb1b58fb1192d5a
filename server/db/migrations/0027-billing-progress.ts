import { type Kysely, sql } from 'kysely';

/** Up to when billing has run: one that comes more than a day later goes day by day (docs/decisions/0100). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_progress (
      single boolean primary key default true check (single),
      ran_until timestamptz not null
    )`.execute(db);
}
