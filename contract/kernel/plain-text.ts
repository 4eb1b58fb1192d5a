import type { Refusal } from './issues.ts';

// Invisible characters: controls except line breaks and tabs, format characters, everything that a display may leave
// out (fillers, soft hyphens, zero widths), and the blank of Braille; and digits that only look like 0 to 9. The two
// selectors that keyboards write behind an emoji are allowed where they have an effect. No look-behind, because older
// browsers have none.
const strange = String.raw`(?![\t\n\r])\p{Cc}|(?![\ufe0e\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|\p{Surrogate}|(?![0-9])\p{Nd}|(?:^|\P{Extended_Pictographic})[\ufe0e\ufe0f]`;
const strangeInText = new RegExp(strange, 'u');
// Almost all text consists of these characters. This test is ten times as fast, and a file of clients is megabytes
// long.
const beyondLatinAndCyrillic =
  /[^\t\n\r\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u0400-\u0482\u048a-\u052f\u2013\u2014\u2018-\u201e\u2116]/;
const strangeInLine = new RegExp(String.raw`${strange}|[\t\n\r\u2028\u2029]`, 'u');

/**
 * True when the text has no character that DESIGN section 13 refuses ("invalid character" in the specification,
 * docs/decisions/0120).
 */
export function hasOnlyPlainCharacters(value: string, { lines = false } = {}): boolean {
  return lines ? !isStrange(value) : !strangeInLine.test(value);
}

function isStrange(text: string): boolean {
  return beyondLatinAndCyrillic.test(text) && strangeInText.test(text);
}

// A body from outside can be nested without limit, and each refusal repeats its path.
const pathDepth = 10;
const refusalsAtMost = 200;

/**
 * All strings in a value that contain such a character, by dotted path (`_` for the value itself), keys of objects
 * included. Below the tenth level the tenth is named.
 */
export function strangeTextIn(value: unknown): Record<string, Refusal[]> {
  const found = new Set<string>();
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (const { value: current, path, depth } of waiting) {
    if (found.size >= refusalsAtMost) break;
    if (typeof current === 'string') {
      if (isStrange(current)) found.add(path || '_');
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, entry] of Object.entries(current)) {
        const below = depth >= pathDepth ? path : path === '' ? key : `${path}.${key}`;
        if (isStrange(key)) found.add(below);
        waiting.push({ value: entry, path: below, depth: depth + 1 });
      }
    }
  }
  // `fromEntries`, because an assignment would lose a key named `__proto__`.
  return Object.fromEntries([...found].map((path) => [path, [{ key: 'validation.invalidCharacter' }]]));
}

/** The text without such characters, for what can't be refused: a browser's own name, another server's answer. */
export function withoutStrangeCharacters(value: string): string {
  return Array.from(value)
    .filter((character) => !strangeInText.test(character))
    .join('');
}
