import { type RawBuilder, sql } from 'kysely';
import { emailKey } from '#contract/kernel/primitives.ts';
import {
  booleanOf,
  type FieldType,
  type Filter,
  isDay,
  type ListQuery,
  type ListSpec,
} from '#contract/kernel/list-query.ts';
import { type Condition, type ListColumn, type ListSource, ownTable } from './list-source.ts';
import { addDays, startOfDay } from '#server/kernel/periods.ts';

type Sql = RawBuilder<unknown>;

type Together = [Filter, ...Filter[]];

interface ConditionsRequest {
  spec: ListSpec;
  source: ListSource;
  query: Pick<ListQuery, 'filters'>;
  timeZone: string;
}

/** The filters of a list in SQL: one condition each, but for filters on one of several dates of a row. */
export function conditionsOf({ spec, source, query, timeZone }: ConditionsRequest): Condition[] {
  return togetherOf(source, query.filters).map((filters) => conditionOf(spec, source, filters, timeZone));
}

/** Keeps filters on the same of a row's several dates together, and all others apart. */
function togetherOf({ columns }: ListSource, filters: readonly Filter[]): Together[] {
  const asked: Together[] = [];
  for (const filter of filters) {
    const { field } = filter;
    const others = columns[field]?.moments && asked.find(([first]) => first.field === field);
    if (others) others.push(filter);
    else asked.push([filter]);
  }
  return asked;
}

function conditionOf(
  spec: ListSpec,
  source: ListSource,
  [filter, ...more]: Together,
  timeZone: string,
): Condition {
  if (filter.field === 'search' && !spec.fields.search) {
    const looked = pattern(asText(filter.value));
    if (source.searched) return source.searched(looked);
    return { sql: textsLike(source.search ?? [], wordsOf(looked)), tables: [ownTable] };
  }
  const column = source.columns[filter.field];
  const field = spec.fields[filter.field];
  if (!column || !field) throw new Error(`the list has no column ${filter.field}`); // parseListQuery refused others
  if (filter.op === 'ilike' && field.values) {
    const words = sql.join(field.values.map((word) => sql`(${word}::text)`));
    const meant = sql`select word from (values ${words}) as words (word) where word ilike ${pattern(asText(filter.value))}`;
    return { sql: sql`${column.sql} = any (array(${meant}))`, tables: [column.at ?? ownTable] };
  }
  if (column.moments) return momentsCondition(column.moments, [filter, ...more], timeZone);
  const compare = (expression: Sql) => comparison(expression, field.type, column, filter, timeZone);
  const indexed = column.filter?.(filter, compare);
  if (indexed) return indexed;
  const conditions = [column.sql, ...(column.also ?? [])].map(compare);
  // "Not this" must hold for each of them, any other filter for one of them.
  const condition = filter.op === 'ne' ? sql`(${sql.join(conditions, sql` and `)})` : anyOf(conditions);
  return { sql: condition, tables: [column.at ?? ownTable] };
}

/** One date of the row must meet all of them. */
function momentsCondition(
  moments: NonNullable<ListColumn['moments']>,
  filters: Together,
  timeZone: string,
): Condition {
  // A list of values is not one span.
  const spans = filters.reduce<Filter[][]>(
    (all, filter) => all.flatMap((span) => spansOf(filter).map((one) => [...span, ...one])),
    [[]],
  );
  const side = (ops: readonly Filter['op'][], span: Filter[]) => (moment: Sql) =>
    allOf(
      span
        .filter((one) => ops.includes(one.op))
        .map((one) => momentComparison(moment, one.op, one.value, timeZone)),
    );
  const found = spans.map((span) => {
    const [isNoLater, isNoEarlier] = [side(['lt', 'lte'], span), side(['gt', 'gte'], span)];
    const meets = (moment: Sql) => sql`(${isNoEarlier(moment)} and ${isNoLater(moment)})`;
    return moments({ meets, isNoLater, isNoEarlier });
  });
  return { sql: anyOf(found.map((one) => one.sql)), tables: found.flatMap(({ tables }) => tables) };
}

/** A filter as pairs of a lower and an upper bound. */
function spansOf({ field, op, value }: Filter): Filter[][] {
  if (op !== 'eq' && op !== 'in') return [[{ field, op, value }]];
  return [value].flat().map((one) => [
    { field, op: 'gte', value: one },
    { field, op: 'lte', value: one },
  ]);
}

