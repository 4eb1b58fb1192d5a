import type { BillingPeriod } from '#contract/entities/client.ts';
import type { HeldStep } from '#contract/clients/subscription.ts';
import type { Outcome, Plan, Subscription, Terms } from './subscription.ts';
import { addDays, addMonths, monthsBetween } from '#server/kernel/periods.ts';

/** The steps of the lifecycle (DESIGN section 7): which one is next, and what it does to a subscription. Pure. */

/** What happens next without any action: a new period (free or charged), or a worse state. */
export type Step =
  | { kind: 'renew'; at: Date; start: Date; anchor: Date; plan: Plan }
  | { kind: 'grace' | 'block' | 'archive'; at: Date };

/** A subscription on its way to a moment. */
export interface Course extends Outcome {
  /** When the last step was taken, else where the course began. */
  since: Date;
}

/** Begins a course. `runTo` and `take` change this object, and `finish` ends it. */
export function begin(subscription: Subscription, { plan, nextPlan }: Terms): Course {
  return { subscription, plan, nextPlan, effects: [], since: subscription.settledAt };
}

/**
 * Takes every step that is due by the moment, until one waits for approval. With `returns` a covered archived client
 * comes back.
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
 * The next thing that happens without any action, and when. What is overdue happens at `settledAt`, because nothing
 * was due before.
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

/**
 * Whether a step waits for approval. If it is late by then, it happens at `settledAt`, so that no term is shortened.
 */
export function isHeld({ kind }: Step, { waits = [] }: Terms): boolean {
  return waits.some((step) => step === kind);
}

/** The step that is due and waits; null when there is none. */
export function waitingStep(course: Omit<Outcome, 'effects'>, terms: Terms): HeldStep | null {
  const step = nextStep(course, terms);
  const isDue = step && isHeld(step, terms) && step.at.getTime() <= course.subscription.settledAt.getTime();
  return isDue && (step.kind === 'block' || step.kind === 'archive') ? step.kind : null;
}

/** Takes one step: changes the course and adds its effects. */
export function take(course: Course, step: Step, terms: Terms): void {
  const { subscription, effects } = course;
  const { at } = step;
  course.since = at;
  switch (step.kind) {
    case 'renew':
      renew(course, step, terms);
      return;
    case 'grace':
      // The period is over: the plan chosen for its end is now in effect.
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

/** The end of the period that begins at a point on the anchor's month grid. */
export function periodAfter(start: Date, anchor: Date, { billingPeriod }: Plan, timeZone: string): Date {
  const gone = start === anchor ? 0 : monthsBetween(anchor, start, timeZone);
  return addMonths(anchor, gone + monthsOf(billingPeriod), timeZone);
}

export function monthsOf(billingPeriod: BillingPeriod): number {
  return billingPeriod === 'year' ? 12 : 1;
}

/** Whether a balance pays for a period of the plan; a free one is paid for even with debts. */
export function covers(balance: number, { price }: Plan): boolean {
  return price === 0 || balance >= price;
}

/** What the balance lacks for the next period, in minor units. */
export function missing({ subscription, plan, nextPlan }: Omit<Outcome, 'effects'>): number {
  return Math.max(0, (nextPlan ?? plan).price - subscription.balance);
}

/** When a client in grace should be blocked. */
export function graceEnd({ trialEnds }: Subscription, { graceDays, timeZone }: Terms): Date {
  return addDays(trialEnds, graceDays, timeZone);
}

/** When a blocked client's database should be deleted. */
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
