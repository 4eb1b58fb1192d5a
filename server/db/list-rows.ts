import { type Kysely, type RawBuilder, sql } from 'kysely';
import { emailKey } from '#contract/primitives.ts';
import {
  booleanOf,
  type FieldType,
  type Filter,
  isDay,
  type ListQuery,
  type ListSpec,
} from '#contract/list-query.ts';
import type { Tables } from '#server/db/tables.ts';
import { addDays, startOfDay } from '#server/subscriptions/periods.ts';

type Sql = RawBuilder<unknown>;

/** How a field of a list is said in SQL. */
export interface ListColumn {
  sql: Sql;
  /** What it is sorted by, if not itself. */
  order?: Sql;
  /** Never null: the sort needs no `nulls last`, so that a plain index serves it. */
  required?: boolean;
  /** Other expressions that a filter on this field looks at too. */
  also?: Sql[];
  /** Compared by its e-mail key. */
  email?: boolean;
}

/** Where the rows of a list come from. */
export interface ListSource {
  from: Sql;
  /** The id that breaks ties and names the rows. */
  id: Sql;
  columns: Readonly<Record<string, ListColumn>>;
  /** What the pseudo-field `search` looks through. */
  search?: Sql[];
  /** Null while the row is not deleted. */
  deletedAt?: Sql;
  /** A condition that every row meets. */
  where?: Sql;
  newest: Sql;
}

/** The pages of a list and its exact total. `ids` are in the order asked for. */
export async function listIds(
  db: Kysely<Tables>,
  {
    spec,
    source,
    query,
    timeZone,
  }: { spec: ListSpec; source: ListSource; query: ListQuery; timeZone: string },
): Promise<{ ids: string[]; total: number }> {
  const where = whereOf(spec, source, query, timeZone);
  const offset = (query.page - 1) * query.limit;
  const [page, count] = await Promise.all([
    sql<{ id: string }>`select ${source.id} as id from ${source.from} ${where}
      ${orderOf(source, query)} limit ${query.limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${source.from} ${where}`.execute(db),
  ]);
  return { ids: page.rows.map(({ id }) => id), total: count.rows[0]?.total ?? 0 };
}

/** Rows found by id in another order, put into the order of the ids. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** `where …` of a list, or nothing. */
export function whereOf(spec: ListSpec, source: ListSource, query: ListQuery, timeZone: string): Sql {
  const conditions: Sql[] = query.filters.map((filter) => conditionOf(spec, source, filter, timeZone));
  if (source.where) conditions.push(source.where);
  if (source.deletedAt && query.trashed === 'without') conditions.push(sql`${source.deletedAt} is null`);
  if (source.deletedAt && query.trashed === 'only') conditions.push(sql`${source.deletedAt} is not null`);
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

/** `order by …`: as asked, else newest first; empty values last in both directions; the id breaks ties. */
export function orderOf(source: ListSource, { sort }: ListQuery): Sql {
  const terms = sort.flatMap(({ field, order }) => {
    const column = source.columns[field];
    if (!column) return [];
    const direction = order === 'desc' ? sql`desc` : sql`asc`;
    return sql`${column.order ?? column.sql} ${direction}${column.required ? sql`` : sql` nulls last`}`;
  });
  if (terms.length === 0) terms.push(sql`${source.newest} desc`);
  const last = sort.length === 0 || sort.at(-1)?.order === 'desc' ? sql`desc` : sql`asc`;
  return sql`order by ${sql.join([...terms, sql`${source.id} ${last}`])}`;
}

function conditionOf(spec: ListSpec, source: ListSource, filter: Filter, timeZone: string): Sql {
  if (filter.field === 'search' && !spec.fields.search) {
    return anyOf((source.search ?? []).map((column) => sql`${column} ilike ${pattern(text(filter.value))}`));
  }
  const column = source.columns[filter.field];
  const field = spec.fields[filter.field];
  if (!column || !field) throw new Error(`the list has no column ${filter.field}`); // parseListQuery refused others
  const expressions = [column.sql, ...(column.also ?? [])];
  const conditions = expressions.map((expression) =>
    comparison(expression, field.type, column, filter, timeZone),
  );
  // "Not this" must hold for each of them, anything else for one.
  return filter.op === 'ne' ? sql`(${sql.join(conditions, sql` and `)})` : anyOf(conditions);
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
  if (op === 'null')
    return booleanOf(text(value)) ? sql`${expression} is null` : sql`${expression} is not null`;
  if (op === 'ilike') return sql`${expression}::text ilike ${pattern(text(value))}`;
  if (type === 'moment') return momentComparison(expression, op, value, timeZone);
  const read = (one: string) => parameter(type, column, one);
  if (op === 'in') {
    const values = Array.isArray(value) ? value : [value];
    return values.length === 0 ? sql`false` : sql`${expression} in (${sql.join(values.map(read))})`;
  }
  return sql`${expression} ${comparisons[op]} ${read(text(value))}`;
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
    case 'text':
    case 'enum':
    case 'moment':
      return sql`${storable(column.email ? emailKey(value) : value)}`;
  }
}

/** A day stands for the whole of it in the variant's time zone, a moment for itself. */
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
  const given = text(value);
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

function text(value: string | string[]): string {
  return Array.isArray(value) ? value.join(',') : value;
}

/** A pattern for `ilike`; one that ends in a lone escape means that character, so that nothing typed is an error. */
function pattern(value: string): string {
  const escapes = /\\*$/.exec(value)?.[0].length ?? 0;
  return storable(escapes % 2 === 1 ? `${value}\\` : value);
}

// PostgreSQL has no NUL in text: what contains one equals nothing.
function storable(value: string): string {
  return value.replaceAll('\0', '\ufffd');
}
