import type { DuePayment } from '#contract/cabinets/cabinet.ts';
import type { Db } from '#server/db/tables.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { nextCharge } from '#server/subscriptions/lifecycle/forecast.ts';
import {
  dueOf,
  graceEnd,
  isClosedBy,
  later,
  missing,
} from '#server/subscriptions/lifecycle/lifecycle-steps.ts';
import { subscriptionOf, termsOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { subscribedById } from '#server/subscriptions/subscription-store.ts';

type Deps = Pick<SubscriptionDeps, 'settings' | 'timeZone'>;

/** What a client has to pay next, by when, and when it is suspended otherwise. `byCard`: a saved card pays it. */
export async function readDuePayment(
  deps: Deps,
  on: Db,
  id: string,
  { byCard, now }: { byCard: boolean; now: Date },
): Promise<DuePayment | null> {
  const next = await readNextPayment(deps, on, id, now);
  return (
    next && {
      missing: next.missing,
      due_at: next.date?.toISOString() ?? null,
      block_at: next.blockAt?.toISOString() ?? null,
      by_card: byCard,
    }
  );
}

interface NextPayment {
  /** What the period that comes next costs, in minor units. */
  amount: number;
  /** What the balance lacks for it. */
  missing: number;
  /** When it is charged; null: when the money comes. */
  date: Date | null;
  /** When the client is suspended if it isn't paid; only of one in grace. */
  blockAt: Date | null;
}

/**
 * The payment that comes next. Null when none does: the tariff is free, a colleague suspended the client, or the account
 * closes before.
 */
export async function readNextPayment(
  deps: Deps,
  on: Db,
  id: string,
  now: Date,
): Promise<NextPayment | null> {
  const row = await subscribedById(on, id);
  const isDue = row && row.blocked_from === null && row.deleted_at === null;
  const subscription = isDue ? subscriptionOf(row) : undefined;
  if (!row || !subscription) return null;
  const terms = termsOf(row, await generalTerms(deps, on));
  const { status, trialEnds } = subscription;
  const settledAt = later(subscription.settledAt, now);
  // A suspended client's period begins when it is paid, at the price of that moment.
  const state = { subscription: { ...subscription, settledAt }, ...terms };
  const { price } = dueOf(state);
  if (price === 0 || isClosedBy(subscription, trialEnds)) return null;
  return {
    amount: price,
    missing: missing(state),
    date: nextCharge(state)?.date ?? null,
    blockAt: status === 'grace' ? later(graceEnd(subscription, terms), settledAt) : null,
  };
}
