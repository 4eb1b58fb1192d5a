import type { Caller } from '#server/kernel/caller.ts';
import type { Db } from './tables.ts';

/** Reads the answer to a write on the connection of its transaction. */
export type Say<Answer> = (tx: Db) => Promise<Answer>;

/** For callers who need no answer. */
export const sayNothing: Say<undefined> = () => Promise.resolve(undefined);

/**
 * A write and its answer, in one transaction (docs/decisions/0123). The result of `work` is the answer's `data`: it is
 * read, and checked against the call's route, before the commit, so that nothing is written that can't be answered.
 */
export function answered<Data>(
  db: Db,
  { checkData }: Pick<Caller, 'checkData'>,
  work: (tx: Db) => Promise<Data>,
): Promise<Data> {
  return inTransaction(db, async (tx) => {
    const data = await work(tx);
    if (data !== undefined) checkData?.(data);
    return data;
  });
}

/** In the caller's transaction where there is one (an act on many rows, docs/decisions/0169), else in one of its own. */
export function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
