import { type RawBuilder, sql } from 'kysely';
import type { Located } from '#server/db/list-rows.ts';

/**
 * Text of clients is looked for in `client_search`: its `key` holds these, small letters, apart by a character that
 * none of them has (migration 0008).
 */
const searched = ['name', 'email', 'phone_e164', 'ident', 'domain'] as const;
export type SearchedField = (typeof searched)[number];

const separator = '\u0001';

/** Clients of whom one of the searched fields is like the pattern. `rarest`: parts of a text that tell the most. */
export function clientsSearched(typed: string, rarest: (text: string) => string[]): Located {
  const inside = literalOf(typed);
  const like = keyLike(typed, inside);
  if (inside !== undefined) {
    const parts = rarest(inside).map((part) => keyLike(`%${part}%`));
    // In other words than the index knows, which would look for all of it.
    if (parts.length > 0)
      return { sql: sql`(${sql.join(parts, sql` and `)} and (${like}) is true)`, at: ['s'] };
    if ([...inside].length > 2) return { sql: like, at: ['s'] };
    const count = sql`(select * from count_clients_like(search_key(${typed})))`;
    return { sql: like, at: ['s'], count };
  }
  return {
    sql: sql`(${like} and (${sql.join(
      searched.map((field) => fieldLike(field, typed)),
      sql` or `,
    )}))`,
    at: ['s'],
  };
}

/** Clients of whom this very field is like the pattern. */
export function clientsWith(field: SearchedField, typed: string): Located {
  return { sql: sql`(${keyLike(typed, literalOf(typed))} and ${fieldLike(field, typed)})`, at: ['s'] };
}

/** What an index of trigrams serves: the whole key where the text may be anywhere in it. */
export function keyLike(typed: string, inside = literalOf(typed)): RawBuilder<boolean> {
  return sql`s.key like search_key(${inside === undefined ? `%${typed}%` : typed}) collate "C"`;
}

function fieldLike(field: SearchedField, typed: string): RawBuilder<boolean> {
  const part = sql`split_part(s.key, ${separator}, ${sql.lit(searched.indexOf(field) + 1)})`;
  // No client has an empty text: that is how one without a domain is told.
  return sql`(${part} <> '' and ${part} like search_key(${typed}) collate "C")`;
}

/** A text between wildcards that has none itself cannot reach from one field into the next. */
function literalOf(typed: string): string | undefined {
  const isInside =
    typed.length > 1 && typed.startsWith('%') && typed.endsWith('%') && !typed.includes(separator);
  if (!isInside) return undefined;
  const text = typed.slice(1, -1);
  return /^(?:[^\\%_]|\\[^])*$/.test(text) ? text : undefined;
}
