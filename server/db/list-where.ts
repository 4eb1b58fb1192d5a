import { type RawBuilder, sql } from 'kysely';
import { booleanOf, type Filter, type ListQuery, type ListSpec, type Trashed } from '#contract/list-query.ts';
import { asText, conditionOf, togetherOf } from '#server/db/list-conditions.ts';
import { type ListSource, type Located, ownTable } from '#server/db/list-source.ts';
import { type ListTables, tablesOf } from '#server/db/list-tables.ts';

type Sql = RawBuilder<unknown>;

export interface AskedList {
  spec: ListSpec;
  source: ListSource;
  query: ListQuery;
  timeZone: string;
}

/** What the filters ask of the rows that are there, of the deleted ones, or of both. */
export function conditionsOf(
  { spec, source, query, timeZone }: AskedList,
  half: Trashed = query.trashed,
): (Located & { field: string })[] {
  return togetherOf(source, query.filters).map((filters) => {
    const [filter] = filters;
    const { field } = filter;
    const condition = conditionOf(spec, source, filters, timeZone);
    const isTold = half !== 'with' && source.columns[field]?.tellsDeleted;
    return { field, ...(isTold ? told(filter, condition, half) : condition) };
  });
}

/** No more tables than the filters need. */
export function narrowOf(asked: AskedList): ListTables {
  const needed = conditionsOf(asked).flatMap(({ at }) => at);
  return tablesOf(asked.source, asked.source.where ? [...needed, ownTable] : needed, false);
}

/** `where …`, of these tables; `indexed` where all rows are looked for, and those of the only condition by its index. */
export function whereOf(
  asked: AskedList,
  { present }: ListTables,
  half: Trashed = asked.query.trashed,
  { indexed = false } = {},
): Sql {
  const located = conditionsOf(asked, half);
  // Deleted rows are few, and are looked at one by one.
  const byIndex = indexed && half !== 'only' && located.length === 1 && !asked.source.where;
  const conditions = located.map((one) => (byIndex && one.indexed) || one.sql);
  const all = [...conditions, ...present(half)];
  if (asked.source.where) all.push(asked.source.where);
  return sql`where ${all.length > 0 ? sql.join(all, sql` and `) : sql`true`}`;
}

/** The same of a column that is null in each row that is there, and in no deleted one. PostgreSQL would look at them all. */
function told({ op, value }: Filter, { sql: compared, at }: Located, half: 'without' | 'only'): Located {
  const isAskedForNone = op === 'null' && booleanOf(asText(value)) === true;
  if (half === 'only') return { at, sql: op === 'null' ? sql.lit(!isAskedForNone) : compared };
  const isMet = isAskedForNone || op === 'ne';
  return { at, sql: sql.lit(isMet), count: isMet ? sql`state.live` : sql`0::bigint` };
}
