import { type RawBuilder, sql } from 'kysely';
import { type Filter, booleanOf, type ListField, type ListSpec } from '#contract/kernel/list-query.ts';
import type { ListColumn, ListSource } from '#server/lists/list-source.ts';

/**
 * Own fields in lists of clients (docs/decisions/0177). A filter finds its clients along an index of the values; an
 * order walks along one, joined to the clients.
 */
export function ownColumns({
  fields,
}: ListSpec): Pick<ListSource, 'columns'> & Required<Pick<ListSource, 'joined'>> {
  const own = Object.entries(fields).flatMap(([name, field]) =>
    field.own ? [{ name, field, id: field.own.id }] : [],
  );
  return {
    columns: Object.fromEntries(own.map(({ name, field, id }) => [name, ownColumn(name, field, id)])),
    joined: Object.fromEntries(
      own.map(({ name, id }) => [
        name,
        sql`left join client_values ${sql.id(name)} on ${sql.id(name, 'client_id')} = c.id
          and ${sql.id(name, 'field_id')} = ${id}::uuid`,
      ]),
    ),
  };
}

const columns = { text: 'text', enum: 'text', number: 'number', day: 'day' } as const;

function ownColumn(alias: string, { type, values }: ListField, id: string): ListColumn {
  const column = columns[type as keyof typeof columns]; // the types of own fields
  const joined = sql.id(alias, column);
  const compared = (value: RawBuilder<unknown>) => (column === 'text' ? collated(value) : value);
  return {
    at: alias,
    sql: compared(joined),
    filled: joined,
    // A choice is in the order of its options.
    ...(values && { order: sql`array_position(array[${sql.join(values)}]::text[], ${joined})` }),
    filter: (filter, compare) => ({
      sql: having(id, { column: sql.id('v', column), filter, compare: (value) => compare(compared(value)) }),
      tables: ['f'],
    }),
  };
}

/** In the collation of the index, because an index serves no other. */
function collated(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${value} collate "uk-x-icu"`;
}

/** Clients whose value meets the filter. Clients without one are found by "empty" and by "not this". */
function having(
  id: string,
  {
    column,
    filter: { op, value },
    compare,
  }: {
    column: RawBuilder<unknown>;
    filter: Filter;
    compare: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  const among = (condition: RawBuilder<unknown>) =>
    sql`f.client_id in (select v.client_id from client_values v
      where v.field_id = ${id}::uuid and ${column} is not null and ${condition})`;
  switch (op) {
    case 'null':
      return booleanOf(String(value)) ? sql`not ${among(sql`true`)}` : among(sql`true`);
    case 'ne':
      return sql`not ${among(sql`not (${compare(column)})`)}`;
    default:
      return among(compare(column));
  }
}
