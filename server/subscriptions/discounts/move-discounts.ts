import type { ClientDiscountRow, Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { derived } from '#server/subscriptions/lifecycle/forecast.ts';
import { changeDiscounts } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { isRunning, subscriptionOf, termsOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { Discount } from '#server/subscriptions/lifecycle/subscription.ts';
import { lockSubscription } from '#server/subscriptions/settle-subscription.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { storeDiscounts, updateSubscription } from '#server/subscriptions/subscription-store.ts';
import { writeOutcomes } from '#server/subscriptions/write-outcomes.ts';
import { endDiscountRow, insertDiscount } from './discount-store.ts';

/** A discount to give; either `percent` or `amount` (minor units). */
export type NewDiscount = Pick<
  ClientDiscountRow,
  'client_id' | 'percent' | 'amount' | 'periods' | 'reason' | 'promo_code_id' | 'created_by'
>;

/** Gives a client a discount for its next periods, with everything that follows. Answers its id. */
export async function addDiscount(
  deps: SubscriptionDeps,
  tx: Db,
  given: NewDiscount,
  now: Date,
): Promise<string> {
  const id = newId(now);
  await insertDiscount(tx, { ...given, id, created_at: now, ended_at: null, ended_by: null });
  await moveDiscounts(deps, tx, { clientId: given.client_id, now }, (before) => [
    ...before,
    asDiscount(id, given),
  ]);
  return id;
}

/** Ends a discount: the next period no longer gets it. The period that runs stays as it was paid. */
export async function removeDiscount(
  deps: SubscriptionDeps,
  tx: Db,
  { id, clientId, endedBy }: { id: string; clientId: string; endedBy: string | null },
  now: Date,
): Promise<void> {
  await endDiscountRow(tx, id, { ended_at: now, ended_by: endedBy });
  await moveDiscounts(deps, tx, { clientId, now }, (before) => before.filter((one) => one.id !== id));
}

/** A discount as the lifecycle counts it. */
export function asDiscount(
  id: string,
  { percent, amount, periods: left }: Pick<NewDiscount, 'percent' | 'amount' | 'periods'>,
): Discount {
  return percent === null
    ? { id, kind: 'amount', value: amount ?? 0, left }
    : { id, kind: 'percent', value: percent, left };
}

/** While time stands still, nothing is charged; only what the balance will pay for is another sum. */
async function moveDiscounts(
  deps: SubscriptionDeps,
  tx: Db,
  { clientId, now }: { clientId: string; now: Date },
  change: (discounts: readonly Discount[]) => readonly Discount[],
): Promise<void> {
  const row = await lockSubscription(tx, clientId);
  const terms = termsOf(row, await generalTerms(deps, tx));
  const subscription = subscriptionOf(row);
  if (subscription && isRunning(row)) {
    const outcome = changeDiscounts(subscription, terms, change, now);
    await writeOutcomes(deps, tx, now, [{ row, terms, outcome }]);
    return;
  }
  const discounts = change(row.discounts ?? []);
  await storeDiscounts(tx, clientId, discounts);
  if (!subscription) return;
  const { lastsUntil, duePrice } = derived({ ...subscription, discounts }, terms);
  await updateSubscription(tx, clientId, { lasts_until: lastsUntil, due_price: duePrice });
}
