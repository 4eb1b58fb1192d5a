import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * The text of a key from a table that is small compared with the list. It is looked up in an object that is made
 * once: a subquery in each row costs ten times as much, and a join loses the order or reads every row of the small
 * table.
 */
export function dictionaryLookup({
  key,
  from,
  id,
  value,
}: {
  key: Sql;
  from: Sql;
  id: Sql;
  value: Sql;
}): Sql {
  return sql`(select jsonb_object_agg(${id}, ${value}) from ${from}) ->> (${key})::text`;
}
