import type { Db } from '#server/db/tables.ts';
import { addDays, dayOf } from '#server/kernel/periods.ts';
import { deletionFloor, soonDays } from './lifecycle/deletion-floor.ts';
import { restored } from './lifecycle/restoring.ts';
import { subscriptionOf } from './lifecycle/stored-subscription.ts';
import { lockSubscription, settleSubscription } from './settle-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { updateSubscription } from './subscription-store.ts';
import { moveRevenue } from '#server/wallet/revenue-store.ts';

/** Continues a subscription after its deletion was undone; the time spent deleted does not count. */
export async function restoreSubscription(
  deps: SubscriptionDeps,
  tx: Db,
  { id, deletedAt, now }: { id: string; deletedAt: Date; now: Date },
): Promise<void> {
  const before = subscriptionOf(await lockSubscription(tx, id));
  if (!before) return;
  const { trialEnds, anchor, blockedAt, deletionNotBefore, settledAt } = restored(before, deletedAt, now);
  await updateSubscription(tx, id, {
    trial_ends: trialEnds,
    anchor,
    blocked_at: blockedAt,
    deletion_not_before: deletionNotBefore,
    settled_at: settledAt,
  });
  await settleSubscription(deps, tx, id, now);
  await moveRevenue(tx, [{ id, day: dayOf(now, deps.timeZone) }]);
}

/**
 * Blocks a client whose archived data were restored, as before the deletion. Retention starts again, with at least
 * the days that a changed setting leaves.
 */
export async function blockAgain(
  { timeZone }: Pick<SubscriptionDeps, 'timeZone'>,
  tx: Db,
  id: string,
  now: Date,
): Promise<void> {
  await updateSubscription(tx, id, {
    status: 'blocked',
    blocked_at: now,
    deletion_not_before: deletionFloor(addDays(now, soonDays, timeZone), now, timeZone),
    next_event_at: now,
  });
}
