import { clientSubject, writeAudit } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { firstId } from '#server/kernel/ids.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { beginPrices } from '#server/subscriptions/price-store.ts';
import {
  dueAfter,
  lockDue,
  postpone,
  subscribedById,
  type SubscribedRow,
} from '#server/subscriptions/subscription-store.ts';
import { writeOutcomes } from '#server/subscriptions/write-outcomes.ts';
import { nextRunMoment } from './catch-up.ts';
import { holdSteps, stepsToHold } from './hold-steps.ts';
import { firstDue, noteRun, ranUntil } from './progress-store.ts';
import { noteSilence, realNow } from './silence.ts';
import { changeOf, countChanges, noResult, type RunResult, type RunTime } from './run-result.ts';

const batchSize = 500;
/** One lane computes a batch while the database writes the other's. */
const lanes = 2;
const putOffMs = 3_600_000;

interface RunOptions {
  /** Called with the number of clients checked so far. */
  onBatch?: (clients: number) => void;
}

/**
 * Runs the lifecycle of all due clients (DESIGN section 7, "Runs"), until none is due: in batches of one transaction
 * each, possibly at the same time as another run, and day by day when more than a day was missed. If it is killed
 * anywhere, the next run continues; run again, it finds nothing to do.
 * @throws AppError `clock_differs` when this process may not act; nothing is changed then.
 */
export async function runBilling(deps: SubscriptionDeps, options: RunOptions = {}): Promise<RunResult> {
  const { db, clock, clockGuard, log } = deps;
  await clockGuard.require();
  const result = noResult();
  const now = clock.now();
  await noteSilence(deps);
  await beginPrices(db, now);
  await issueProformas(deps, now);
  const held = await holdSteps(deps, await generalTerms(deps, db), now);
  let from = await ranUntil(db);
  for (;;) {
    const first = await firstDue(db, now);
    // The very first run begins with the client that is due longest.
    const moment = nextRunMoment(from ?? first ?? now, first, now);
    await runDay(deps, result, { moment, now, held }, options);
    await noteRun(db, moment, realNow(clock));
    if (moment >= now) break;
    from = moment;
  }
  if (held.length > 0 && result.waiting > 0)
    log.error({ held, waiting: result.waiting }, 'blocks or deletions wait for approval');
  if (result.clients > 0) log.info(result, 'billing run');
  return result;
}

/** Before the reminders, which name them. Whatever is wrong with documents, time goes on for the clients. */
async function issueProformas({ proformas, log }: SubscriptionDeps, now: Date): Promise<void> {
  try {
    await proformas.issueDue(now);
  } catch (error) {
    log.error({ err: error }, 'proformas before the ends of periods could not be issued');
  }
}

/** What a run would do now; changes nothing. */
export async function dryRunBilling(
  deps: Pick<SubscriptionDeps, 'db' | 'clock' | 'settings' | 'timeZone'>,
  { onBatch }: RunOptions = {},
): Promise<RunResult> {
  const { db, clock } = deps;
  const result = noResult();
  const now = clock.now();
  const general = await generalTerms(deps, db);
  const time = { moment: now, now, held: await stepsToHold(deps, general, now) };
  for (let last = firstId; ;) {
    const rows = await dueAfter(db, now, last, batchSize);
    countChanges(
      result,
      rows.flatMap((row) => changeOf(row, general, time) ?? []),
    );
    result.clients += rows.length;
    onBatch?.(result.clients);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batchSize) return result;
  }
}

/** Runs until nobody is due at the moment. */
async function runDay(
  deps: SubscriptionDeps,
  result: RunResult,
  time: RunTime,
  { onBatch }: RunOptions,
): Promise<void> {
  const take = async () => {
    const clients = await takeBatch(deps, result, time);
    result.clients += clients;
    if (clients > 0) onBatch?.(result.clients);
    return clients === batchSize;
  };
  // On most days one batch holds everybody.
  if (!(await take())) return;
  const lane = async () => {
    while (await take());
  };
  // When one lane fails, the other must be waited for.
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failure = ended.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

async function takeBatch(deps: SubscriptionDeps, result: RunResult, time: RunTime): Promise<number> {
  const { db, log } = deps;
  const { moment, now } = time;
  let rows: SubscribedRow[] = [];
  try {
    const changes = await db.transaction().execute(async (tx) => {
      rows = await lockDue(tx, moment, batchSize);
      if (rows.length === 0) return [];
      const general = await generalTerms(deps, tx);
      const changed = rows.flatMap((row) => changeOf(row, general, time) ?? []);
      const written = await writeOutcomes(deps, tx, now, changed);
      await putOffStuck(deps, tx, { rows, written, time });
      return changed;
    });
    countChanges(result, changes);
  } catch (error) {
    // Then no single client is at fault.
    if (rows.length === 0 || (error instanceof AppError && error.code === 'clock_differs')) throw error;
    log.error({ err: error, clients: rows.length }, 'billing batch failed; its clients are taken one by one');
    for (const { id } of rows) await takeOne(deps, id, result, time);
  }
  return rows.length;
}

/**
 * Takes one client of a failed batch. If it fails again, it is postponed and stops nobody else. Another lane may have
 * taken it meanwhile.
 */
async function takeOne(deps: SubscriptionDeps, id: string, result: RunResult, time: RunTime): Promise<void> {
  const { db, log } = deps;
  const { moment, now } = time;
  const isDue = (row: SubscribedRow) => row.next_event_at !== null && row.next_event_at <= moment;
  try {
    await db.transaction().execute(async (tx) => {
      const row = await subscribedById(tx, id, { lock: true });
      const change = row && isDue(row) && changeOf(row, await generalTerms(deps, tx), time);
      if (!change) return;
      await writeOutcomes(deps, tx, now, [change]);
      countChanges(result, [change]);
    });
  } catch (error) {
    log.error({ err: error, clientId: id }, 'the lifecycle of a client failed');
    await db.transaction().execute(async (tx) => {
      const row = await subscribedById(tx, id, { lock: true });
      if (!row || !isDue(row)) return;
      await putOff(deps, tx, { row, error, now });
      result.failed += 1;
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
