import type { Locale } from '#contract/kernel/variants.ts';

/** The letters that names have: Latin with its marks, Greek, Cyrillic. */
const lastLetter = 0x52f;
const keys = new Map<Locale, readonly string[]>();

/**
 * A text whose characters come in the order of a language: SQLite itself compares by code, where Š comes after Z and І
 * before А. Marks that the language has no letters for, and capitals, make no difference.
 */
export function orderKey(text: string, locale: Locale): string {
  const known = keys.get(locale) ?? keysOf(locale);
  keys.set(locale, known);
  let key = '';
  const whole = text.normalize('NFC');
  for (let place = 0; place < whole.length; place += 1)
    key += known[whole.charCodeAt(place)] ?? whole.charAt(place);
  return key;
}

/** Of each letter, a character that stands for its place; equal letters have one. */
function keysOf(locale: Locale): string[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
  const letters = Array.from({ length: lastLetter + 1 }, (_, code) => String.fromCharCode(code));
  const made: string[] = [];
  let place = 0;
  let before = '';
  for (const letter of letters.toSorted(compare)) {
    if (compare(before, letter) !== 0) place += 1;
    made[letter.charCodeAt(0)] = String.fromCharCode(place);
    before = letter;
  }
  return made;
}
