import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import {
  booleanOf,
  type Filter,
  type ListQuery,
  type ListSpec,
  type SortOrder,
  type Trashed,
} from '#contract/list-query.ts';
import { keptPlan } from '#server/db/kept-plans.ts';
import {
  foldWhenMany,
  listState,
  type ListState,
  rememberedTotal,
  rememberTotal,
} from '#server/db/list-totals.ts';
import { newestFirst, type NewestRows, usualTries } from '#server/db/newest-first.ts';
import type { Tables } from '#server/db/tables.ts';
import { allOf, asText, conditionOf, togetherOf } from '#server/db/list-conditions.ts';
import {
  type BesideTable,
  type ListColumn,
  type ListSource,
  type Located,
  ownTable,
} from '#server/db/list-source.ts';

type Sql = RawBuilder<unknown>;

interface Asked {
  spec: ListSpec;
  source: ListSource;
  query: ListQuery;
  timeZone: string;
}

/** Source and row are made only when the statement is not known yet. */
interface AskedPage extends Omit<Asked, 'source'> {
  source: () => ListSource;
  /** A query of the one row whose id is `page.id`: then the rows come along. */
  row?: () => Sql;
  /** Names all that source and row hang on beside the query, if they are the same at every moment. */
  memo?: string;
}

/**
 * A page of a list and its exact total, of one moment: both come from one statement (DESIGN section 4, "Lists").
 * `ids` are in the order asked for; `token` names the state of the list that was seen, if it is a counted one.
 */
export async function listPage<Row>(
  db: Kysely<Tables>,
  { source: sourceOf, row, memo, ...asking }: AskedPage,
): Promise<{ ids: string[]; rows: Row[]; total: number; token: number | undefined }> {
  const { query } = asking;
  const memoKey = memo !== undefined && isOften(query) ? memoKeyOf(memo, query) : undefined;
  const compiled = memoKey === undefined ? undefined : compiledPages.get(memoKey);
  if (compiled) {
    const { list, statement } = compiled;
    const { rows: read } = await db.executeQuery(statementAt(statement, offsetOf(query)));
    const { ids, rows, state } = pageFrom<Row>(read, true);
    if (!state) throw new Error('the state of a list is one row');
    foldWhenMany(db, list, state);
    return { ids, rows, total: totalIn(state, query.trashed), token: state.token };
  }
  const source = sourceOf();
  const asked: Asked = { ...asking, source };
  const plan = await planOf(db, asked);
  const isFiltered = query.filters.length > 0 || source.where !== undefined;
  const { counting, newest } = plan;
  const key = keyOf(db, source.counted, isFiltered ? counting : sql`${query.trashed}::text`);
  const known = source.counted === undefined ? undefined : rememberedTotal(db, key);
  const mustCount = source.counted === undefined || (isFiltered && !known);

  const first = await read(mustCount, known?.total);
  if (first.total !== undefined && (first.fromEnd === undefined || first.fromEnd === first.total)) {
    return keep(first, first.total);
  }
  // Something was written since it was counted.
  const again = await read(isFiltered, undefined);
  return keep(again, again.total ?? 0);

  async function read(count: boolean, expected: number | undefined) {
    const offset = offsetOf(query);
    const kept = mayKeep(source, query) ? memoKey : undefined;
    const near = offset + query.limit <= nearBeginning ? newest : undefined;
    const isNearEnd = !near && kept === undefined && expected !== undefined && offset > expected / 2;
    const fromEnd = isNearEnd ? expected : undefined;
    const page = await readPage<Row>(db, {
      list: source.counted,
      row: row?.(),
      ...(near
        ? newestFirst(near, { limit: query.limit, offset, tries: source.tries ?? usualTries, count })
        : {
            ids: idsOf(plan, query, { fromEnd, kept: kept !== undefined }),
            counting: count ? counting : undefined,
          }),
      memoKey: kept,
      offset,
    });
    return { ...page, fromEnd, total: totalOf(page) };
  }

  function totalOf({ state, counted }: ReadPage<Row>): number | undefined {
    if (counted !== undefined || !state) return counted;
    if (isFiltered) return known?.token === state.token ? known.total : undefined;
    return totalIn(state, query.trashed);
  }

  function keep({ ids, rows, state, fromEnd }: ReadPage<Row> & { fromEnd?: number }, total: number) {
    if (state && source.counted !== undefined) {
      rememberTotal(db, key, { token: state.token, total });
      foldWhenMany(db, source.counted, state);
    }
    const token = state?.token;
    if (fromEnd === undefined) return { ids, rows, total, token };
    return { ids: ids.reverse(), rows: rows.reverse(), total, token };
  }
}

