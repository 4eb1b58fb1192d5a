import type { Locale } from './variants.ts';

/**
 * The separators of files for spreadsheets; with a semicolon, amounts have a decimal comma. Without a delimiter the
 * file is for programs, after RFC 4180 (docs/decisions/0091).
 */
export const delimiters = { comma: ',', semicolon: ';' } as const;
export type Delimiter = keyof typeof delimiters;

export function isDelimiter(word: string): word is Delimiter {
  return Object.hasOwn(delimiters, word);
}

/**
 * The separator that a spreadsheet expects in a language: where a comma is the decimal sign, it would take a line
 * with commas for one cell.
 */
export function delimiterOf(locale: Locale): Delimiter {
  return locale === 'en' ? 'comma' : 'semicolon';
}

/**
 * Text that a spreadsheet would read as a number or a date and change: `007`, a phone, `1/2`, `12.05`, `1e5`. Written
 * in the grammar that PostgreSQL and JavaScript share. Numbers of up to ten digits are left alone.
 */
export const misreadText =
  '^([+][0-9][0-9 ().-]*|0[0-9]+|[0-9]{11,}|[0-9]+([.,/:-][0-9]+){1,2}|[0-9]+[eE][+]?[0-9]+)$';

/** Makes a spreadsheet read the text behind it as text, and is invisible (docs/decisions/0091). */
export const textMark = '\t';
