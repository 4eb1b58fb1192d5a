import { type RawBuilder, sql } from 'kysely';
import { booleanOf, type Filter, type ListQuery, type ListSpec, type Trashed } from '#contract/list-query.ts';
import { asText, conditionOf, togetherOf } from '#server/db/list-conditions.ts';
import type { ListSource, Located } from '#server/db/list-source.ts';
import type { ListTables } from '#server/db/list-tables.ts';

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

/** `where …`, of these tables; `inRows` where rows are at hand already, and no index finds them. */
export function whereOf(
  asked: AskedList,
  { present }: ListTables,
  half: Trashed = asked.query.trashed,
  { inRows = false } = {},
): Sql {
  const conditions = conditionsOf(asked, half).map(({ sql: found, inRow }) => (inRows && inRow) || found);
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