interface ReadPage<Row> {
  ids: string[];
  rows: Row[];
  counted: number | undefined;
  state: ListState | undefined;
}

interface Read extends ListState {
  counted: number | null;
  page_id: string | null;
}

/** Everything in one statement, and so of one snapshot. */
async function readPage<Row>(
  db: Kysely<Tables>,
  {
    list,
    looked,
    ids,
    row,
    counting,
    memoKey,
    offset,
  }: {
    list: string | undefined;
    looked?: Sql;
    ids: Sql;
    row?: Sql;
    counting?: Sql;
    memoKey?: string;
    offset: number;
  },
): Promise<ReadPage<Row>> {
  const none = sql`(select 0 as live, 0 as deleted, 0 as token, 0 as pieces)`;
  const statement = sql<Read>`${looked ?? sql``}
    select ${memoKey === undefined ? sql`` : keptPlan} page.id as page_id, state.*,
      ${counting ?? sql`null::bigint`} as counted ${row ? sql`, found.*` : sql``}
    from ${list === undefined ? none : listState(list)} as state
      left join unnest(array(${ids})) with ordinality as page (id, place) on true
      ${row ? sql`left join lateral (${row}) as found on true` : sql``}
    order by page.place`.compile(db);
  if (memoKey !== undefined && list !== undefined) compiledPages.set(memoKey, { list, statement });
  const { rows } = await db.executeQuery(statementAt(statement, offset));
  return { ...pageFrom<Row>(rows, row !== undefined), ...(list === undefined && { state: undefined }) };
}

function pageFrom<Row>(rows: Read[], withRows: boolean): ReadPage<Row> {
  const [first] = rows;
  const found = rows.filter(({ page_id }) => page_id !== null);
  return {
    ids: found.map(({ page_id }) => page_id ?? ''),
    rows: withRows ? (found as unknown as Row[]) : [], // the row's own query comes along
    counted: first?.counted ?? undefined,
    state: first,
  };
}

/**
 * Pages without a filter are most of what is asked for: written once, planned once by each connection. Those far from
 * the beginning are read from the end where that is nearer, and so in other words.
 */
const compiledPages = new Map<string, { list: string; statement: CompiledQuery<Read> }>();

const keptRows = 50_000;

/** Rows that are looked for among the newest ones, if there is a filter. */
const nearBeginning = 500;

function isOften(query: ListQuery): boolean {
  return offsetOf(query) < keptRows && query.filters.length === 0 && query.sort.length <= 1;
}

function offsetOf({ page, limit }: ListQuery): number {
  return (page - 1) * limit;
}

/** Stands among the parameters for how many rows are passed over. */
const offsetMark = {};

function statementAt(statement: CompiledQuery<Read>, offset: number): CompiledQuery<Read> {
  const parameters = statement.parameters.map((value) => (value === offsetMark ? offset : value));
  return { ...statement, parameters };
}

function memoKeyOf(memo: string, { sort, trashed, limit }: ListQuery): string {
  return JSON.stringify([memo, sort, trashed, limit]);
}

/** Not where the words of the statement hang on data, or its totals on more than the whole list. */
function mayKeep({ columns, counted, where }: ListSource, { sort }: ListQuery): boolean {
  return counted !== undefined && !where && !sort.some(({ field }) => columns[field]?.groups);
}

function totalIn({ live, deleted }: ListState, trashed: ListQuery['trashed']): number {
  return trashed === 'without' ? live : trashed === 'only' ? deleted : live + deleted;
}

/** What tells one filter of a list from the others. */
function keyOf(db: Kysely<Tables>, list: string | undefined, expression: Sql): string {
  const { sql: text, parameters } = sql`select ${expression}`.compile(db);
  return JSON.stringify([list, text, parameters]);
}

