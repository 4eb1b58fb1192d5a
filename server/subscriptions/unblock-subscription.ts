import type { ClientStatus } from '#contract/entities/client.ts';
import type { Db } from '#server/db/tables.ts';
import { unblock } from './lifecycle/manual-block.ts';
import { subscriptionOf } from './lifecycle/stored-subscription.ts';
import { lockSubscription, moveSubscription } from './settle-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { updateSubscription } from './subscription-store.ts';

/** Continues a subscription after a block by hand: with its running period, else with what the balance pays for. */
export async function unblockSubscription(
  deps: SubscriptionDeps,
  tx: Db,
  { id, blockedFrom, now }: { id: string; blockedFrom: ClientStatus; now: Date },
): Promise<void> {
  if (!subscriptionOf(await lockSubscription(tx, id))) {
    return updateSubscription(tx, id, { status: blockedFrom });
  }
  await moveSubscription(deps, tx, { id, now }, (subscription, terms) =>
    unblock(subscription, terms, blockedFrom, now),
  );
}
