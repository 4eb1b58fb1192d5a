import { type RawBuilder, sql } from 'kysely';
import { clientsWithDomain } from '#server/cabinets/own-domain/own-domain-store.ts';
import { literalOf, wordsOf } from '#server/lists/list-conditions.ts';
import { foundByNumber, type SearchTime } from '#server/lists/clients-by-number.ts';
import { subjectsWithNote, subjectsWithNotes } from '#server/notes/note-store.ts';
import type { Condition } from '#server/lists/list-source.ts';

/**
 * Texts of clients are searched in `client_search`. Its `key` holds these fields in lower case, separated by a
 * character that none of them contains (migration 0008).
 */
const searched = ['name', 'email', 'phone_e164', 'ident', 'domain'] as const;
export type SearchedField = (typeof searched)[number];

const separator = '\u0001';

/**
 * Clients with each word of the pattern in a searched field (API.md, "Search"), and those whom a number in it belongs to
 * (GROWTH section 16), whose notes have them, or some of them (section 19), or whose own domain has them.
 */
export function clientsSearched(typed: string, time: SearchTime): Condition {
  const words = wordsOf(typed);
  if (!words.every((word) => insideOf(word) !== undefined)) {
    const each = words.map(
      (word) =>
        sql`(${sql.join(
          searched.map((field) => fieldLike(field, word)),
          sql` or `,
        )})`,
    );
    return { sql: sql`(${sql.join(each, sql` and `)})`, tables: ['s'] };
  }
  const like = {
    ...keyLike(typed),
    sql: sql`(${sql.join(
      words.map((word) => keyLike(word).sql),
      sql` and `,
    )})`,
  };
  // Arrays, so that each part is read from its index.
  const others = [
    ...(words.some(isLong) ? [withNotes(words), clientsWithDomain(words)] : []),
    ...[foundByNumber(typed, time)?.clients ?? []].flat(),
  ].map((found) => sql`s.client_id = any(array(${found}))`);
  return others.length === 0 ? like : { ...like, sql: sql`(${sql.join([like.sql, ...others], sql` or `)})` };
}

/** Clients whose notes have the words; of several words, some may be in the client's own fields. */
function withNotes(words: readonly string[]): RawBuilder<unknown> {
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) return subjectsWithNote(only);
  const own = sql`select client_id as id, key from client_search`;
  return subjectsWithNotes(words, { long: words.filter(isLong), own });
}

/** Long enough to be looked for in notes: a shorter text is in most of them, and no index finds it. */
function isLong(typed: string): boolean {
  return (insideOf(typed)?.length ?? 0) >= 3;
}

/** Clients whose given field is like the pattern. */
export function clientsWith(field: SearchedField, typed: string): Condition {
  if (/^%*$/.test(typed)) return { sql: fieldLike(field, typed), tables: ['s'] };
  const place = searched.indexOf(field);
  // The number of separators before and after the text tells which field it is in.
  return keyLike(
    `${`%${separator}`.repeat(place)}${typed}${`${separator}%`.repeat(searched.length - 1 - place)}`,
  );
}

/** In the form that the index of trigrams serves. */
function keyLike(pattern: string): Condition {
  return { sql: sql`s.key like search_key(${pattern}) collate "C"`, tables: ['s'], collects: true };
}

function fieldLike(field: SearchedField, typed: string): RawBuilder<unknown> {
  const part = sql`split_part(s.key, ${separator}, ${sql.lit(searched.indexOf(field) + 1)})`;
  // No client has an empty text. An empty part means a client without a domain.
  return sql`(${part} <> '' and ${part} like search_key(${typed}) collate "C")`;
}

/** The text between two wildcards, if it has no wildcard itself and so can't span two fields. */
export function insideOf(typed: string): string | undefined {
  return typed.includes(separator) ? undefined : literalOf(typed);
}
