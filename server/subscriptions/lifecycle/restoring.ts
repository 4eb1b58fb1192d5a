import type { Subscription } from './subscription.ts';
import { later } from './lifecycle-steps.ts';

/**
 * A subscription brought back from a (soft) deletion: the time spent deleted was not lived, so every moment that lies
 * ahead moves on by it, and the moved end is the new anchor (DESIGN section 7, "Deleted"). Pure.
 */
export function restored(subscription: Subscription, deletedAt: Date, now: Date): Subscription {
  const { trialEnds, anchor, blockedAt, deletionNotBefore, settledAt } = subscription;
  const spent = Math.max(0, now.getTime() - deletedAt.getTime());
  const movedOn = (moment: Date) => new Date(moment.getTime() + spent);
  const end = movedOn(trialEnds);
  return {
    ...subscription,
    trialEnds: end,
    anchor: anchor && end,
    blockedAt: blockedAt && movedOn(blockedAt),
    deletionNotBefore: deletionNotBefore && movedOn(deletionNotBefore),
    settledAt: later(now, settledAt),
  };
}
