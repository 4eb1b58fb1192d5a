import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/kernel/list-query.ts';
import type { Db } from '#server/db/tables.ts';
import { type ListRequest, type ListStatement, listStatement, type Part } from './list-statement.ts';
import { foldWhenMany, listState, type ListState, knownTotal, rememberTotal } from './list-totals.ts';

type Sql = RawBuilder<unknown>;

interface PageRequest extends ListRequest {
  /** A query for the one row whose id is `page.id`: it adds the rows to the page. */
  row?: Sql;
  /** The total, where the caller has counted in the same snapshot. */
  counted?: number;
}

/**
 * A page of a list and its exact total at the same moment, from one statement (DESIGN section 4, "Lists"). `ids` are
 * in the requested order; `token` names the state of the list that was read, if the list's changes are counted.
 */
export async function listPage<Row>(
  db: Db,
  { row, counted, ...asked }: PageRequest,
): Promise<{ ids: string[]; rows: Row[]; total: number; token: number | undefined }> {
  const { source, query } = asked;
  const statement = await listStatement(db, asked);
  const key = keyOf(db, source.counted, statement.filter);
  const known = knownTotal(db, key);
  const isWhole = source.counted !== undefined && query.filters.length === 0 && !source.where;
  const part = partOf(query, statement.readsFromEnd ? known?.total : undefined);
  const read = (asIn: Part, token: number | undefined) =>
    readPage<Row>(db, {
      statement,
      part: asIn,
      list: source.counted,
      row,
      total: isWhole
        ? sql`null::bigint`
        : counted === undefined
          ? unlessIn(token, statement.total)
          : sql`${counted}::bigint`,
    });
  let page = await read(part, known?.token);
  let total = totalOf(page);
  if (part.fromEnd && total !== known?.total) {
    // Something was written since the count, so the end has moved.
    page = await read(partOf(query, undefined), page.state.token);
    total = totalOf(page, total);
  }
  if (source.counted === undefined) return { ...page, total, token: undefined };
  rememberTotal(db, key, { token: page.state.token, total });
  foldWhenMany(db, source.counted, page.state);
  return { ...page, total, token: page.state.token };

  function totalOf({ state, counted }: ReadPage<Row>, seen = known?.total ?? 0): number {
    return isWhole ? totalIn(state, query.trashed) : (counted ?? seen);
  }
}

/** Reads from the end when that is nearer. */
function partOf({ page, limit }: ListQuery, total: number | undefined): Part {
  const offset = (page - 1) * limit;
  if (total === undefined || offset <= total / 2) return { limit, offset };
  const behind = total - offset - limit;
  return { limit: Math.max(0, Math.min(limit, limit + behind)), offset: Math.max(0, behind), fromEnd: true };
}

/** Skips the count when the statement sees the state of the list that this token names. */
function unlessIn(token: number | undefined, total: Sql): Sql {
  if (token === undefined) return total;
  return sql`(case when state.token = ${token}::bigint then null else ${total} end)`;
}

interface ReadPage<Row> {
  ids: string[];
  rows: Row[];
  counted: number | null;
  state: ListState;
}

interface Read extends ListState {
  counted: number | null;
  page_id: string | null;
}

/** Everything in one statement, so that it comes from one snapshot. */
async function readPage<Row>(
  db: Db,
  asked: {
    statement: ListStatement;
    part: Part;
    list: string | undefined;
    row: Sql | undefined;
    total: Sql;
  },
): Promise<ReadPage<Row>> {
  const { statement, part, list, row, total } = asked;
  const none = sql`(select 0 as live, 0 as deleted, 0 as token, 0 as pieces)`;
  const { rows: read } = await sql<Read>`${statement.shared ?? sql``}
    select page.id as page_id, state.*, ${total} as counted ${row ? sql`, found.*` : sql``}
    from ${list === undefined ? none : listState(list)} as state
      left join unnest(array(${statement.ids(part)})) with ordinality as page (id, place) on true
      ${row ? sql`left join lateral (${row}) as found on true` : sql``}
    order by page.place ${sql.raw(part.fromEnd ? 'desc' : 'asc')}`.execute(db);
  const [first] = read;
  if (!first) throw new Error('the state of a list is one row');
  const found = read.filter(({ page_id }) => page_id !== null);
  return {
    ids: found.map(({ page_id }) => page_id ?? ''),
    rows: row ? (found as unknown as Row[]) : [], // the row's own query was part of the statement
    counted: first.counted,
    state: first,
  };
}

function totalIn({ live, deleted }: ListState, trashed: ListQuery['trashed']): number {
  return trashed === 'without' ? live : trashed === 'only' ? deleted : live + deleted;
}

/** Identifies a filter of a list. */
function keyOf(db: Db, list: string | undefined, filter: Sql): string | undefined {
  if (list === undefined) return undefined;
  const { sql: text, parameters } = sql`select ${filter}`.compile(db);
  return JSON.stringify([list, text, parameters]);
}

/** Sorts rows into the order of the ids. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
