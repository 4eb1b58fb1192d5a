import { createHash } from 'node:crypto';
import type { StatementColumn, StatementMapping } from '#contract/money/bank-statement.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { csvLines } from './csv-lines.ts';
import { csvTable, guessedDelimiter, headingKey } from './csv-table.ts';
import { placesOf } from './csv-places.ts';
import { noPause, type StatementRead } from './statement-line.ts';

/**
 * Any CSV, by what staff say its columns are. A heading that isn't there is refused at `mapping.columns.COLUMN`.
 *
 * @throws AppError 422 at `content`, `mapping.columns.COLUMN` or `lines.N.FIELD`
 */
export function readMappedCsv(
  text: string,
  { mapping, currency }: { mapping: StatementMapping; currency: string },
  pause = noPause,
): Promise<StatementRead> {
  const { columns, date_format, decimal, delimiter } = mapping;
  const dateKey = headingKey(columns.date);
  const table = csvTable(text, { delimiter, isHead: (keys) => keys.has(dateKey) });
  if (!table) throw missing(['date']);
  const places = placesOf<StatementColumn>(table.headings, defined(columns));
  const unknown = (Object.keys(defined(columns)) as StatementColumn[]).filter(
    (column) => places[column] === undefined,
  );
  if (unknown.length > 0) throw missing(unknown);
  return csvLines(
    table.rows,
    {
      format: 'csv',
      columns: places,
      width: table.headings.length,
      dateFormats: [date_format],
      decimals: [decimal],
      currency,
    },
    pause,
  );
}

/** What a mapping is remembered by: the headings of its file, whatever their case and blanks. Null: no CSV. */
export function headingsHash(text: string): string | null {
  const table = csvTable(text, { delimiter: guessedDelimiter(text), isHead: (keys) => keys.size > 2 });
  if (!table) return null;
  const keys = table.headings.map(headingKey).join('\u0001');
  return createHash('sha256').update(keys).digest('hex');
}

function defined(columns: StatementMapping['columns']): Partial<Record<StatementColumn, string>> {
  const entries = Object.entries(columns).filter(([, heading]) => heading !== undefined);
  return Object.fromEntries(entries);
}

function missing(columns: readonly StatementColumn[]): AppError {
  const refusal: Refusal = { key: 'validation.unknownColumn' };
  return new AppError('validation_failed', {
    fields: Object.fromEntries(columns.map((column) => [`mapping.columns.${column}`, [refusal]])),
  });
}
