import { type RawBuilder, sql } from 'kysely';

/**
 * Rows sent to the database as one JSON, with times as milliseconds: writing a date as text and parsing it again
 * costs more than the rest of its row.
 */
export function jsonRows(rows: readonly object[]): string {
  const written = rows.map((row) => {
    const columns: Record<string, unknown> = { ...row };
    for (const name in columns) {
      const value = columns[name];
      if (value instanceof Date) columns[name] = value.getTime();
    }
    return columns;
  });
  return JSON.stringify(written);
}

/** SQL for such a time from a column of `bigint`. */
export function momentOf(column: string): RawBuilder<Date> {
  return sql`to_timestamp(${sql.ref(column)}::float8 / 1000)`;
}
