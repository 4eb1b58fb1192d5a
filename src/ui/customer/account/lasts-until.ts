import type { OwnSubscription } from '#contract/clients/subscription.ts';

/** Until when the balance pays; nothing once it no longer does: a day that has passed tells nobody anything. */
export function lastsUntilOf({ status, lasts_until }: OwnSubscription): string | null {
  return status === 'trial' || status === 'active' ? lasts_until : null;
}
