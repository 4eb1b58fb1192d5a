import type { OwnSubscription } from '#contract/clients/subscription.ts';

/** The day until which the balance pays; nothing once that day has passed. */
export function lastsUntilOf({ status, lasts_until }: OwnSubscription): string | null {
  return status === 'trial' || status === 'active' ? lasts_until : null;
}
