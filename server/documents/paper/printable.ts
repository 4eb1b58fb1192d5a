// What both weights of the PDF's font have: letters of the Latin, Greek and Cyrillic alphabets, and common signs.
const printed =
  '\\n\\x20-\\x7e\\xa0-\\xac\\xae-\\u017f\\u0218-\\u021b\\u02bc\\u0300\\u0301\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1' +
  '\\u03a3-\\u03ce\\u0400-\\u0486\\u0488-\\u0513\\u1ea0-\\u1ef9\\u2010\\u2011\\u2013-\\u2015\\u2018-\\u201e\\u2020-\\u2022' +
  '\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a\\u20ac\\u2116\\u2122\\u2212';
const unprinted = new RegExp(`[^${printed}]+`, 'gu');

/**
 * Removes what would print as empty boxes: pictures are dropped, and words in other scripts (Hebrew, Arabic,
 * Georgian, …) are replaced by a mark. The code and the document's number, which are digits, still identify the payer.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(unprinted, (run) => (/\p{Letter}/u.test(run) ? '[…]' : ''))
    .replace(/(?:\[…\] ?)+(?=\[…\])/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
