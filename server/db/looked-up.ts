import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * What a key stands for in a table that is small beside the list, as text. Looked up in an object that is made once: a
 * subquery for each row costs ten times that, and a join the order, or a look at every row of the small table.
 */
export function lookedUp({ key, from, id, value }: { key: Sql; from: Sql; id: Sql; value: Sql }): Sql {
  return sql`(select jsonb_object_agg(${id}, ${value}) from ${from}) ->> (${key})::text`;
}
