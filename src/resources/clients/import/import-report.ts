import Papa from 'papaparse';
import { type Delimiter, delimiters } from '#contract/csv.ts';
import type { RefusedRow } from '#web/resources/clients/import/import-check.ts';

/**
 * The refused rows as a CSV: the file's own columns, so that it can be mended and imported, with the row and the
 * mistakes at the end. Opens rightly in a spreadsheet.
 */
export function refusedRowsCsv(
  refused: readonly RefusedRow[],
  {
    headings,
    words,
    fieldName,
    delimiter,
  }: {
    headings: readonly string[];
    words: { row: string; mistakes: string };
    fieldName: (field: string) => string;
    delimiter: Delimiter;
  },
): string {
  const data = refused.map(({ row, mistakes }) => [
    ...headings.map((_, column) => row.cells[column] ?? ''),
    String(row.line),
    Object.entries(mistakes)
      .map(([field, message]) => `${fieldName(field)}: ${message}`)
      .join('; '),
  ]);
  const text = Papa.unparse(
    { fields: [...headings, words.row, words.mistakes], data },
    { escapeFormulae: /^[=+\-@\t\r＝＋－＠]/, delimiter: delimiters[delimiter] },
  );
  return `\ufeff${text}\r\n`;
}
