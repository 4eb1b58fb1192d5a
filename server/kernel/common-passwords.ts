import { readFileSync } from 'node:fs';

/**
 * True for a password that a guesser tries early (docs/decisions/0122): a common word or password, also capitalised,
 * spelled with look-alike digits and signs, repeated, or surrounded by digits and signs; and a walk over the keyboard,
 * the alphabet or the digits.
 */
export function isCommonPassword(password: string): boolean {
  const typed = plain(password);
  if (isWalk(typed)) return true;
  words ??= readWords();
  return spellings(typed).some((word) => words?.has(word));
}

/** True for a password made of nothing but the person's own names and addresses, digits and signs. */
export function isOwnName(password: string, own: readonly (string | null | undefined)[]): boolean {
  const parts = own.flatMap((text) => plain(text ?? '').match(/\p{L}{3,}/gu) ?? []);
  const longestFirst = parts.toSorted((one, other) => other.length - one.length);
  const text = plain(password);
  return [text, ...readings(text)].some((typed) => {
    const rest = longestFirst.reduce((text, part) => text.replaceAll(part, ' '), typed);
    return rest !== typed && (rest.match(/\p{L}/gu) ?? []).length < 3;
  });
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** The words that a password can be read as: its digits and signs replace letters, or surround the word. */
function spellings(typed: string): string[] {
  const text = once(typed);
  const first = text.search(/\p{L}/u);
  const last = text.search(/[^\p{L}]*$/u);
  const starts = Array.from({ length: first + 1 }, (_, start) => start);
  const ends = Array.from({ length: text.length - last + 1 }, (_, more) => last + more);
  return starts.flatMap((start) => ends.flatMap((end) => readings(text.slice(start, end)))).map(once);
}

const once = (text: string) => repeated.exec(text)?.[1] ?? text;

const repeated = /^(.{3,}?)\1+$/;

/** Reads `p@ssw0rd` as `password`; a 1 can be an i or an l. */
function readings(typed: string): string[] {
  const letters = typed.replace(/[@$+02-9]/g, (sign) => letterOf[sign] ?? sign);
  return [letters, letters.replace(/[1!|]/g, 'i'), letters.replace(/[1!|]/g, 'l')];
}

const letterOf: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};

/** Lists of passwords have no longer ones. */
const longestWalk = 20;

/** A run of three characters is as easy to guess as one character: `qwer1234`, `1qaz@WSX`, `aaaabbbb1`. */
function isWalk(typed: string): boolean {
  const keys = [...typed];
  const stretches = keys.filter((key, index) => !isBeside(keys[index - 1], key)).length;
  return keys.length <= longestWalk && stretches * 3 <= keys.length;
}

function isBeside(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  if (Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) <= 1) return true;
  const [from, to] = [placeOf.get(one), placeOf.get(other)];
  return from !== undefined && to !== undefined && Math.abs(from.x - to.x) + Math.abs(from.y - to.y) <= 1;
}

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const placeOf = new Map(
  [['!@#$%^&*()', 0] as const, ...rows.map((keys, y) => [keys, y] as const)].flatMap(([keys, y]) =>
    [...keys].map((key, x) => [key, { x, y }]),
  ),
);

let words: Set<string> | undefined;

/** Read at the first new password, because a start doesn't need it. */
function readWords(): Set<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return new Set(lines.join(' ').split(' ').filter(Boolean));
}