function allOf(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function anyOf(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

function comparison(
  expression: Sql,
  type: FieldType,
  column: ListColumn,
  { op, value }: Filter,
  timeZone: string,
): Sql {
  if (op === 'null') {
    if (column.required) return booleanOf(asText(value)) ? sql`false` : sql`true`;
    const looked = expression === column.sql ? (column.filled ?? expression) : expression;
    return booleanOf(asText(value)) ? sql`${looked} is null` : sql`${looked} is not null`;
  }
  if (op === 'ilike') {
    const looked = pattern(asText(value));
    if (expression !== column.sql || !column.plain) return sql`${expression}::text ilike ${looked}`;
    // In lower case, like the column's index.
    return sql`lower(${column.plain}) like lower(${looked})`;
  }
  if (type === 'moment') return momentComparison(expression, op, value, timeZone);
  const read = (one: string) => parameter(type, column, one);
  if (op === 'in') {
    const values = Array.isArray(value) ? value : [value];
    return values.length === 0 ? sql`false` : sql`${expression} in (${sql.join(values.map(read))})`;
  }
  return sql`${expression} ${comparisons[op]} ${read(asText(value))}`;
}

const comparisons = {
  eq: sql`=`,
  ne: sql`is distinct from`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
} as const;

function parameter(type: FieldType, column: ListColumn, value: string): Sql {
  switch (type) {
    case 'number':
    case 'money':
      return sql`${Number(value)}::bigint`;
    case 'boolean':
      return sql`${booleanOf(value) ?? false}`;
    case 'id':
      return sql`${value}::uuid`;
    case 'day':
      return sql`${value}::date`;
    case 'text':
    case 'enum':
    case 'moment':
      return sql`${storable(column.email ? emailKey(value) : value)}`;
  }
}

/** A day means the whole day in the variant's time zone, a time means itself. */
function momentComparison(
  expression: Sql,
  op: Filter['op'],
  value: string | string[],
  timeZone: string,
): Sql {
  if (op === 'in') {
    const values = Array.isArray(value) ? value : [value];
    return anyOf(values.map((one) => momentComparison(expression, 'eq', one, timeZone)));
  }
  const given = asText(value);
  const start = isDay(given) ? startOfDay(given, timeZone) : new Date(given);
  const end = isDay(given) ? addDays(start, 1, timeZone) : new Date(start.getTime() + 1);
  switch (op) {
    case 'gt':
      return sql`${expression} >= ${end}`;
    case 'gte':
      return sql`${expression} >= ${start}`;
    case 'lt':
      return sql`${expression} < ${start}`;
    case 'lte':
      return sql`${expression} < ${end}`;
    case 'ne':
      return sql`(${expression} is null or ${expression} < ${start} or ${expression} >= ${end})`;
    default:
      return sql`(${expression} >= ${start} and ${expression} < ${end})`;
  }
}

function asText(value: string | string[]): string {
  return Array.isArray(value) ? value.join(',') : value;
}

/** A pattern for `ilike`. One that ends in a lone escape means that character, so that nothing typed is an error. */
export function pattern(value: string): string {
  const escapes = /\\*$/.exec(value)?.[0].length ?? 0;
  return storable(escapes % 2 === 1 ? `${value}\\` : value);
}

/** The text of a pattern that only asks for this text somewhere, with its escapes. */
export function literalOf(typed: string): string | undefined {
  const isInside = typed.length > 1 && typed.startsWith('%') && typed.endsWith('%');
  if (!isInside) return undefined;
  const text = typed.slice(1, -1);
  return /^(?:[^\\%_]|\\[^])*$/.test(text) ? text : undefined;
}

/** What a search for several words asks for, in whatever order they are written: each of them. */
export function wordsOf(typed: string): string[] {
  const words = literalOf(typed)?.match(/(?:\\[^]|[^\\\s])+/g) ?? [];
  return words.length > 1 && words.length <= wordsAtMost ? words.map((word) => `%${word}%`) : [typed];
}

/** Nobody is named by more; a longer text is looked for as it is. */
const wordsAtMost = 8;

/** Each of the patterns is in one of these texts. */
export function textsLike(texts: readonly Sql[], patterns: readonly string[]): Sql {
  return allOf(patterns.map((word) => anyOf(texts.map((one) => sql`${one} ilike ${word}`))));
}

/** The same without its escapes. */
export function textOf(typed: string): string | undefined {
  return literalOf(typed)?.replace(/\\([^])/g, '$1');
}

/** PostgreSQL has no NUL in text: what contains one equals nothing. */
export function storable(value: string): string {
  return value.replaceAll('\0', '\ufffd');
}
