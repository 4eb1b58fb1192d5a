import { closesUnpaid } from '#contract/clients/suggested-amounts.ts';
import type { DuePayment } from '#contract/cabinets/cabinet.ts';
import type { Db } from '#server/db/tables.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { nextCharge } from '#server/subscriptions/lifecycle/forecast.ts';
import { dueOf, graceEnd, later, missing } from '#server/subscriptions/lifecycle/lifecycle-steps.ts';
import { subscriptionOf, termsOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import type { SubscriptionDeps } from '#server/subscriptions/subscription-deps.ts';
import { subscribedById } from '#server/subscriptions/subscription-store.ts';

interface Standing {
  /** When the account closes because its owner asked for it. */
  closesAt: Date | null;
  /** A saved card pays what is missing. */
  byCard: boolean;
}

/**
 * What a client has to pay next, by when, and when it is suspended otherwise. Null when nothing is: the tariff is free,
 * a colleague suspended the client, or the account closes before.
 */
export async function readDuePayment(
  deps: Pick<SubscriptionDeps, 'settings' | 'timeZone'>,
  on: Db,
  id: string,
  { closesAt, byCard }: Standing,
): Promise<DuePayment | null> {
  const row = await subscribedById(on, id);
  const subscription = row && row.blocked_from === null ? subscriptionOf(row) : undefined;
  if (!row || !subscription) return null;
  const terms = termsOf(row, await generalTerms(deps, on));
  const state = { subscription, ...terms };
  const next = nextCharge(state);
  const { status, settledAt } = subscription;
  const closes = {
    status,
    closes_at: closesAt?.toISOString() ?? null,
    next_charge: next && { ...next, date: next.date.toISOString() },
  };
  if (dueOf(state).price === 0 || closesUnpaid(closes)) return null;
  const blockAt = status === 'grace' ? later(graceEnd(subscription, terms), settledAt) : null;
  return {
    missing: missing(state),
    due_at: next?.date.toISOString() ?? null,
    block_at: blockAt?.toISOString() ?? null,
    by_card: byCard,
  };
}
