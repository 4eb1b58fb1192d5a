import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const refreshedAfter = 3_600_000;
/** Beyond these an index has more to read than they leave out. */
const most = 3;

/**
 * How often two and three letters in a row stand in what is searched, by a sample. An index of such parts reads through
 * all the places of each one it is asked for: of "client77123" it need not look for "cli", which is everywhere.
 */
export function keySample(db: Kysely<Tables>) {
  let sampled = new Map<string, number>();
  let keys = 0;
  let readAt = -Infinity;

  return {
    /** Beside whoever asks; a sample that fails is tried again an hour later. */
    refresh(now: Date): void {
      if (now.getTime() - readAt < refreshedAfter) return;
      readAt = now.getTime();
      void sql<{ key: string }>`select key from client_search tablesample system (0.2)`
        .execute(db)
        .then(({ rows }) => {
          sampled = countParts(rows.map(({ key }) => key));
          keys = rows.length;
        })
        .catch(() => undefined);
    },

    /** The parts of a text that tell the most; none where looking for all of it is as good. */
    rarest: (text: string) => rarestTrigrams(sampled, text),

    /** Whether the index would find so many keys that reading all of them is quicker. */
    isCommon: (text: string) => isCommonIn(sampled, keys, text),

    pairs: unknownPairs,
  };
}
export type KeySample = ReturnType<typeof keySample>;

const commonShare = 0.5;

/** Whether none of the parts that an index knows of a text is rare among so many keys; true where it knows none. */
export function isCommonIn(sampled: ReadonlyMap<string, number>, keys: number, text: string): boolean {
  const trigrams = wordsOf(text).flat().map(indexed);
  const parts = trigrams.length > 0 ? trigrams : unknownPairs(text).map(small);
  return parts.every((part) => (sampled.get(part) ?? 0) > keys * commonShare);
}

/**
 * Each two letters in a row of a text that has no three which the index of trigrams knows (migration 0018); none where
 * one of them is not one letter when it is small.
 */
export function unknownPairs(text: string): string[] {
  if (wordsOf(text).length > 0) return [];
  const letters = [...text];
  const isPlain = letters.every((letter) => [...letter.toLowerCase()].length === 1);
  return isPlain ? letters.slice(1).map((letter, place) => `${letters[place]}${letter}`) : [];
}

/** The parts of a text that are in the fewest keys of a sample, as they are typed; none of a short text, or without a sample. */
export function rarestTrigrams(sampled: ReadonlyMap<string, number>, text: string): string[] {
  const words = wordsOf(text);
  if (sampled.size === 0 || words.flat().length <= most) return [];
  const often = (part: string) => sampled.get(indexed(part)) ?? 0;
  const byWord = words.map((parts) => parts.toSorted((a, b) => often(a) - often(b)));
  byWord.sort(([a = ''], [b = '']) => often(a) - often(b));
  // Parts of one word mostly stand in the same rows: the best of each word, then the second best.
  const places = Array.from({ length: most }, (_, place) => place);
  return places.flatMap((place) => byWord.flatMap((parts) => parts[place] ?? [])).slice(0, most);
}

/** In how many of these keys each one is: trigrams as their index writes them, pairs in small letters. */
export function countParts(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    const letters = [...unwritten(key)];
    const pairs = letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
    for (const part of new Set([...wordsOf(key).flat().map(indexed), ...pairs])) {
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
  }
  return counts;
}

/** Of letters alone whose small forms are the same everywhere, and that the index knows wherever it is. */
function wordsOf(text: string): string[][] {
  const words = text.match(known) ?? [];
  return words.map((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3)));
}

/** As `search_key` writes it (migration 0008), and pg_trgm reads that. */
function indexed(part: string): string {
  return part.toLowerCase().replace(/[^0-9a-z]/g, (letter) => {
    return String.fromCharCode(97 + frequent.indexOf(letter));
  });
}

/** The letters that a key stands for. */
function unwritten(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => frequent.charAt(letter.charCodeAt(0) - 65));
}

function small(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

const frequent = 'оаніивертслкудмпьязбгчхйшж';
const known = new RegExp(`[0-9a-z${frequent}]{3,}`, 'gi');
