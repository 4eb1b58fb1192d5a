import { type RawBuilder, sql } from 'kysely';
import { literalOf, unescaped } from '#server/db/list-conditions.ts';
import type { Located } from '#server/db/list-source.ts';
import type { KeySample } from './key-sample.ts';

/**
 * Text of clients is looked for in `client_search`: its `key` holds these, small letters, apart by a character that
 * none of them has (migration 0008).
 */
const searched = ['name', 'email', 'phone_e164', 'ident', 'domain'] as const;
export type SearchedField = (typeof searched)[number];

const separator = '\u0001';

type Sample = Pick<KeySample, 'rarest' | 'isCommon' | 'pairs'>;

/** Clients of whom one of the searched fields is like the pattern. */
export function clientsSearched(typed: string, sample: Sample): Located {
  const inside = insideOf(typed);
  if (inside !== undefined) return looked(typed, inside, sample);
  const any = sql.join(
    searched.map((field) => fieldLike(field, typed)),
    sql` or `,
  );
  return { sql: sql`(${keyLike(typed)} and (${any}))`, at: ['s'] };
}

/** Clients of whom this very field is like the pattern. */
export function clientsWith(field: SearchedField, typed: string, sample: Sample): Located {
  const inside = insideOf(typed);
  const isEverywhere = inside !== undefined && isAscii(inside) && sample.isCommon(inside);
  const own = isEverywhere ? smallLetters[field] : undefined;
  if (own) return lookedIn(own, typed.toLowerCase());
  if (/^%*$/.test(typed)) return { sql: fieldLike(field, typed), at: ['s'] };
  const place = searched.indexOf(field);
  // So many fields before it and after it that there is no other one that this may be in.
  const pattern = `${`%${separator}`.repeat(place)}${typed}${`${separator}%`.repeat(searched.length - 1 - place)}`;
  return looked(pattern, insideOf(typed), sample);
}

/** The columns of `client_facts` that have these fields in small letters, all of which their indexes have too. */
const smallLetters: Partial<Record<SearchedField, string>> = {
  email: 'email_key',
  phone_e164: 'phone_e164',
  ident: 'ident',
  domain: 'domain',
};

/** Read through one index: a quarter of what is in the keys, and no other field to be told from. */
function lookedIn(column: string, pattern: string): Located {
  return {
    // In other words than the index knows: it would begin where nothing tells where to.
    sql: sql`(${sql.ref(`f.${column}`)} collate "C" like ${pattern}) is true`,
    at: ['f'],
    count: sql`(select * from count_clients_with(${column}, ${pattern}))`,
  };
}

/** Letters that every database makes small in the same way. */
function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Keys that are like the pattern, as is quickest for the literal text in it. */
function looked(pattern: string, inside: string | undefined, sample: Sample): Located {
  const like = sql`s.key like search_key(${pattern}) collate "C"`;
  if (inside === undefined) return { sql: like, at: ['s'] };
  // In other words than the index knows: it would read through all places of what is in every key.
  const unknown = sql`(${like}) is true`;
  if (sample.isCommon(inside)) {
    return {
      sql: unknown,
      at: ['s'],
      count: sql`(select * from count_clients_like(search_key(${pattern})))`,
    };
  }
  const pairs = sample.pairs(unescaped(inside));
  if (pairs.length > 0) {
    const known = sql`search_pairs(s.key) @> array[${sql.join(pairs.map((pair) => sql`search_key(${pair})`))}]`;
    // Two letters anywhere in the key: nothing else is asked of it.
    const isAll = pairs.length === 1 && pattern === `%${inside}%`;
    return { sql: unknown, at: ['s'], indexed: isAll ? known : sql`(${known} and ${unknown})` };
  }
  const parts = sample.rarest(inside);
  if (parts.length === 0) return { sql: like, at: ['s'] };
  const few = sql.join(
    parts.map((part) => keyLike(`%${part}%`)),
    sql` and `,
  );
  return { sql: sql`(${few} and ${unknown})`, at: ['s'] };
}

/** What an index of trigrams serves: the whole key where the text may be anywhere in it. */
export function keyLike(typed: string): RawBuilder<boolean> {
  return sql`s.key like search_key(${insideOf(typed) === undefined ? `%${typed}%` : typed}) collate "C"`;
}

function fieldLike(field: SearchedField, typed: string): RawBuilder<boolean> {
  const part = sql`split_part(s.key, ${separator}, ${sql.lit(searched.indexOf(field) + 1)})`;
  // No client has an empty text: that is how one without a domain is told.
  return sql`(${part} <> '' and ${part} like search_key(${typed}) collate "C")`;
}

/** A text between wildcards that has none itself cannot reach from one field into the next. */
export function insideOf(typed: string): string | undefined {
  return typed.includes(separator) ? undefined : literalOf(typed);
}
