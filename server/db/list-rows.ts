import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { keptPlan } from '#server/db/kept-plans.ts';
import { countingOf, isMost } from '#server/db/list-counting.ts';
import { type Group, halvesOf, type ListPlan, orderBy, planOf, type Term } from '#server/db/list-plan.ts';
import type { ListSource } from '#server/db/list-source.ts';
import {
  foldWhenMany,
  listState,
  type ListState,
  rememberedTotal,
  rememberTotal,
} from '#server/db/list-totals.ts';
import type { AskedList } from '#server/db/list-where.ts';
import { newestFirst, usualTries } from '#server/db/newest-first.ts';
import { sortedFirst } from '#server/db/sorted-first.ts';
import type { Tables } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

/** Source and row are made only when the statement is not known yet. */
interface AskedPage extends Omit<AskedList, 'source'> {
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
  const asked: AskedList = { ...asking, source };
  const plan = await planOf(db, asked);
  const isFiltered = query.filters.length > 0 || source.where !== undefined;
  const counting = isFiltered || source.counted === undefined ? countingOf(asked) : undefined;
  const key = keyOf(db, source.counted, counting?.plainly ?? sql`${query.trashed}::text`);
  const known = source.counted === undefined ? undefined : rememberedTotal(db, key);
  const isMore = known?.isMost ?? (counting !== undefined && (await isMost(db, counting)));

  const offset = offsetOf(query);
  const kept = mayKeep(source, query) ? memoKey : undefined;
  const isSoon = counting !== undefined && offset + query.limit <= nearBeginning;

  const first = await read(known, known?.total);
  if (first.fromEnd === undefined || first.fromEnd === first.total) return keep(first);
  // Something was written since it was counted: there is another end.
  return keep(await read(first.state && { token: first.state.token, total: first.total }, undefined));

  /** Counts what is not known of this very state of the list. */
  async function read(seen: { token: number; total: number } | undefined, expected: number | undefined) {
    const isWalked = !isSoon || (!plan.newest && !plan.sorted);
    const isNearEnd = isWalked && kept === undefined && expected !== undefined && offset > expected / 2;
    const fromEnd = isNearEnd ? expected : undefined;
    const { counting: total, ...looking } = lookingFor(fromEnd);
    const page = await readPage<Row>(db, {
      list: source.counted,
      row: row?.(),
      ...looking,
      counting: total && unlessIn(seen?.token, total),
      memoKey: kept,
      offset,
    });
    return { ...page, fromEnd, total: totalOf(page, seen?.total) };
  }

  function lookingFor(fromEnd: number | undefined): { looked?: Sql; ids: Sql; counting: Sql | undefined } {
    const walk = idsOf(plan, query, { fromEnd, kept: kept !== undefined });
    if (!counting) return { ids: walk, counting };
    const { limit } = query;
    const tries = source.tries ?? usualTries;
    if (isSoon && plan.newest) {
      const halves = plan.newest.map((rows) => ({ ...rows, counting: counting.of(rows.half, isMore) }));
      // Where most rows are found, some of the newest are: nothing is quicker than to walk on until there.
      return newestFirst(halves, { limit, offset, tries: isMore ? { ...tries, first: tries.next } : tries });
    }
    const halves = halvesOf(asked).map((half) => counting.of(half, isMore));
    const total = sql`(${sql.join(halves, sql` + `)})`;
    return isSoon && plan.sorted
      ? sortedFirst(plan.sorted, { limit, offset, tries, counting: total, walk })
      : { ids: walk, counting: total };
  }

  function totalOf({ state, counted }: ReadPage<Row>, seen = 0): number {
    if (counting || !state) return counted ?? seen;
    return totalIn(state, query.trashed);
  }

  function keep({ ids, rows, state, fromEnd, total }: ReadPage<Row> & { fromEnd?: number; total: number }) {
    if (state && source.counted !== undefined) {
      rememberTotal(db, key, { token: state.token, total, isMost: isMore });
      foldWhenMany(db, source.counted, state);
    }
    const token = state?.token;
    if (fromEnd === undefined) return { ids, rows, total, token };
    return { ids: ids.reverse(), rows: rows.reverse(), total, token };
  }
}

/** Nothing where the statement sees the state of the list that this token names. */
function unlessIn(token: number | undefined, counting: Sql): Sql {
  if (token === undefined) return counting;
  return sql`(case when state.token = ${token}::bigint then null else ${counting} end)`;
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
