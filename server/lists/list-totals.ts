import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/**
 * Exact totals of lists that are too long to count each time (docs/decisions/0030). Each change of such a list adds a
 * row to `list_changes` in its own transaction. The rows that a snapshot sees add up to the number of rows in the
 * list, and `token` identifies the state that the snapshot sees.
 */
export interface ListState {
  live: number;
  deleted: number;
  token: number;
  /** How many rows were added up. */
  pieces: number;
}

/** One row with the state of a list in the statement's own snapshot. */
export function listState(list: string): RawBuilder<ListState> {
  return sql`(select coalesce(sum(live), 0)::bigint as live, coalesce(sum(deleted), 0)::bigint as deleted,
    coalesce(bit_xor(token), 0) as token, count(*) as pieces from list_changes where list = ${list})`;
}

/** The present state of a list. */
export async function readListState(db: Db, list: string): Promise<ListState> {
  const { rows } = await sql<ListState>`select state.* from ${listState(list)} as state`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('the state of a list is one row');
  return state;
}

const manyPieces = 200;
const folding = new WeakSet<Db>();

/** Merges many rows into one while others read and write; the first process that notices does it. */
export function foldWhenMany(db: Db, list: string, { pieces }: Pick<ListState, 'pieces'>): void {
  if (pieces < manyPieces || folding.has(db)) return;
  folding.add(db);
  void sql`
    with gone as (delete from list_changes where list = ${list} returning live, deleted, token)
    insert into list_changes (list, live, deleted, token)
      select ${list}, sum(live), sum(deleted), bit_xor(token) from gone having count(*) > 0`
    .execute(db)
    .catch(() => undefined) // the next reader tries again
    .finally(() => folding.delete(db));
}

interface Remembered {
  token: number;
  total: number;
}

const rememberedPerDatabase = 1000;
const remembered = new WeakMap<Db, Map<string, Remembered>>();

/** The last counted total of a filter, and the state of the list at that time. */
export function knownTotal(db: Db, key: string | undefined): Remembered | undefined {
  return key === undefined ? undefined : remembered.get(db)?.get(key);
}

/** Drops the oldest first. */
export function rememberTotal(db: Db, key: string | undefined, total: Remembered): void {
  if (key === undefined) return;
  const totals = remembered.get(db) ?? new Map<string, Remembered>();
  remembered.set(db, totals);
  totals.delete(key);
  totals.set(key, total);
  for (const oldest of totals.keys()) {
    if (totals.size <= rememberedPerDatabase) break;
    totals.delete(oldest);
  }
}
