import type { Locale } from './variants.ts';

/** What parts the cells of a file for spreadsheets; with a semicolon, amounts have a decimal comma. */
export const delimiters = { comma: ',', semicolon: ';' } as const;
export type Delimiter = keyof typeof delimiters;

export function isDelimiter(word: string): word is Delimiter {
  return Object.hasOwn(delimiters, word);
}

/**
 * What a spreadsheet set to a language expects: where a comma is the decimal sign, a line with commas is one cell
 * (docs/decisions/0091).
 */
export function delimiterOf(locale: Locale): Delimiter {
  return locale === 'en' ? 'comma' : 'semicolon';
}
