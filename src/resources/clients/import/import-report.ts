import Papa from 'papaparse';
import { type Delimiter, delimiters, misreadText, textMark } from '#contract/kernel/csv.ts';
import type { RefusedRow } from '#web/resources/clients/import/import-check.ts';

/**
 * The refused rows as a CSV: the file's own columns, so that it can be corrected and imported, and then the row
 * number and the errors. Made for spreadsheets (docs/decisions/0091).
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
  return spreadsheet([[...headings, words.row, words.mistakes], ...data], delimiter);
}

/** A file to fill in: headings that the import knows, and no row. */
export function emptyCsv(headings: readonly string[], delimiter: Delimiter): string {
  return spreadsheet([headings], delimiter);
}

function spreadsheet(lines: readonly (readonly string[])[], delimiter: Delimiter): string {
  const text = Papa.unparse(
    lines.map((line) => line.map(keptText)),
    { delimiter: delimiters[delimiter], quotes: true },
  );
  return `\ufeff${text}\r\n`;
}

const misread = new RegExp(misreadText);
const formula = /^[=+\-@\t\r＝＋－＠]/;

function keptText(cell: string): string {
  if (misread.test(cell)) return textMark + cell;
  return formula.test(cell) ? `'${cell}` : cell;
}
