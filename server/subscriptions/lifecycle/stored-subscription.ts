import type { BillingPeriod } from '#contract/entities/client.ts';
import { derived } from './forecast.ts';
import { monthlyWorth } from './monthly-worth.ts';
import type { Outcome, Plan, Subscription, Terms } from './subscription.ts';
import { addDays } from '#server/kernel/periods.ts';
import type { PriceVersionRow } from '#server/subscriptions/price-store.ts';
import type {
  PlanRow,
  SubscribedRow,
  SubscriptionColumns,
} from '#server/subscriptions/subscription-store.ts';

/** Converts between a client's columns and the values of the pure lifecycle. Pure. */

/** The general settings, for clients without their own. */
export interface GeneralTerms {
  graceDays: number;
  retentionDays: number;
  reminderDays: readonly number[];
  timeZone: string;
  prices: PriceBook;
}

/** The prices of the tariffs that have had more than one, by the tariff's id. */
export type PriceBook = ReadonlyMap<string, Record<BillingPeriod, Plan>>;

/** The columns from which a subscription and its terms are made. */
export type StoredSubscription = Omit<
  SubscribedRow,
  | 'id'
  | 'name'
  | 'email'
  | 'locale'
  | 'deleted_at'
  | 'erased_at'
  | 'paid_entry_id'
  | 'monthly_worth'
  | 'waiting_step'
  | 'next_event_at'
  | 'allowed_until'
> &
  Partial<Pick<SubscribedRow, 'waiting_step'>>;

/** A client is warned this many days before the database is deleted (DESIGN section 7). */
const deletionWarningDays = [7, 1];

/** The subscription of a row; undefined before its free period. A block by hand hides the state below. */
export function subscriptionOf(row: StoredSubscription): Subscription | undefined {
  const status = row.blocked_from ?? row.status;
  if (!row.trial_ends || !row.settled_at || status === 'unconfirmed') return undefined;
  return {
    status,
    trialEnds: row.trial_ends,
    anchor: row.anchor,
    blockedAt: row.blocked_at,
    deletionNotBefore: row.deletion_not_before,
    balance: row.balance,
    since: row.tariff_since ?? row.created_at,
    discounts: row.discounts ?? [],
    closesAt: row.closes_at,
    settledAt: row.settled_at,
  };
}

/** Whether it changes with time and money. */
export function isRunning({ blocked_from, deleted_at, trial_ends }: SubscribedRow): boolean {
  return trial_ends !== null && blocked_from === null && deleted_at === null;
}

export function termsOf(row: StoredSubscription, general: GeneralTerms): Terms {
  const { tariff_id, price_month, price_year, next_tariff_id, next_price_month, next_price_year } = row;
  const hasNext = next_tariff_id !== null && next_price_month !== null && next_price_year !== null;
  return {
    plan: planOf({ id: tariff_id, price_month, price_year }, row.billing_period, general.prices),
    nextPlan:
      hasNext && row.next_billing_period
        ? planOf(
            { id: next_tariff_id, price_month: next_price_month, price_year: next_price_year },
            row.next_billing_period,
            general.prices,
          )
        : null,
    graceDays: row.term_without_payment_days ?? general.graceDays,
    retentionDays: row.database_retention_days ?? general.retentionDays,
    reminderDays: general.reminderDays,
    deletionWarningDays,
    timeZone: general.timeZone,
    waits: row.waiting_step ? [row.waiting_step] : [],
  };
}

/** A tariff's plan. The tariff's own row has the price if there was never another. */
export function planOf(
  { id, price_month, price_year }: Pick<PlanRow, 'id' | 'price_month' | 'price_year'>,
  billingPeriod: BillingPeriod,
  prices: PriceBook,
): Plan {
  const known = prices.get(id)?.[billingPeriod];
  return known ?? { tariffId: id, price: billingPeriod === 'year' ? price_year : price_month, billingPeriod };
}

/** The plan of a tariff with these price versions, the earliest first. */
export function pricedPlan(
  tariffId: string,
  billingPeriod: BillingPeriod,
  { versions: [first, ...others], timeZone }: { versions: readonly PriceVersionRow[]; timeZone: string },
): Plan {
  const priceOf = (one: PriceVersionRow) => (billingPeriod === 'year' ? one.price_year : one.price_month);
  const later = others.map((one) => ({
    price: priceOf(one),
    from: one.starts_at,
    existing: one.existing,
    presentFrom: addDays(one.starts_at, one.notice_days, timeZone),
  }));
  return {
    tariffId,
    billingPeriod,
    price: first ? priceOf(first) : 0,
    ...(later.length > 0 && { later }),
  };
}

/** The terms after an outcome, with its plans. */
export function termsAfter(terms: Terms, { plan, nextPlan }: Pick<Outcome, 'plan' | 'nextPlan'>): Terms {
  return { ...terms, plan, nextPlan };
}

/** The columns after an outcome. `paidEntryId` is the charge for the period then running. */
export function columnsOf(
  row: Pick<SubscribedRow, 'id' | 'monthly_worth'>,
  outcome: Outcome,
  { terms, paidEntryId }: { terms: Terms; paidEntryId: string | null },
): SubscriptionColumns {
  const { subscription, plan, nextPlan } = outcome;
  const { lastsUntil, deletionAt, nextEventAt, waitingStep, duePrice } = derived(
    subscription,
    termsAfter(terms, outcome),
  );
  return {
    id: row.id,
    status: subscription.status,
    balance: subscription.balance,
    tariff_id: plan.tariffId,
    tariff_since: subscription.since,
    due_price: duePrice,
    discounts: subscription.discounts.length > 0 ? [...subscription.discounts] : null,
    billing_period: plan.billingPeriod,
    next_tariff_id: nextPlan?.tariffId ?? null,
    next_billing_period: nextPlan?.billingPeriod ?? null,
    trial_ends: subscription.trialEnds,
    anchor: subscription.anchor,
    paid_entry_id: paidEntryId,
    monthly_worth: monthlyWorth(outcome.effects) ?? row.monthly_worth,
    blocked_at: subscription.blockedAt,
    deletion_at: deletionAt,
    deletion_not_before: subscription.deletionNotBefore,
    lasts_until: lastsUntil,
    settled_at: subscription.settledAt,
    next_event_at: nextEventAt,
    waiting_step: waitingStep,
  };
}
