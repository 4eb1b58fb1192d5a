import { discounted } from './discount.ts';
import type { Effect, Outcome, Plan, Subscription, Terms } from './subscription.ts';
import { finish } from './lifecycle-mails.ts';
import {
  begin,
  type Course,
  covers,
  isClosedBy,
  join,
  later,
  runTo,
  sinceOn,
  take,
} from './lifecycle-steps.ts';
import { priceAt } from './price.ts';
import { calendarDaysBetween, wholeDaysUntil } from '#server/kernel/periods.ts';

/**
 * Changes of tariff or billing period (DESIGN section 7, "Refund"). Pure: the preview and the change are the same
 * result.
 */

/** What was charged for the running period, if it was charged and not reversed. */
export interface PaidPeriod {
  amount: number;
  start: Date;
  end: Date;
}

export interface PlanChange {
  plan: Plan;
  when: 'now' | 'period_end';
  paid: PaidPeriod | null;
}

/** How much balance and refund lack to the new price (less its discount), in minor units; nothing changes. */
export interface PlanChangeRefusal {
  refused: 'balance_too_low';
  refund: number;
  price: number;
  missing: number;
}

/**
 * Changes the plan. In the free period, in grace, blocked and archived it changes at once and is charged when
 * covered. While a paid period runs it changes now (unused days are refunded and a full period is charged) or at the
 * period's end. A second choice for the period's end replaces the first; choosing the present plan cancels it. A closed
 * account, which is about to be deleted, keeps its plan and its money.
 */
export function changePlan(
  subscription: Subscription,
  terms: Terms,
  { plan, when, paid }: PlanChange,
  now: Date,
): Outcome | PlanChangeRefusal {
  const moment = later(now, subscription.settledAt);
  const course = begin(subscription, terms);
  runTo(course, terms, moment);
  if (isClosedBy(course.subscription, moment)) return finish(course, terms, moment);
  if (course.subscription.status !== 'active') {
    join(course, plan, moment);
    runTo(course, terms, moment, { returns: true });
  } else if (when === 'period_end' || isSamePlan(plan, course.plan)) {
    course.nextPlan = isSamePlan(plan, course.plan) ? null : plan;
  } else {
    const refusal = beginNow(course, terms, { plan, paid: paidPeriod(course, paid) }, moment);
    if (refusal) return refusal;
  }
  return finish(course, terms, moment);
}

/** What a person is told before the change, in minor units. */
export interface PlanChangePreview {
  refund: number;
  charge: number;
  /** What was taken off the charge. */
  discount: number;
  balanceAfter: number;
  trialEnds: Date;
  status: Subscription['status'];
  /** From when on the new plan applies. */
  holdsFrom: Date;
}

/** Sums up a change that was made or would be made. */
export function previewOf({ subscription, nextPlan, effects }: Outcome): PlanChangePreview {
  const { balance, trialEnds, status, settledAt } = subscription;
  return {
    refund: sumOf(effects, 'refund'),
    charge: sumOf(effects, 'charge'),
    discount: effects.reduce((sum, one) => (one.kind === 'charge' ? sum + one.discount : sum), 0),
    balanceAfter: balance,
    trialEnds,
    status,
    holdsFrom: nextPlan ? trialEnds : settledAt,
  };
}

/** Refunds unused days and begins a full period of the new plan now. */
function beginNow(
  course: Course,
  terms: Terms,
  { plan, paid }: { plan: Plan; paid: PaidPeriod | null },
  now: Date,
): PlanChangeRefusal | undefined {
  const { subscription } = course;
  const refund = paid ? refundOf(paid, subscription.trialEnds, now, terms.timeZone) : 0;
  const balance = subscription.balance + refund;
  const due = discounted(priceAt(plan, sinceOn(plan, course, now), now), subscription.discounts);
  const { price } = due;
  if (!covers(balance, price)) return { refused: 'balance_too_low', refund, price, missing: price - balance };
  if (refund > 0) {
    const period = { periodStart: now, periodEnd: subscription.trialEnds, plan: course.plan };
    course.effects.push({ kind: 'refund', at: now, amount: refund, ...period });
  }
  course.subscription = { ...subscription, balance };
  take(course, { kind: 'renew', at: now, start: now, anchor: now, plan, ...due }, terms);
  return undefined;
}

/** The amount charged × unused whole days ÷ days of the period, rounded down. */
function refundOf({ amount, start, end }: PaidPeriod, trialEnds: Date, now: Date, timeZone: string): number {
  const days = calendarDaysBetween(start, end, timeZone);
  // A restored client's end is later than that of the paid period, by the time spent deleted.
  const unused = Math.min(wholeDaysUntil(trialEnds, now, timeZone), days);
  return days > 0 ? Math.floor((amount * unused) / days) : 0;
}

/** The payment of the period now running: if a period has just begun, its charge replaces the given one. */
function paidPeriod({ effects }: Course, paid: PaidPeriod | null): PaidPeriod | null {
  const begun = effects.findLast((effect) => effect.kind === 'charge' || effect.kind === 'renewal');
  if (!begun) return paid;
  return begun.kind === 'charge'
    ? { amount: begun.amount, start: begun.periodStart, end: begun.periodEnd }
    : null;
}

export function isSamePlan(one: Plan, other: Plan): boolean {
  return one.tariffId === other.tariffId && one.billingPeriod === other.billingPeriod;
}

function sumOf(effects: readonly Effect[], kind: 'charge' | 'refund'): number {
  return effects.reduce((sum, effect) => (effect.kind === kind ? sum + effect.amount : sum), 0);
}
