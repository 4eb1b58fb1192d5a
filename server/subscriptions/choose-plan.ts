import type { BillingPeriod, ClientStatus } from '#contract/entities/client.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { generalTerms } from './general-terms.ts';
import { changePlanWhileBlocked } from './lifecycle/manual-block.ts';
import { dueOf } from './lifecycle/lifecycle-steps.ts';
import { derived, nextCharge, type PeriodCharge } from './lifecycle/forecast.ts';
import { priceAt } from './lifecycle/price.ts';
import { planOf, subscriptionOf, termsAfter, termsOf } from './lifecycle/stored-subscription.ts';
import type { Outcome, Plan, Terms } from './lifecycle/subscription.ts';
import { changePlan, type PaidPeriod, type PlanChangePreview, previewOf } from './lifecycle/tariff-change.ts';
import { lockSubscription } from './settle-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import {
  type PaidLine,
  paidPeriods,
  planRow,
  type SubscribedRow,
  updateSubscription,
} from './subscription-store.ts';
import { writeOutcomes } from './write-outcomes.ts';

export interface PlanChoice {
  tariffId: string;
  /** Undefined keeps the present one. */
  billingPeriod: BillingPeriod | undefined;
  when: 'now' | 'period_end';
}

/** What a change of plan did, or would do; `price` is for one period of the new plan. */
export interface PlanOutcome {
  preview: Omit<PlanChangePreview, 'trialEnds' | 'status'> & { trialEnds: Date | null; status: ClientStatus };
  price: number;
  /** The charge of the period after it. */
  next: PeriodCharge | null;
}

/**
 * Changes the tariff or billing period, now or at the period's end. With `preview` nothing is written, and the answer
 * is exactly what the change would do. A client without a subscription yet simply gets the plan.
 * @throws AppError `balance_too_low` with the sums that it is about; nothing changes then.
 */
export async function choosePlan(
  deps: SubscriptionDeps,
  tx: Db,
  { id, choice, now, preview = false }: { id: string; choice: PlanChoice; now: Date; preview?: boolean },
): Promise<PlanOutcome> {
  const row = await lockSubscription(tx, id);
  const { tariff, general } = await offerOf(deps, tx, choice);
  const plan = planOf(tariff, choice.billingPeriod ?? row.billing_period, general.prices);
  const terms = termsOf(row, general);
  const subscription = subscriptionOf(row);
  if (!subscription || row.blocked_from !== null) return setPlan(tx, row, { plan, terms, now, preview });
  const paid = await paidPeriodOf(tx, row);
  const outcome = changePlan(subscription, terms, { plan, when: choice.when, paid }, now);
  if ('refused' in outcome) {
    const { refund, price, missing } = outcome;
    throw new AppError('balance_too_low', {
      fields: { tariff_id: [{ key: 'errors.balance_too_low' }] },
      extra: { shortfall: { refund, price, missing } },
    });
  }
  if (!preview) await writeOutcomes(deps, tx, now, [{ row, outcome, terms }]);
  return { preview: previewOf(outcome), price: priceAfter(outcome), next: nextCharge(outcome) };
}

/**
 * What the same change would do to many clients' money, without locks: null for one whose balance is too low. Clients
 * for whom time stands still pay nothing.
 */
export async function forecastPlans(
  deps: Pick<SubscriptionDeps, 'settings' | 'timeZone'>,
  db: Db,
  { rows, choice, now }: { rows: readonly SubscribedRow[]; choice: PlanChoice; now: Date },
): Promise<Map<string, { charge: number; refund: number } | null>> {
  const { tariff, general } = await offerOf(deps, db, choice);
  const paid = await paidPeriods(
    db,
    rows.flatMap(({ paid_entry_id }) => paid_entry_id ?? []),
  );
  return new Map(
    rows.map((row) => {
      const subscription = subscriptionOf(row);
      if (!subscription || row.blocked_from !== null) return [row.id, { charge: 0, refund: 0 }];
      const plan = planOf(tariff, choice.billingPeriod ?? row.billing_period, general.prices);
      const outcome = changePlan(
        subscription,
        termsOf(row, general),
        { plan, when: choice.when, paid: periodOf(paid.get(row.paid_entry_id ?? '')) },
        now,
      );
      return [row.id, 'refused' in outcome ? null : previewOf(outcome)];
    }),
  );
}

async function offerOf(deps: Parameters<typeof generalTerms>[0], db: Db, { tariffId }: PlanChoice) {
  const tariff = await planRow(db, tariffId);
  if (!tariff) throw new Error('the tariff is gone'); // tariffs are archived, never deleted
  return { tariff, general: await generalTerms(deps, db) };
}

/** The price of a period of the chosen plan, without discounts: of the one just charged, else of the next. */
function priceAfter(outcome: Outcome): number {
  const charged = outcome.effects.findLast(({ kind }) => kind === 'charge' || kind === 'renewal');
  if (outcome.nextPlan || !charged) return fullPriceOf(outcome);
  return charged.kind === 'charge' ? charged.amount + charged.discount : 0;
}

function fullPriceOf(outcome: Outcome): number {
  const { price, discount } = dueOf(outcome);
  return price + discount;
}

/** Sets the plan of a client for whom time stands still; nothing is charged. */
async function setPlan(
  tx: Db,
  row: SubscribedRow,
  { plan, terms, now, preview }: { plan: Plan; terms: Terms; now: Date; preview: boolean },
): Promise<PlanOutcome> {
  const { blocked_from: blockedFrom, balance, trial_ends: trialEnds, status } = row;
  const subscription = subscriptionOf(row);
  const outcome =
    subscription && blockedFrom
      ? changePlanWhileBlocked(subscription, terms, { plan, blockedFrom }, now)
      : undefined;
  const { plan: present, nextPlan } = outcome ?? { plan, nextPlan: null };
  const since = plan.tariffId === row.tariff_id ? row.tariff_since : now;
  if (!preview) {
    await updateSubscription(tx, row.id, {
      tariff_id: present.tariffId,
      billing_period: present.billingPeriod,
      tariff_since: outcome?.subscription.since ?? since,
      due_price: outcome ? derived(outcome.subscription, termsAfter(terms, outcome)).duePrice : null,
      next_tariff_id: nextPlan?.tariffId ?? null,
      next_billing_period: nextPlan?.billingPeriod ?? null,
    });
  }
  const holdsFrom = nextPlan && trialEnds ? trialEnds : now;
  return {
    preview: { refund: 0, charge: 0, discount: 0, balanceAfter: balance, trialEnds, status, holdsFrom },
    price: outcome ? fullPriceOf(outcome) : priceAt(plan, since ?? row.created_at, now),
    next: null,
  };
}

async function paidPeriodOf(tx: Db, { paid_entry_id }: SubscribedRow): Promise<PaidPeriod | null> {
  return periodOf(paid_entry_id ? (await paidPeriods(tx, [paid_entry_id])).get(paid_entry_id) : undefined);
}

function periodOf(paid: PaidLine | undefined): PaidPeriod | null {
  if (!paid?.period_start || !paid.period_end) return null;
  return { amount: -paid.amount, start: paid.period_start, end: paid.period_end };
}