/** Rows found by id in another order, put into the order of the ids. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface ListPlan {
  from: Sql;
  /** `where …`, or nothing. */
  where: Sql;
  id: Sql;
  /** How many they are, told with no more tables than their conditions need. */
  counting: Sql;
  order: Term[];
  /** Groups of rows, one after the other; mostly one of everything. */
  groups: Group[];
  /** For a list by newest whose conditions are on one table: its rows that are not deleted, or those that are, or both. */
  newest: NewestRows[] | undefined;
  /** The groups once for rows that are there and once for deleted ones: indexes have but one or the other. */
  halves: Sql[] | undefined;
}

interface Group {
  /** Nothing, or `and …`. */
  where: Sql;
  /** What the group is sorted by before the id: itself, and what breaks its ties. */
  value?: Sql;
  tie?: Sql;
  order: Term[];
}

interface Term {
  sql: Sql;
  order: SortOrder;
  /** Where empty values stand, if there may be any. */
  nulls?: 'first' | 'last';
}

/** What a file needs beyond a page: the list's own table, and those that its cells read. */
interface Whole {
  cells: readonly string[];
}

/** The tables, conditions and order of a list; one that is told from narrow tables alone leaves the wide one out. */
export async function planOf(
  db: Kysely<Tables>,
  { spec, source, query, timeZone }: Asked,
  whole?: Whole,
): Promise<ListPlan> {
  const conditionsIn = (half: Trashed) =>
    togetherOf(source, query.filters).map((filters) => {
      const [filter] = filters;
      const condition = conditionOf(spec, source, filters, timeZone);
      const isTold = half === 'without' && source.columns[filter.field]?.tellsDeleted;
      return { field: filter.field, ...(isTold ? ofNothing(filter, condition) : condition) };
    });
  const conditions = conditionsIn(query.trashed);
  const [first, ...more] = query.sort.flatMap(({ field }) => source.columns[field] ?? []);
  const mayWalk = source.beside !== undefined && !whole && more.length === 0 && query.trashed !== 'only';
  const groups = mayWalk ? first?.groups : undefined;
  const ordering = first && [
    groups ? groups.at : (first.at ?? ownTable),
    ...more.map(({ at }) => at ?? ownTable),
  ];
  const read = [...conditions.flatMap(({ at }) => at), ...(ordering ?? [])];
  if (whole || source.where) read.push(ownTable, ...(whole?.cells ?? []));
  const tables = tablesOf(source, read, !first);
  const whereIn = ({ present }: ListTables, trashed: Trashed = query.trashed) => {
    const all = [...conditionsIn(trashed).map((condition) => condition.sql), ...present(trashed)];
    if (source.where) all.push(source.where);
    return sql`where ${all.length > 0 ? sql.join(all, sql` and `) : sql`true`}`;
  };
  const [only] = conditions;
  const mayCountQuickly = query.filters.length === 1 && !source.where;
  const quickly = mayCountQuickly ? (only?.count ?? allBut({ spec, source, query, timeZone })) : undefined;
  const conditional = [...conditions.flatMap(({ at }) => at), ...(source.where ? [ownTable] : [])];
  const narrow = tablesOf(source, conditional, false);
  const countOf = (half: Trashed) =>
    half === 'without' && quickly
      ? quickly
      : sql`(select count(*) from ${narrow.from} ${whereIn(narrow, half)})`;
  // Deleted ones and others apart: indexes have but one or the other.
  const halves: readonly Trashed[] =
    query.trashed === 'with' && source.deletedAt ? ['without', 'only'] : [query.trashed];
  const { newestRows } = tables;
  const conditionsOnNewest = conditions.filter(({ field }) => source.columns[field]?.isNewest);
  const order = orderOf(source, query.sort, tables);
  const asOne: Group = { where: sql``, ...(order.length > 1 && { value: order[0]?.sql }), order };
  return {
    from: tables.from,
    id: tables.id,
    where: whereIn(tables),
    counting: sql`(${sql.join(halves.map(countOf), sql` + `)})`,
    order,
    newest:
      newestRows && !whole && !first && conditions.length > 0
        ? halves.map((half) => ({
            from: tables.from,
            where: whereIn(tables, half),
            id: tables.id,
            newest: tables.newest,
            some: (rows) => newestRows(rows, half, conditionsOnNewest),
            counting: countOf(half),
          }))
        : undefined,
    groups:
      !mayWalk || !first || first.constant
        ? [asOne]
        : groupsOf(first, order, groups && (await groups.of(db))),
    halves:
      mayWalk && query.trashed === 'with' && !first?.tellsDeleted
        ? [sql.join(tables.present('without'), sql` and `), sql.join(tables.present('only'), sql` and `)]
        : undefined,
  };
}

