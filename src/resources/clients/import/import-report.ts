import Papa from 'papaparse';
import { type Delimiter, delimiters, misreadText, textMark } from '#contract/kernel/csv.ts';
import { placedMistakes, type RefusedRow } from '#web/resources/clients/import/import-check.ts';
import type { Mapping } from '#web/resources/clients/import/import-headings.ts';

/**
 * The refused rows as a CSV: the file's own columns, so that it can be corrected and imported, and then the row
 * number and every error. Made for spreadsheets (docs/decisions/0091).
 */
export function refusedRowsCsv(
  refused: readonly RefusedRow[],
  {
    headings,
    mapping,
    words,
    fieldName,
    delimiter,
  }: {
    headings: readonly string[];
    mapping: Mapping;
    words: { row: string; mistakes: string };
    fieldName: (field: string) => string;
    delimiter: Delimiter;
  },
): string {
  const data = refused.map((one) => [
    ...headings.map((_, column) => one.row.cells[column] ?? ''),
    String(one.row.line),
    placedMistakes(one, mapping)
      .map(({ field, message, column }) => {
        const name = column === undefined ? fieldName(field) : headings[column];
        return `${name}: ${message}`;
      })
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
