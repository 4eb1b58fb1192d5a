import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { missingOf } from '#contract/clients/suggested-amounts.ts';

/** The day until which the balance pays; nothing while it does not even pay for the next period. */
export function lastsUntilOf(
  subscription: Parameters<typeof missingOf>[0] & Pick<OwnSubscription, 'status' | 'lasts_until'>,
): string | null {
  const { status, lasts_until } = subscription;
  const isRunning = status === 'trial' || status === 'active';
  return isRunning && missingOf(subscription) === 0 ? lasts_until : null;
}
