import type { Locale } from './variants.ts';

/**
 * What parts the cells of a file for spreadsheets; with a semicolon, amounts have a decimal comma. Without either a
 * file is for programs: the text as it is, after RFC 4180 (docs/decisions/0091).
 */
export const delimiters = { comma: ',', semicolon: ';' } as const;
export type Delimiter = keyof typeof delimiters;

export function isDelimiter(word: string): word is Delimiter {
  return Object.hasOwn(delimiters, word);
}

/** What a spreadsheet set to a language expects: where a comma is the decimal sign, a line with commas is one cell. */
export function delimiterOf(locale: Locale): Delimiter {
  return locale === 'en' ? 'comma' : 'semicolon';
}

/**
 * Text that a spreadsheet reads as a number or a day and shows otherwise: `007`, a phone, `1/2`, `12.05`, `1e5`. In the
 * grammar that PostgreSQL and JavaScript share. Numbers of up to ten digits stay what they are.
 */
export const misreadText =
  '^([+][0-9][0-9 ().-]*|0[0-9]+|[0-9]{11,}|[0-9]+([.,/:-][0-9]+){1,2}|[0-9]+[eE][+]?[0-9]+)$';

/** Before such a text it is read as text, and not seen (docs/decisions/0091). */
export const textMark = '\t';
