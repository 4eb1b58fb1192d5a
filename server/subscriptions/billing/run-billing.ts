import { firstId, newId } from '#server/kernel/ids.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { beginPrices } from '#server/subscriptions/price-store.ts';
import { dueAfter } from '#server/subscriptions/subscription-store.ts';
import { nextRunMoment } from './catch-up.ts';
import { holdSteps, stepsToHold } from './hold-steps.ts';
import { firstDue, noteRun, ranUntil } from './progress-store.ts';
import { noteSilence, realNow } from './silence.ts';
import { addPart, changeOf, countChanges, noResult, type RunResult, type RunTime } from './run-result.ts';
import { doneByHelpers, shared, takeAll } from './share-billing.ts';
import { batchSize, takeBatch } from './take-batch.ts';

interface RunOptions {
  /** Called with the number of clients checked so far. */
  onBatch?: (clients: number) => void;
}

/**
 * Runs the lifecycle of all due clients (DESIGN section 7, "Runs"), until none is due: in batches of one transaction
 * each, together with the other workers when there are many, possibly at the same time as another run, and day by day
 * when more than a day was missed. If it is killed anywhere, the next run continues; run again, it finds nothing to do.
 * @throws AppError `clock_differs` when this process may not act; nothing is changed then.
 */
export async function runBilling(deps: SubscriptionDeps, options: RunOptions = {}): Promise<RunResult> {
  const { db, clock, clockGuard, log } = deps;
  await clockGuard.require();
  const result = noResult();
  const now = clock.now();
  const id = newId(now);
  await noteSilence(deps);
  await beginPrices(db, now);
  await issueProformas(deps, now);
  const held = await holdSteps(deps, await generalTerms(deps, db), now);
  let from = await ranUntil(db);
  for (;;) {
    const first = await firstDue(db, now);
    // The very first run begins with the client that is due longest.
    const moment = nextRunMoment(from ?? first ?? now, first, now);
    await runDay(deps, { id, result, time: { moment, now, held } }, options);
    await noteRun(db, moment, realNow(clock));
    if (moment >= now) break;
    from = moment;
  }
  for (const part of await doneByHelpers(deps, id, now)) addPart(result, part);
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

interface Day {
  /** The run's. */
  id: string;
  result: RunResult;
  time: RunTime;
}

/** Runs until nobody is due at the moment. */
async function runDay(
  deps: SubscriptionDeps,
  { id, result, time }: Day,
  { onBatch }: RunOptions,
): Promise<void> {
  const take = async ({ waits = false } = {}) => {
    const part = await takeBatch(deps, time, { waits });
    addPart(result, part);
    if (part.clients > 0) onBatch?.(result.clients);
    return part.clients === batchSize;
  };
  // On most days one batch holds everybody.
  if (!(await take())) return;
  await shared(deps, { runId: id, time }, async () => {
    for (;;) {
      await takeAll(take);
      // The rest is under way at helpers, or was, when one has died.
      if ((await firstDue(deps.db, time.moment)) === null) return;
      await take({ waits: true });
    }
  });
}