/** All there are less those that the only filter leaves out, where these are likely fewer; they are of one moment. */
function allBut({ spec, source, query, timeZone }: Asked): Sql | undefined {
  const [filter] = query.filters;
  if (filter && source.counted !== undefined && source.columns[filter.field]?.constant) {
    return sql`(case when ${conditionOf(spec, source, [filter], timeZone).sql} then state.live else 0 end)`;
  }
  const others = filter && source.counted !== undefined ? othersOf(spec, source, filter) : undefined;
  if (!others) return undefined;
  const condition = conditionOf(spec, source, [others], timeZone);
  const tables = tablesOf(source, condition.at, false);
  const where = sql.join([condition.sql, ...tables.present('without')], sql` and `);
  return sql`(state.live - (select count(*) from ${tables.from} where ${where}))`;
}

/** The same of a column that is null in every row. PostgreSQL would look at each of them. */
function ofNothing({ op, value }: Filter, { at }: Located): Located {
  const isMet = op === 'ne' || (op === 'null' && booleanOf(asText(value)) === true);
  return { at, sql: isMet ? sql`true` : sql`false`, count: isMet ? sql`state.live` : sql`0::bigint` };
}

/** The filter that finds exactly what this one does not. */
function othersOf(spec: ListSpec, { columns }: ListSource, filter: Filter): Filter | undefined {
  const { field, op, value } = filter;
  const column = columns[field];
  if (op === 'ne') return { field, op: 'eq', value };
  const isOn = booleanOf(asText(value));
  if (op === 'null' && isOn && column?.sparse) return { field, op, value: '0' };
  if (op === 'null' && !isOn && !column?.sparse) return { field, op, value: '1' };
  if (op === 'eq' && !isOn && column?.required && spec.fields[field]?.type === 'boolean') {
    return { field, op, value: '1' };
  }
  return undefined;
}

interface ListTables {
  from: Sql;
  id: Sql;
  newest: Sql;
  /** Some of the newest of a half that meet these, if all is read from one table with an index of them. */
  newestRows: ((rows: number, half: Trashed, conditions: readonly Located[]) => Sql) | undefined;
  /** Conditions on deletion, one for each table, so that each one's partial indexes may serve. */
  present(trashed: ListQuery['trashed']): Sql[];
}

function tablesOf(source: ListSource, read: readonly string[], byNewest: boolean): ListTables {
  const beside = [...new Set(read)].flatMap((alias) => source.beside?.[alias] ?? []);
  const joined = [...new Set(read)].flatMap((alias) => source.joined?.[alias] ?? []);
  const newest = beside.find((table) => table.newest !== undefined)?.newest;
  const [root, ...others] = beside;
  const needsOwn = !root || joined.length > 0 || read.includes(ownTable) || (byNewest && !newest);
  const deletedOf = (table: BesideTable, is: boolean) => (is ? table.deleted : sql`not ${table.deleted}`);
  const id = needsOwn ? source.id : root.id;
  const joins = (needsOwn ? beside : others).map((table) => sql`join ${table.from} on ${table.id} = ${id}`);
  const first = needsOwn ? source.from : root.from;
  const byTime = needsOwn ? source.newest : newest;
  const alias = needsOwn ? source.alias : read.find((name) => source.beside?.[name] === root);
  const isOne = joins.length === 0 && joined.length === 0 && byTime !== undefined;
  const present = (trashed: Trashed) => {
    if (trashed === 'with') return [];
    const ownOnes =
      needsOwn && source.deletedAt
        ? [trashed === 'only' ? sql`${source.deletedAt} is not null` : sql`${source.deletedAt} is null`]
        : [];
    return [...ownOnes, ...beside.map((table) => deletedOf(table, trashed === 'only'))];
  };
  return {
    from: sql.join([first, ...joins, ...joined], sql` `),
    id,
    newest: byTime ?? source.newest,
    newestRows:
      isOne && alias !== undefined
        ? (rows, half, conditions) => {
            const where = [...present(half), ...conditions.map((condition) => condition.sql)];
            return sql`(select * from ${first} where ${allOf(where)} order by ${byTime} desc, ${id} desc
              limit ${sql.lit(rows)}) as ${sql.ref(alias)}`;
          }
        : undefined,
    present,
  };
}

