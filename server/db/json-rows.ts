import { type RawBuilder, sql } from 'kysely';

/**
 * Moments of rows that go to the database as one JSON: as milliseconds, since writing a date out and reading it again
 * costs more than the rest of its row.
 */
export function millis(moment: Date): number;
export function millis(moment: Date | null | undefined): number | null;
export function millis(moment: Date | null | undefined): number | null {
  return moment ? moment.getTime() : null;
}

/** The same in SQL, of a column of `bigint`. */
export function momentOf(column: string): RawBuilder<Date> {
  return sql`to_timestamp(${sql.ref(column)}::float8 / 1000)`;
}
