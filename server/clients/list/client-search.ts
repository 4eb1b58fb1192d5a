import { type RawBuilder, sql } from 'kysely';
import { literalOf } from '#server/lists/list-conditions.ts';
import type { Condition } from '#server/lists/list-source.ts';

/**
 * Text of clients is looked for in `client_search`: its `key` holds these, in lower case, apart by a character that
 * none of them has (migration 0008).
 */
const searched = ['name', 'email', 'phone_e164', 'ident', 'domain'] as const;
export type SearchedField = (typeof searched)[number];

const separator = '\u0001';

/** Clients of whom one of the searched fields is like the pattern (API.md, "Search"). */
export function clientsSearched(typed: string): Condition {
  if (insideOf(typed) !== undefined) return keyLike(typed);
  const any = searched.map((field) => fieldLike(field, typed));
  return { sql: sql`(${sql.join(any, sql` or `)})`, tables: ['s'] };
}

/** Clients of whom this very field is like the pattern. */
export function clientsWith(field: SearchedField, typed: string): Condition {
  if (/^%*$/.test(typed)) return { sql: fieldLike(field, typed), tables: ['s'] };
  const place = searched.indexOf(field);
  // As many fields before it and after it leave no other one that this may be in.
  return keyLike(
    `${`%${separator}`.repeat(place)}${typed}${`${separator}%`.repeat(searched.length - 1 - place)}`,
  );
}

/** As the index of trigrams serves it. */
function keyLike(pattern: string): Condition {
  return { sql: sql`s.key like search_key(${pattern}) collate "C"`, tables: ['s'], collects: true };
}

function fieldLike(field: SearchedField, typed: string): RawBuilder<unknown> {
  const part = sql`split_part(s.key, ${separator}, ${sql.lit(searched.indexOf(field) + 1)})`;
  // No client has an empty text: that is how one without a domain is told.
  return sql`(${part} <> '' and ${part} like search_key(${typed}) collate "C")`;
}

/** A text between wildcards that has none itself cannot reach from one field into the next. */
export function insideOf(typed: string): string | undefined {
  return typed.includes(separator) ? undefined : literalOf(typed);
}
