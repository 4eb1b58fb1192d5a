// What both weights of the PDF's font have: letters of the Latin, Greek and Cyrillic alphabets, and common signs.
const usual =
  '\\n\\x20-\\x7e\\xa0-\\xac\\xae-\\u017f\\u0218-\\u021b\\u02bc\\u0300\\u0301\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1' +
  '\\u03a3-\\u03ce\\u0400-\\u0486\\u0488-\\u0513\\u1ea0-\\u1ef9\\u2010\\u2011\\u2013-\\u2015\\u2018-\\u201e\\u2020-\\u2022' +
  '\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a\\u20ac\\u2116\\u2122\\u2212';

// What both weights of the second font have: the Armenian, Hebrew, Arabic and Georgian alphabets.
const other =
  '\\u0531-\\u0556\\u0559-\\u055f\\u0561-\\u0587\\u05b0-\\u05c3\\u05d0-\\u05ea\\u05f0-\\u05f4\\u060c\\u061b\\u061f\\u0621-\\u063a' +
  '\\u0640-\\u0655\\u0660-\\u0670\\u0679-\\u06bf\\u06c6-\\u06c8\\u06cb\\u06cc\\u06ce\\u06d0\\u06d5\\u06f0-\\u06f9\\u10d0-\\u10fc';

// Beginning and end of a name that is isolated from its sentence. They are not printed, but decide what stands where.
const isolates = '\\u2068\\u2069';

const unprinted = new RegExp(`[^${usual}${other}${isolates}]+`, 'gu');
const ofOtherFont = new RegExp(`[${other}]`, 'u');

/** Whether a text has letters of the second font. */
export function hasOtherScript(text: string): boolean {
  return ofOtherFont.test(text);
}

/**
 * Removes what would print as empty boxes: pictures are dropped, and words in scripts that neither font has (Chinese,
 * Hindi, …) are replaced by a mark. The code and the document's number, which are digits, still identify the payer.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(unprinted, (run) => (/\p{Letter}/u.test(run) ? '[…]' : ''))
    .replace(/(?:\[…\] ?)+(?=\[…\])/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
