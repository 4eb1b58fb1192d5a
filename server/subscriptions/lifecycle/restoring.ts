import type { Subscription } from './subscription.ts';
import { later } from './lifecycle-steps.ts';

/**
 * A subscription after its deletion was undone. The time spent deleted does not count: every future date moves later
 * by it, and the moved end is the new anchor (DESIGN section 7, "Deleted"). Pure.
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
