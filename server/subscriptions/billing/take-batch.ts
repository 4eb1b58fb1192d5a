import { clientSubject, writeAudit } from '#server/audit-log/audit-store.ts';
import { repeatOnConflict } from '#server/db/passing-conflict.ts';
import type { Db } from '#server/db/tables.ts';
import { isUnavailable } from '#server/kernel/app-error.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import {
  lockDue,
  lockNextDue,
  postpone,
  subscribedById,
  type SubscribedRow,
} from '#server/subscriptions/subscription-store.ts';
import { writeOutcomes } from '#server/subscriptions/write-outcomes.ts';
import { addPart, changeOf, countChanges, noResult, type RunResult, type RunTime } from './run-result.ts';

/** How many clients are written in one transaction. */
export const batchSize = 500;
const putOffMs = 3_600_000;

interface BatchOptions {
  /** Waits for the client that is due longest, if another worker is at it, and takes that one alone. */
  waits?: boolean;
  /** Called in the batch's transaction; false: nothing may be taken any more. */
  mayTake?: (tx: Db) => Promise<boolean>;
  /** Called in the same transaction with what it does. */
  note?: (tx: Db, part: RunResult) => Promise<void>;
}

/**
 * Takes due clients that nobody else is at, in one transaction, and returns what was done. Rows that another worker has
 * locked are left to that one; when it dies, its transaction is undone and they are due again.
 */
export async function takeBatch(
  deps: SubscriptionDeps,
  time: RunTime,
  { waits = false, mayTake, note }: BatchOptions = {},
): Promise<RunResult> {
  const { db, log } = deps;
  const { moment, now } = time;
  let rows: SubscribedRow[] = [];
  try {
    return await db.transaction().execute(async (tx) => {
      if (mayTake && !(await mayTake(tx))) return noResult();
      rows = waits ? await lockNextDue(tx, moment) : await lockDue(tx, moment, batchSize);
      if (rows.length === 0) return noResult();
      const general = await generalTerms(deps, tx);
      const changed = rows.flatMap((row) => changeOf(row, general, time) ?? []);
      const written = await writeOutcomes(deps, tx, now, changed);
      await putOffStuck(deps, tx, { rows, written, time });
      const part = { ...noResult(), clients: rows.length };
      countChanges(part, changed);
      await note?.(tx, part);
      return part;
    });
  } catch (error) {
    // Then no single client is at fault.
    if (rows.length === 0 || isUnavailable(error)) throw error;
    log.error({ err: error, clients: rows.length }, 'billing batch failed; its clients are taken one by one');
    const whole = noResult();
    for (const { id } of rows) addPart(whole, await takeOne(deps, id, time, note));
    return whole;
  }
}

/**
 * Takes one client of a failed batch. If it fails again, it is postponed and stops nobody else. Another lane may have
 * taken it meanwhile.
 */
async function takeOne(
  deps: SubscriptionDeps,
  id: string,
  time: RunTime,
  note: BatchOptions['note'],
): Promise<RunResult> {
  const { db, log } = deps;
  const { moment, now } = time;
  const isDue = (row: SubscribedRow) => row.next_event_at !== null && row.next_event_at <= moment;
  const part = () => ({ ...noResult(), clients: 1 });
  const take = async (tx: Db): Promise<RunResult> => {
    const row = await subscribedById(tx, id, { lock: true });
    const change = row && isDue(row) && changeOf(row, await generalTerms(deps, tx), time);
    const done = part();
    if (change) {
      await writeOutcomes(deps, tx, now, [change]);
      countChanges(done, [change]);
    }
    await note?.(tx, done);
    return done;
  };
  try {
    return await repeatOnConflict(() => db.transaction().execute(take));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.error({ err: error, clientId: id }, 'the lifecycle of a client failed');
    return db.transaction().execute(async (tx) => {
      const row = await subscribedById(tx, id, { lock: true });
      const done = part();
      if (row && isDue(row)) {
        await putOff(deps, tx, { row, error, now });
        done.failed = 1;
      }
      await note?.(tx, done);
      return done;
    });
  }
}

/** Postpones a client that would be due again at once and keep the run going for ever. */
async function putOffStuck(
  deps: SubscriptionDeps,
  tx: Db,
  {
    rows,
    written,
    time: { moment, now },
  }: {
    rows: readonly SubscribedRow[];
    written: readonly { id: string; next_event_at: Date | null }[];
    time: RunTime;
  },
): Promise<void> {
  const isDone = (next: Date | null) => next === null || next > moment;
  const done = new Set(written.filter((one) => isDone(one.next_event_at)).map(({ id }) => id));
  const error = new Error('the lifecycle of a client makes no progress');
  for (const row of rows) if (!done.has(row.id)) await putOff(deps, tx, { row, error, now });
}

/** Postpones a client for a while; staff can see it. */
async function putOff(
  { locale }: SubscriptionDeps,
  tx: Db,
  { row, error, now }: { row: SubscribedRow; error: unknown; now: Date },
): Promise<void> {
  await postpone(tx, row.id, new Date(now.getTime() + putOffMs));
  await writeAudit(tx, systemCaller(now, locale), {
    action: 'client.lifecycle_failed',
    ...clientSubject(row),
    changes: [
      { field: 'error', before: null, after: error instanceof Error ? error.message : String(error) },
    ],
  });
}