/** As asked, else newest first; empty values last in both directions; the id breaks ties. */
function orderOf({ columns }: ListSource, sort: ListQuery['sort'], { id, newest }: ListTables): Term[] {
  const idTerm: Term = { sql: id, order: sort.at(-1)?.order ?? 'desc' };
  if (sort.length === 0) return [{ sql: newest, order: 'desc' }, idTerm];
  const terms = sort.flatMap(({ field, order }): Term[] => {
    const column = columns[field];
    if (!column || column.constant) return [];
    return [{ sql: column.order ?? column.sql, order, ...(!column.required && { nulls: 'last' }) }];
  });
  return [...terms, idTerm];
}

/** Walks along an index, one after the other: no index has the empty values last in both directions. */
function groupsOf(column: ListColumn, [term, idTerm]: Term[], conditions: Sql[] | undefined): Group[] {
  if (!term || !idTerm) return [];
  if (conditions) {
    const ordered = term.order === 'desc' ? conditions.toReversed() : conditions;
    return ordered.map((where) => ({ where: sql`and ${where}`, order: [idTerm] }));
  }
  const value = term.sql;
  if (column.required) {
    const { tie } = column;
    const ties = tie ? [{ sql: tie, order: term.order }] : [];
    return [{ where: sql``, value, ...(tie && { tie }), order: [term, ...ties, idTerm] }];
  }
  const filled = column.filled ?? column.sql;
  return [
    { where: sql`and ${filled} is not null`, value, order: [{ sql: value, order: term.order }, idTerm] },
    { where: sql`and ${filled} is null`, value, order: [idTerm] },
  ];
}

/**
 * The ids of a page; with `fromEnd`, the total, read from the other end and so the last first. `kept`: in the same
 * words for every page.
 */
function idsOf(
  plan: ListPlan,
  query: ListQuery,
  { fromEnd, kept }: { fromEnd: number | undefined; kept: boolean },
): Sql {
  const { limit } = query;
  const before = offsetOf(query);
  const after = (fromEnd ?? 0) - before - limit;
  const groups = fromEnd === undefined ? plan.groups : plan.groups.map(turned).reverse();
  const size = fromEnd === undefined ? limit : Math.max(0, Math.min(limit, limit + after));
  // A parameter in a subquery is one that no plan is made for anew.
  const offset = kept
    ? sql`(select ${offsetMark}::bigint)`
    : sql.lit(fromEnd === undefined ? before : Math.max(0, after));
  const { id, from, where, halves } = plan;
  const part = sql`limit ${sql.lit(size)} offset ${offset}`;
  const [only] = groups;
  if (groups.length === 1 && only && !halves) {
    return sql`select ${id} as id from ${from} ${where} ${only.where} ${orderBy(only.order)} ${part}`;
  }
  const walks = groups.flatMap((group, place) =>
    (halves ?? [sql`true`]).map(
      (half) => sql`(select ${id} as id, ${place}::int as place, ${group.value ?? sql`null::int`} as value,
        ${group.tie ?? sql`null::int`} as tie from ${from} ${where} ${group.where} and ${half} ${orderBy(group.order)} limit ${sql.lit(size)} + ${offset})`,
    ),
  );
  const pages = sql`(${sql.join(walks, sql` union all `)}) as pages`;
  // PostgreSQL reads the walks one after the other, and the later ones only when they are needed.
  if (!halves) return sql`select id from ${pages} ${part}`;
  const [byValue, byId = byValue] = (only?.order ?? []).map((term) => sql.raw(term.order));
  return sql`select id from ${pages} order by place, value ${byValue}, tie ${byId}, id ${byId} ${part}`;
}

function turned({ order, ...group }: Group): Group {
  const turnedOrder = order.map(({ nulls, ...term }): Term => ({
    ...term,
    order: term.order === 'asc' ? 'desc' : 'asc',
    ...(nulls && { nulls: nulls === 'last' ? 'first' : 'last' }),
  }));
  return { ...group, order: turnedOrder };
}

/** `order by …` of a list read as one. */
export function orderBy(terms: readonly Term[]): Sql {
  const said = terms.map((term) => {
    const direction = term.order === 'desc' ? sql`desc` : sql`asc`;
    return sql`${term.sql} ${direction}${term.nulls ? sql.raw(` nulls ${term.nulls}`) : sql``}`;
  });
  return sql`order by ${sql.join(said)}`;
}
