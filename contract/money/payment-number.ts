// Cyrillic and Greek capital letters that look like a Latin one.
const lookAlikes = new Map(
  Object.entries({
    А: 'A',
    В: 'B',
    С: 'C',
    Ԁ: 'D',
    Е: 'E',
    Ԍ: 'G',
    Н: 'H',
    Һ: 'H',
    І: 'I',
    Ӏ: 'I',
    Ј: 'J',
    К: 'K',
    М: 'M',
    О: 'O',
    Р: 'P',
    Ԛ: 'Q',
    Ѕ: 'S',
    Т: 'T',
    У: 'Y',
    Ү: 'Y',
    Ѵ: 'V',
    Ԝ: 'W',
    Х: 'X',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: 'O',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
  }),
);
const looksLatin = new RegExp(`[${[...lookAlikes.keys()].join('')}]`, 'gu');
// People type an overline or a minus as a dash.
const nothing = /[\s\p{Pd}\u2212\u2043\u02d7\u00af\u203e\u2116\p{Default_Ignorable_Code_Point}]/gu;

// After a code of fixed length the separator means nothing.
const separatedAsOurs = /^([0-9A-Z]{8})[./\\:_,]+(\d+)$/;

/**
 * The key by which numbers of payments and documents are compared (docs/decisions/0121): NFKC, capitals, letters that
 * look alike replaced by the Latin one, no spaces, dashes or `№`. A number that consists only of these stays as it
 * is. Other separators count, because `12/3` and `1/23` are two numbers, except in numbers with the form of ours.
 */
export function paymentNumberKey(number: string): string {
  // Before NFKC, which turns the sign into `No`.
  const key = capitals(number.replace(nothing, '').normalize('NFKC').replace(nothing, ''));
  return key === '' ? capitals(number.trim()) : key.replace(separatedAsOurs, '$1$2');
}

/** Capitals, and the Latin letter for each that looks like one. */
export function capitals(text: string): string {
  const large = text.toUpperCase().normalize('NFC');
  return large.replace(looksLatin, (letter) => lookAlikes.get(letter) ?? letter);
}
