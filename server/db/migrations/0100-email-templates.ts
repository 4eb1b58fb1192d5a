import { type Kysely, sql } from 'kysely';

/** The operator's own words of emails (docs/decisions/0189). `built_in_hash`: of the built-in text when they were written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_templates (
      kind text not null,
      locale text not null,
      subject text not null,
      body text not null,
      built_in_hash text not null,
      updated_at timestamptz not null,
      primary key (kind, locale)
    )`.execute(db);
}
