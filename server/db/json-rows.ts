import { type RawBuilder, sql } from 'kysely';

/**
 * Rows that go to the database as one JSON, their moments as milliseconds: writing a date out and reading it again
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

/** Such a moment in SQL, of a column of `bigint`. */
export function momentOf(column: string): RawBuilder<Date> {
  return sql`to_timestamp(${sql.ref(column)}::float8 / 1000)`;
}
