import { type Delimiter, delimiters, misreadText, textMark } from '#contract/kernel/csv.ts';
import { defused, quoted } from './csv-rows.ts';

/** Minor units. */
export interface MoneyCell {
  money: number;
}

const misread = new RegExp(misreadText);

/**
 * A small table as a CSV of the same grammar as a list's file (DESIGN section 4, "CSV"); without a delimiter it is for
 * programs.
 */
export function csvTable(
  heading: readonly string[],
  rows: readonly (readonly (string | MoneyCell)[])[],
  delimiter: Delimiter | null,
): Buffer<ArrayBuffer> {
  const sign = delimiters[delimiter ?? 'comma'];
  const line = (cells: readonly string[]) => `${cells.join(sign)}\r\n`;
  const body = rows.map((row) => line(row.map((cell) => written(cell, delimiter))));
  const head = line(heading.map((text) => quoted(defused(text))));
  return Buffer.from(`\ufeff${head}${body.join('')}`);
}

function written(cell: string | MoneyCell, delimiter: Delimiter | null): string {
  const text = typeof cell === 'string' ? kept(cell, delimiter) : amount(cell.money, delimiter);
  return delimiter === null ? quoted(text) : `"${text.replaceAll('"', '""')}"`;
}

function kept(text: string, delimiter: Delimiter | null): string {
  return delimiter !== null && misread.test(text) ? `${textMark}${text}` : defused(text);
}

function amount(minorUnits: number, delimiter: Delimiter | null): string {
  const digits = String(Math.abs(minorUnits)).padStart(3, '0');
  const point = delimiter === 'semicolon' ? ',' : '.';
  return `${minorUnits < 0 ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}
