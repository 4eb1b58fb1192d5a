import type { Locale } from '#contract/kernel/variants.ts';

/** What Excel writes on Windows, each with the letters, beside those of English, of the languages it is for. */
const encodings = {
  'windows-1251': /[а-яґєіїё]/,
  'windows-1257': /[ąčęėįšųūž]/,
  'windows-1252': /[äöüß]/,
} as const;
type Encoding = keyof typeof encodings;

const encodingOf: Record<Locale, Encoding> = {
  uk: 'windows-1251',
  ru: 'windows-1251',
  lt: 'windows-1257',
  de: 'windows-1252',
  en: 'windows-1252',
};

/**
 * The text of a file: UTF-8, or else in the encoding of Windows whose letters make words of a language. Where several do
 * as well, such as in a file of English words, `language` decides.
 */
export function textOfBytes(bytes: Uint8Array, language: Locale): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const wanted = [language, 'uk' as const, 'lt' as const, 'de' as const].map((one) => encodingOf[one]);
    const read = [...new Set(wanted)].map((encoding) => {
      const text = new TextDecoder(encoding).decode(bytes);
      return { text, fit: fitOf(text, encodings[encoding]) };
    });
    return read.reduce((best, one) => (one.fit > best.fit ? one : best)).text;
  }
}

/** How many letters fit, less those that don't: of another alphabet, or of two alphabets in one word. */
function fitOf(text: string, letters: RegExp): number {
  let fit = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) {
    const own = word.replaceAll(/[a-z]/g, '');
    const isMixed = own !== word && /\p{Script=Cyrillic}/u.test(own);
    for (const letter of own) fit += !isMixed && letters.test(letter) ? 1 : -1;
  }
  return fit;
}
