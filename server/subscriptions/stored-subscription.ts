import type { BillingPeriod } from '#contract/client.ts';
import { derived } from './forecast.ts';
import type { Outcome, Plan, Subscription, Terms } from './lifecycle.ts';
import type { PlanRow, SubscribedRow, SubscriptionColumns } from './subscription-store.ts';

/** Between a client's columns and what the pure lifecycle reckons with. Pure. */

/** The general settings that hold for a client without its own. */
export interface GeneralTerms {
  graceDays: number;
  retentionDays: number;
  reminderDays: readonly number[];
  timeZone: string;
}

/** What a subscription is made of. */
export type SubscriptionRow = Pick<
  SubscribedRow,
  | 'status'
  | 'blocked_from'
  | 'trial_ends'
  | 'settled_at'
  | 'anchor'
  | 'blocked_at'
  | 'deletion_not_before'
  | 'balance'
>;

/** What its terms are made of. */
export type TermsRow = Pick<
  SubscribedRow,
  | 'tariff_id'
  | 'price_month'
  | 'price_year'
  | 'billing_period'
  | 'next_tariff_id'
  | 'next_price_month'
  | 'next_price_year'
  | 'next_billing_period'
  | 'term_without_payment_days'
  | 'database_retention_days'
>;

/** Before a database goes, its client is warned so many days ahead (DESIGN section 7). */
const deletionWarningDays = [7, 1];

/** The subscription of a row; undefined before its free period began. A block by hand hides the state below. */
export function subscriptionOf(row: SubscriptionRow): Subscription | undefined {
  const status = row.blocked_from ?? row.status;
  if (!row.trial_ends || !row.settled_at || status === 'unconfirmed') return undefined;
  return {
    status,
    trialEnds: row.trial_ends,
    anchor: row.anchor,
    blockedAt: row.blocked_at,
    deletionNotBefore: row.deletion_not_before,
    balance: row.balance,
    settledAt: row.settled_at,
  };
}

/** Whether time and money act on it by themselves. */
export function isRunning({ blocked_from, deleted_at, trial_ends }: SubscribedRow): boolean {
  return trial_ends !== null && blocked_from === null && deleted_at === null;
}

export function termsOf(row: TermsRow, general: GeneralTerms): Terms {
  const { tariff_id, price_month, price_year, next_tariff_id, next_price_month, next_price_year } = row;
  const hasNext = next_tariff_id !== null && next_price_month !== null && next_price_year !== null;
  return {
    plan: planOf({ id: tariff_id, price_month, price_year }, row.billing_period),
    nextPlan:
      hasNext && row.next_billing_period
        ? planOf(
            { id: next_tariff_id, price_month: next_price_month, price_year: next_price_year },
            row.next_billing_period,
          )
        : null,
    graceDays: row.term_without_payment_days ?? general.graceDays,
    retentionDays: row.database_retention_days ?? general.retentionDays,
    reminderDays: general.reminderDays,
    deletionWarningDays,
    timeZone: general.timeZone,
  };
}

export function planOf(
  { id, price_month, price_year }: Pick<PlanRow, 'id' | 'price_month' | 'price_year'>,
  billingPeriod: BillingPeriod,
): Plan {
  return { tariffId: id, price: billingPeriod === 'year' ? price_year : price_month, billingPeriod };
}

/** The terms after an outcome: its plans in place of those before. */
export function termsAfter(terms: Terms, { plan, nextPlan }: Pick<Outcome, 'plan' | 'nextPlan'>): Terms {
  return { ...terms, plan, nextPlan };
}

/** The columns that an outcome leads to. `paidEntryId` is the charge of the period that then runs. */
export function columnsOf(
  row: Pick<SubscribedRow, 'id'>,
  outcome: Outcome,
  { terms, paidEntryId }: { terms: Terms; paidEntryId: string | null },
): SubscriptionColumns {
  const { subscription, plan, nextPlan } = outcome;
  const { lastsUntil, deletionAt, nextEventAt } = derived(subscription, termsAfter(terms, outcome));
  return {
    id: row.id,
    status: subscription.status,
    balance: subscription.balance,
    tariff_id: plan.tariffId,
    billing_period: plan.billingPeriod,
    next_tariff_id: nextPlan?.tariffId ?? null,
    next_billing_period: nextPlan?.billingPeriod ?? null,
    trial_ends: subscription.trialEnds,
    anchor: subscription.anchor,
    paid_entry_id: paidEntryId,
    blocked_at: subscription.blockedAt,
    deletion_at: deletionAt,
    deletion_not_before: subscription.deletionNotBefore,
    lasts_until: lastsUntil,
    settled_at: subscription.settledAt,
    next_event_at: nextEventAt,
  };
}
