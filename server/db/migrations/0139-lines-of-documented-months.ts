import { type Kysely, sql } from 'kysely';

/**
 * From when to when lines of the ledger had to be on the documents of a month (decision 318). Null for a month that the
 * operator's own books have, or whose payments have documents, and for those finished before this migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documented_months add column lines_from timestamptz, add column lines_to timestamptz,
      add constraint documented_months_lines check ((lines_from is null) = (lines_to is null))`.execute(db);
}
