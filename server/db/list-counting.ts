import { type Kysely, type RawBuilder, sql } from 'kysely';
import { booleanOf, type Filter, type ListSpec, type Operator, type Trashed } from '#contract/list-query.ts';
import { asText, conditionOf } from '#server/db/list-conditions.ts';
import type { ListSource } from '#server/db/list-source.ts';
import { tablesOf } from '#server/db/list-tables.ts';
import { type AskedList, conditionsOf, narrowOf, whereOf } from '#server/db/list-where.ts';
import type { Tables } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

/** How what a list's filters find is counted, with no more tables than they need. */
export interface ListCounting {
  /** Counts one after the other, of the statement's own moment: tells one filter from the others. */
  plainly: Sql;
  /** `isMost`: most rows that are there are found, so that the others are quicker counted. */
  of(half: Trashed, isMost: boolean): Sql;
  /** Where nobody knows that without asking: rows that are found, and those that are not, in some pieces. */
  choice: { found: Sql; others: Sql[] } | undefined;
}

export function countingOf(asked: AskedList): ListCounting {
  const { source, query } = asked;
  const narrow = narrowOf(asked);
  const found = (half: Trashed) =>
    sql`select count(*) from ${narrow.from} ${whereOf(asked, narrow, half, { indexed: true })}`;
  const others = othersIn(asked);
  const allButOthers = others && sql`(state.live - (${sql.join(others.counts, sql`) - (`)}))`;
  const [filter] = query.filters;
  const isAlone = query.filters.length === 1 && !source.where && source.counted !== undefined;
  const known = isAlone && filter ? knownCount(asked, filter) : undefined;
  return {
    plainly: found(query.trashed),
    of(half, isMost) {
      const isQuick = isMost || !others?.isChoice;
      const quickly = half === 'without' ? (known ?? (isQuick ? allButOthers : undefined)) : undefined;
      return quickly ?? sql`(${found(half)})`;
    },
    choice: others?.isChoice ? { found: found('without'), others: others.counts } : undefined,
  };
}

/**
 * Whether most rows are found, as PostgreSQL guesses from what it knows of the columns. It costs what planning the
 * count does; a wrong guess only costs time.
 */
export async function isMost(db: Kysely<Tables>, { choice }: ListCounting): Promise<boolean> {
  if (!choice) return false;
  const all = [choice.found, ...choice.others].map((rows) => sql`(${rows})`);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Planned }] }>`
    explain (format json) ${sql.join(all, sql` union all `)}`.execute(db);
  const [found = 0, ...others] = (rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []).map(counted);
  return others.length === choice.others.length && found > others.reduce((sum, one) => sum + one, 0);
}

interface Planned {
  'Plan Rows': number;
  Plans?: Planned[];
}

/** How many rows are expected below a count, which is one row itself. */
function counted({ Plans: [rows] = [] }: Planned): number {
  return rows?.['Plan Rows'] ?? 0;
}

/** Of the rows that are there, told without looking at them. */
function knownCount(asked: AskedList, filter: Filter): Sql | undefined {
  const { spec, source, timeZone } = asked;
  if (!source.columns[filter.field]?.constant) return conditionsOf(asked, 'without')[0]?.count;
  return sql`(case when ${conditionOf(spec, source, [filter], timeZone).sql} then state.live else 0 end)`;
}

/** What the only filter leaves out, of the rows that are there. */
function othersIn({
  spec,
  source,
  query,
  timeZone,
}: AskedList): { counts: Sql[]; isChoice: boolean } | undefined {
  const [filter, ...more] = query.filters;
  if (!filter || more.length > 0 || source.where || source.counted === undefined) return undefined;
  const others = othersOf(spec, source, filter);
  if (!others) return undefined;
  const counts = others.filters.map((other) => {
    const condition = conditionOf(spec, source, [other], timeZone);
    const tables = tablesOf(source, condition.at, false);
    const where = sql.join([condition.sql, ...tables.present('without')], sql` and `);
    return sql`select count(*) from ${tables.from} where ${where}`;
  });
  return { counts, isChoice: others.isChoice };
}

/** Filters that find, each for itself, exactly what this one does not. Not a choice: they are likely fewer. */
function othersOf(
  spec: ListSpec,
  { columns }: ListSource,
  { field, op, value }: Filter,
): { filters: Filter[]; isChoice: boolean } | undefined {
  const column = columns[field];
  const fewer = (other: Operator, than: string | string[]) => ({
    filters: [{ field, op: other, value: than }],
    isChoice: false,
  });
  if (!column || column.constant || column.moments) return undefined;
  if (op === 'ne') return fewer('eq', value);
  const isOn = booleanOf(asText(value));
  if (op === 'null' && isOn && column.sparse) return fewer(op, '0');
  if (op === 'null' && !isOn && !column.sparse) return fewer(op, '1');
  if (op === 'eq' && !isOn && column.required && spec.fields[field]?.type === 'boolean')
    return fewer('eq', '1');
  const beyond = column.sparse ? undefined : otherSide[op];
  if (!beyond) return undefined;
  const empty: Filter[] = column.required ? [] : [{ field, op: 'null', value: '1' }];
  return { filters: [{ field, op: beyond, value }, ...empty], isChoice: true };
}

const otherSide: Partial<Record<Operator, Operator>> = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' };
