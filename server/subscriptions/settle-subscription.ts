import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { generalTerms } from './general-terms.ts';
import { advance } from './lifecycle/lifecycle.ts';
import { isRunning, subscriptionOf, termsOf } from './lifecycle/stored-subscription.ts';
import type { Outcome, Subscription, Terms } from './lifecycle/subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { subscribedById, type SubscribedRow } from './subscription-store.ts';
import { writeOutcomes } from './write-outcomes.ts';

/** Runs one client's lifecycle up to now. */
export async function settleSubscription(
  deps: SubscriptionDeps,
  tx: Db,
  id: string,
  now: Date,
): Promise<void> {
  await moveSubscription(deps, tx, { id, now }, (subscription, terms) => advance(subscription, terms, now));
}

/**
 * Locks a client and writes what the pure lifecycle makes of its subscription; does nothing while time stands still
 * for it. Lock order: tariffs or settings first where needed, then clients, then anything else.
 */
export async function moveSubscription(
  deps: SubscriptionDeps,
  tx: Db,
  { id, now }: { id: string; now: Date },
  move: (subscription: Subscription, terms: Terms) => Outcome,
): Promise<void> {
  const row = await lockSubscription(tx, id);
  const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
  if (!subscription) return;
  const terms = termsOf(row, await generalTerms(deps, tx));
  await writeOutcomes(deps, tx, now, [{ row, terms, outcome: move(subscription, terms) }]);
}

/** @throws AppError `not_found` */
export async function lockSubscription(tx: Db, id: string): Promise<SubscribedRow> {
  const row = await subscribedById(tx, id, { lock: true });
  if (!row) throw new AppError('not_found');
  return row;
}
