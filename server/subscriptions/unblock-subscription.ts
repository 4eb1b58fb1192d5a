import type { ClientStatus } from '#contract/entities/client.ts';
import type { Db } from '#server/db/tables.ts';
import { unblock } from './lifecycle/manual-block.ts';
import { subscriptionOf } from './lifecycle/stored-subscription.ts';
import type { Outcome } from './lifecycle/subscription.ts';
import { lockSubscription, moveSubscription } from './settle-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { updateSubscription } from './subscription-store.ts';

/**
 * Continues a subscription after a block by hand: with its running period, else with what the balance pays for.
 * `isUndone`: the client was not told of the block, so its end is no news either.
 */
export async function unblockSubscription(
  deps: SubscriptionDeps,
  tx: Db,
  { id, blockedFrom, now, isUndone }: { id: string; blockedFrom: ClientStatus; now: Date; isUndone: boolean },
): Promise<void> {
  if (!subscriptionOf(await lockSubscription(tx, id))) {
    return updateSubscription(tx, id, { status: blockedFrom });
  }
  await moveSubscription(deps, tx, { id, now }, (subscription, terms) => {
    const outcome = unblock(subscription, terms, blockedFrom, now);
    return isUndone ? untold(outcome) : outcome;
  });
}

function untold(outcome: Outcome): Outcome {
  const effects = outcome.effects.filter((effect) => effect.kind !== 'mail' || effect.mail !== 'resumed');
  return { ...outcome, effects };
}
