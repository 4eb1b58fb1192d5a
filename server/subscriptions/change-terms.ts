import type { Db } from '#server/db/tables.ts';
import { firstId } from '#server/kernel/ids.ts';
import { addDays } from '#server/kernel/periods.ts';
import { generalTerms } from './general-terms.ts';
import { deletionFloor, soonDays } from './lifecycle/deletion-floor.ts';
import { derived } from './lifecycle/forecast.ts';
import { isRunning, subscriptionOf, termsOf } from './lifecycle/stored-subscription.ts';
import { lockSubscription, settleSubscription } from './settle-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { type Concerned, rescheduleNext, rescheduleSoon, updateSubscription } from './subscription-store.ts';

const rescheduledAtOnce = 5000;

/**
 * Changes a client's own terms by `change`. What was due before is settled by the old terms, and no deletion comes
 * nearer than 7 days.
 */
export async function changeOwnTerms(
  deps: SubscriptionDeps,
  tx: Db,
  { id, now }: { id: string; now: Date },
  change: () => Promise<void>,
): Promise<void> {
  await settleSubscription(deps, tx, id, now);
  const before = await lockSubscription(tx, id);
  const subscription = isRunning(before) ? subscriptionOf(before) : undefined;
  await change();
  if (!subscription) return;
  const { deletionAt } = derived(subscription, termsOf(before, await generalTerms(deps, tx)));
  const floor = deletionAt && deletionFloor(deletionAt, now, deps.timeZone);
  const old = before.deletion_not_before;
  if (floor) await updateSubscription(tx, id, { deletion_not_before: old && old > floor ? old : floor });
  await settleSubscription(deps, tx, id, now);
}

/**
 * Applies changed general terms or tariff prices in the caller's transaction: clients whom they could affect within
 * days are rescheduled at once, all others by a job. With `protect` no deletion comes nearer than 7 days.
 */
export async function applyNewTerms(
  { queue, timeZone }: Pick<SubscriptionDeps, 'queue' | 'timeZone'>,
  tx: Db,
  { concerned, now, protect }: { concerned: Concerned; now: Date; protect: boolean },
): Promise<void> {
  const until = addDays(now, soonDays, timeZone);
  await rescheduleSoon(tx, concerned, {
    now,
    until,
    protect: protect ? deletionFloor(until, now, timeZone) : null,
  });
  await queue.enqueue(tx, 'reschedule', { ...concerned, since: now.toISOString() });
  await queue.enqueue(tx, 'billing-run', {});
}

/** The job that follows: runs the lifecycle of all other clients concerned. */
export async function reschedule(
  { db, queue }: Pick<SubscriptionDeps, 'db' | 'queue'>,
  { since, ...concerned }: Concerned & { since: string },
): Promise<void> {
  const now = new Date(since);
  for (let after: string | undefined = firstId; after !== undefined;) {
    after = await rescheduleNext(db, concerned, { now, after, limit: rescheduledAtOnce });
  }
  await queue.enqueue(db, 'billing-run', {});
}
