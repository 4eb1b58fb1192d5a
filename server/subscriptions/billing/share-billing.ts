import { heldSteps } from '#contract/clients/subscription.ts';
import { alone } from '#server/db/alone.ts';
import { inLanes } from '#server/jobs/in-lanes.ts';
import { helpersFor } from '#server/jobs/shared-work.ts';
import type { Jobs } from '#server/jobs/queue.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { countDue } from '#server/subscriptions/subscription-store.ts';
import type { RunResult, RunTime } from './run-result.ts';
import { dayLock, isDayOver, putShare, takeShares } from './share-store.ts';
import { batchSize, takeBatch } from './take-batch.ts';

/** Workers share a run with many due clients (decision 243). */

/** One lane computes a batch while the database writes the other's. */
const lanes = 2;
/** What helpers of a run that died have written is of no use after this time. */
const uselessMs = 86_400_000;

/** Calls the other workers, and lets them help for as long as the work goes on. */
export async function shared(
  deps: SubscriptionDeps,
  { runId, time }: { runId: string; time: RunTime },
  work: () => Promise<void>,
): Promise<void> {
  const { db, queue } = deps;
  await alone(db, dayLock({ runId, moment: time.moment }), async () => {
    const parts = Math.ceil((await countDue(db, time.moment)) / batchSize);
    const { moment, now, held } = time;
    const at = { moment: moment.toISOString(), now: now.toISOString(), held: [...held] };
    const jobs = helpersFor(parts).map((helper) => ({ runId, ...at, helper }));
    await queue.enqueueAll(db, 'help-billing', jobs);
    await work();
  });
}

/** The job: takes batches for a run that another worker has begun, until none is left or that day of it is over. */
export async function helpBilling(deps: SubscriptionDeps, job: Jobs['help-billing']): Promise<void> {
  const { runId, moment, now, held } = job;
  const time: RunTime = {
    moment: new Date(moment),
    now: new Date(now),
    held: heldSteps.filter((step) => held.includes(step)),
  };
  await takeAll(async () => {
    const { clients } = await takeBatch(deps, time, {
      mayTake: async (tx) => !(await isDayOver(tx, { runId, moment: time.moment })),
      note: (tx, part) => putShare(tx, runId, part, time.now),
    });
    return clients === batchSize;
  });
}

/** What helpers did in a run, each batch once. */
export function doneByHelpers(
  { db }: Pick<SubscriptionDeps, 'db'>,
  runId: string,
  now: Date,
): Promise<Partial<RunResult>[]> {
  return takeShares(db, runId, { dropBefore: new Date(now.getTime() - uselessMs) });
}

/** Takes batch after batch, several at a time, until one is not full. */
export async function takeAll(take: () => Promise<boolean>): Promise<void> {
  await inLanes(lanes, async () => {
    while (await take());
  });
}
