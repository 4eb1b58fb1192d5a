// Capital letters of the Cyrillic and Greek alphabets that print as a Latin one.
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
// People type an overline or a minus as a dash.
const nothing = /[\s\p{Pd}\u2212\u2043\u02d7\u00af\u203e\u2116\p{Default_Ignorable_Code_Point}]/gu;

// A code of a fixed length: what stands between it and the digits tells nothing.
const separatedAsOurs = /^([0-9A-Z]{8})[./\\:_,]+(\d+)$/;

/**
 * What the numbers of payments and documents are compared by (docs/decisions/0121): NFKC in capitals, letters that look
 * alike folded onto the Latin one, and without spaces, dashes and `№`. A number of nothing else stays as it is. Other
 * separators count, because `12/3` and `1/23` are two numbers, but in one that is built as ours are.
 */
export function paymentNumberKey(number: string): string {
  // Before NFKC, which makes `No` of the sign.
  const key = capitals(number.replace(nothing, '').normalize('NFKC').replace(nothing, ''));
  return key === '' ? capitals(number.trim()) : key.replace(separatedAsOurs, '$1$2');
}

function capitals(text: string): string {
  return Array.from(text.toUpperCase().normalize('NFC'), (letter) => lookAlikes.get(letter) ?? letter).join(
    '',
  );
}
