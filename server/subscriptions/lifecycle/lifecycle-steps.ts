import type { BillingPeriod } from '#contract/entities/client.ts';
import type { HeldStep } from '#contract/clients/subscription.ts';
import type { Outcome, Plan, Subscription, Terms } from './subscription.ts';
import { addDays, addMonths, monthsBetween } from '#server/kernel/periods.ts';

/** The steps of the lifecycle (DESIGN section 7): which comes next, and what it makes of a subscription. Pure. */

/** What happens next by itself: a period begins (free of charge or charged), or a worse state does. */
export type Step =
  | { kind: 'renew'; at: Date; start: Date; anchor: Date; plan: Plan }
  | { kind: 'grace' | 'block' | 'archive'; at: Date };

/** A subscription on its way to a moment. */
export interface Course extends Outcome {
  /** When the last step was taken, else where the course began. */
  since: Date;
}

/** Begins a course; the same object is then taken on by `runTo` and `take`, and closed by `finish`. */
export function begin(subscription: Subscription, { plan, nextPlan }: Terms): Course {
  return { subscription, plan, nextPlan, effects: [], since: subscription.settledAt };
}

/**
 * Takes every step that is due by the moment, up to one that waits for approval; `returns` lets a covered archived client
 * come back.
 */
export function runTo(course: Course, terms: Terms, moment: Date, { returns = false } = {}): void {
  for (;;) {
    const step = nextStep(course, terms, { returns });
    if (!step || step.at.getTime() > moment.getTime() || isHeld(step, terms)) break;
    take(course, step, terms);
  }
  course.subscription = { ...course.subscription, settledAt: moment };
}

/**
 * The single next thing that happens by itself, and when. What is already due happens at `settledAt`, for before that
 * nothing was.
 */
export function nextStep(
  { subscription, plan, nextPlan }: Omit<Outcome, 'effects'>,
  terms: Terms,
  { returns = false } = {},
): Step | undefined {
  const { status, trialEnds, anchor, balance, settledAt } = subscription;
  const due = nextPlan ?? plan;
  const isCovered = covers(balance, due);
  switch (status) {
    case 'trial':
    case 'active': {
      const at = later(trialEnds, settledAt);
      if (!isCovered) return { kind: 'grace', at };
      return { kind: 'renew', at, start: trialEnds, anchor: anchor ?? trialEnds, plan: due };
    }
    case 'grace':
      if (!isCovered) return { kind: 'block', at: later(graceEnd(subscription, terms), settledAt) };
      return { kind: 'renew', at: settledAt, start: trialEnds, anchor: anchor ?? trialEnds, plan: due };
    case 'blocked':
      if (!isCovered) return { kind: 'archive', at: later(deletionDate(subscription, terms), settledAt) };
      return { kind: 'renew', at: settledAt, start: settledAt, anchor: settledAt, plan: due };
    case 'archived':
      if (!isCovered || !returns) return undefined;
      return { kind: 'renew', at: settledAt, start: settledAt, anchor: settledAt, plan: due };
  }
}

/** Whether a step waits for somebody's yes. What is late then happens at `settledAt`, so that no term is cut short. */
export function isHeld({ kind }: Step, { waits = [] }: Terms): boolean {
  return waits.some((step) => step === kind);
}

/** The step that is due and waits; null when none does. */
export function waitingStep(course: Omit<Outcome, 'effects'>, terms: Terms): HeldStep | null {
  const step = nextStep(course, terms);
  const isDue = step && isHeld(step, terms) && step.at.getTime() <= course.subscription.settledAt.getTime();
  return isDue && (step.kind === 'block' || step.kind === 'archive') ? step.kind : null;
}

/** Takes one step: the course becomes what it leads to, and tells its effects. */
export function take(course: Course, step: Step, terms: Terms): void {
  const { subscription, effects } = course;
  const { at } = step;
  course.since = at;
  switch (step.kind) {
    case 'renew':
      renew(course, step, terms);
      return;
    case 'grace':
      // The period is over: what was chosen for its end is now what is owed.
      course.plan = course.nextPlan ?? course.plan;
      course.nextPlan = null;
      course.subscription = { ...subscription, status: 'grace', settledAt: at };
      effects.push({ kind: 'grace', at });
      return;
    case 'block':
      course.subscription = { ...subscription, status: 'blocked', blockedAt: at, settledAt: at };
      effects.push({ kind: 'block', at });
      return;
    case 'archive':
      course.subscription = { ...subscription, status: 'archived', settledAt: at };
      effects.push({ kind: 'archive', at });
      return;
  }
}

function renew(course: Course, step: Extract<Step, { kind: 'renew' }>, { timeZone }: Terms): void {
  const { subscription, effects } = course;
  const { at, start, anchor, plan } = step;
  const periodEnd = periodAfter(start, anchor, plan, timeZone);
  effects.push(
    plan.price > 0
      ? { kind: 'charge', amount: plan.price, at, periodStart: start, periodEnd, plan }
      : { kind: 'renewal', at, periodStart: start, periodEnd, plan },
  );
  if (subscription.status === 'blocked') effects.push({ kind: 'resume', at });
  if (subscription.status === 'archived') effects.push({ kind: 'return', at });
  course.plan = plan;
  course.nextPlan = null;
  course.subscription = {
    status: 'active',
    trialEnds: periodEnd,
    anchor,
    blockedAt: null,
    deletionNotBefore: null,
    balance: subscription.balance - plan.price,
    settledAt: at,
  };
}

/** The end of the period that begins at a point of the anchor's month grid. */
export function periodAfter(start: Date, anchor: Date, { billingPeriod }: Plan, timeZone: string): Date {
  const gone = start === anchor ? 0 : monthsBetween(anchor, start, timeZone);
  return addMonths(anchor, gone + monthsOf(billingPeriod), timeZone);
}

export function monthsOf(billingPeriod: BillingPeriod): number {
  return billingPeriod === 'year' ? 12 : 1;
}

/** Whether a balance pays a period of the plan; one that costs nothing is paid even by a debtor. */
export function covers(balance: number, { price }: Plan): boolean {
  return price === 0 || balance >= price;
}

/** What the balance lacks of the next period; minor units. */
export function missing({ subscription, plan, nextPlan }: Omit<Outcome, 'effects'>): number {
  return Math.max(0, (nextPlan ?? plan).price - subscription.balance);
}

/** When a client in grace is blocked, nominally. */
export function graceEnd({ trialEnds }: Subscription, { graceDays, timeZone }: Terms): Date {
  return addDays(trialEnds, graceDays, timeZone);
}

/** When a blocked client's database is deleted, nominally. */
export function deletionDate(
  { blockedAt, settledAt, deletionNotBefore }: Subscription,
  { retentionDays, timeZone }: Terms,
): Date {
  const date = addDays(blockedAt ?? settledAt, retentionDays, timeZone);
  return deletionNotBefore ? later(date, deletionNotBefore) : date;
}

export function later(one: Date, other: Date): Date {
  return one.getTime() > other.getTime() ? one : other;
}

export function outcomeOf({ subscription, plan, nextPlan, effects }: Course): Outcome {
  return { subscription, plan, nextPlan, effects };
}
