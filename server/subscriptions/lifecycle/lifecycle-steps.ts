import type { BillingPeriod } from '#contract/entities/client.ts';
import type { HeldStep } from '#contract/clients/subscription.ts';
import { afterPeriod, type Discounted, discounted } from './discount.ts';
import type { Outcome, Plan, Stop, Subscription, Terms } from './subscription.ts';
import { priceAt, priceMomentsAfter } from './price.ts';
import { addDays, addMonths, monthsBetween } from '#server/kernel/periods.ts';

/** The steps of the lifecycle (DESIGN section 7): which one is next, and what it does to a subscription. Pure. */

/** What happens next without any action: a new period (free or charged), or a worse state. */
export type Step =
  | ({ kind: 'renew'; at: Date; start: Date; anchor: Date; plan: Plan } & Discounted)
  | { kind: 'grace' | 'block' | 'archive'; at: Date };

/** A subscription on its way to a moment. */
export interface Course extends Outcome {
  /** When the last step was taken, else where the course began. */
  since: Date;
  /** Whether a discount got its last period, and that period was paid for. */
  usedDiscount?: boolean;
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
 * was due before. Nothing happens once the account is closed (docs/decisions/0207).
 */
export function nextStep(
  state: Omit<Outcome, 'effects'>,
  terms: Terms,
  options: { returns?: boolean } = {},
): Step | undefined {
  const step = stepOfOpen(state, terms, options);
  return step && isClosedBy(state.subscription, step.at) ? undefined : step;
}

/** Whether the account is closed at a moment. */
export function isClosedBy({ closesAt }: Pick<Subscription, 'closesAt'>, moment: Date): boolean {
  return closesAt !== null && moment >= closesAt;
}

/** The next step of an account that stays open. */
function stepOfOpen(
  state: Omit<Outcome, 'effects'>,
  terms: Terms,
  { returns = false }: { returns?: boolean },
): Step | undefined {
  const { status, trialEnds, anchor, balance, settledAt } = state.subscription;
  const { start, ...due } = dueOf(state);
  const isCovered = covers(balance, due.price);
  switch (status) {
    case 'trial':
    case 'active': {
      const at = later(trialEnds, settledAt);
      if (!isCovered) return { kind: 'grace', at };
      return { kind: 'renew', at, start, anchor: anchor ?? start, ...due };
    }
    case 'grace': {
      if (isCovered) return { kind: 'renew', at: settledAt, start, anchor: anchor ?? start, ...due };
      const at = later(graceEnd(state.subscription, terms), settledAt);
      return coveredByPrice(state, at) ?? { kind: 'block', at };
    }
    case 'blocked': {
      if (isCovered) return { kind: 'renew', at: start, start, anchor: start, ...due };
      const at = later(deletionDate(state.subscription, terms), settledAt);
      return coveredByPrice(state, at) ?? { kind: 'archive', at };
    }
    case 'archived':
      if (!isCovered || !returns) return undefined;
      return { kind: 'renew', at: start, start, anchor: start, ...due };
  }
}

/** The period that is to be paid next; `price` is what is left of the tariff's after the `discount`. */
interface Due extends Discounted {
  plan: Plan;
  start: Date;
}

/** The period due next of a subscription, with the price that holds at its start, less the discounts. */
export function dueOf(state: Omit<Outcome, 'effects'>): Due {
  return dueAt(state, state.subscription.settledAt);
}

/** The same if nothing happens until a moment. A period that is owed costs the lower price that holds by then. */
function dueAt({ subscription, plan, nextPlan }: Omit<Outcome, 'effects'>, moment: Date): Due {
  const { status, trialEnds } = subscription;
  const due = nextPlan ?? plan;
  const start = status === 'blocked' || status === 'archived' ? moment : trialEnds;
  const since = sinceOn(due, { subscription, plan }, start);
  const price = priceAt(due, since, start);
  const isOwed = status === 'grace' && due.later !== undefined;
  const full = isOwed ? Math.min(price, priceAt(due, since, moment)) : price;
  return { plan: due, start, ...discounted(full, subscription.discounts) };
}

/** When a client comes to a plan that begins at a moment: it has been there if it is of the same tariff. */
export function sinceOn(
  { tariffId }: Plan,
  { subscription, plan }: Pick<Outcome, 'subscription' | 'plan'>,
  start: Date,
): Date {
  return tariffId === plan.tariffId ? subscription.since : start;
}

/** The period of a client in grace or blocked that begins because its price becomes one that the balance covers. */
function coveredByPrice(state: Omit<Outcome, 'effects'>, until: Date): Step | undefined {
  const { plan, nextPlan, subscription } = state;
  const { status, anchor, balance, settledAt } = subscription;
  for (const at of priceMomentsAfter(nextPlan ?? plan, settledAt)) {
    if (at > until) return undefined;
    const due = dueAt(state, at);
    const first = (status === 'grace' ? anchor : null) ?? due.start;
    if (covers(balance, due.price)) return { kind: 'renew', at, anchor: first, ...due };
  }
  return undefined;
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
      join(course, course.nextPlan ?? course.plan, subscription.trialEnds);
      course.subscription = { ...course.subscription, status: 'grace', settledAt: at };
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

/** Puts a course on a plan from a moment on. */
export function join(course: Course, plan: Plan, start: Date): void {
  course.subscription = { ...course.subscription, since: sinceOn(plan, course, start) };
  course.plan = plan;
  course.nextPlan = null;
}

function renew(course: Course, step: Extract<Step, { kind: 'renew' }>, { timeZone }: Terms): void {
  const { subscription, effects } = course;
  const { at, start, anchor, plan, price, discount } = step;
  const periodEnd = periodAfter(start, anchor, plan, timeZone);
  effects.push(
    price + discount > 0
      ? { kind: 'charge', amount: price, discount, at, periodStart: start, periodEnd, plan }
      : { kind: 'renewal', at, periodStart: start, periodEnd, plan },
  );
  if (subscription.status === 'blocked') effects.push({ kind: 'resume', at });
  if (subscription.status === 'archived') effects.push({ kind: 'return', at });
  join(course, plan, start);
  const discounts = afterPeriod(subscription.discounts, price + discount);
  course.usedDiscount = price > 0 && discounts.length < subscription.discounts.length;
  course.subscription = {
    ...course.subscription,
    status: 'active',
    trialEnds: periodEnd,
    anchor,
    blockedAt: null,
    deletionNotBefore: null,
    balance: subscription.balance - price,
    discounts,
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

/** Whether a balance pays for a period; a free one is paid for even with debts. */
export function covers(balance: number, price: number): boolean {
  return price === 0 || balance >= price;
}

/** What the balance lacks for the next period, in minor units. */
export function missing(state: Omit<Outcome, 'effects'>): number {
  return Math.max(0, dueOf(state).price - state.subscription.balance);
}

/** When a client in grace should be blocked. */
export function graceEnd(
  { trialEnds }: Pick<Subscription, 'trialEnds'>,
  { graceDays, timeZone }: Pick<Terms, 'graceDays' | 'timeZone'>,
): Date {
  return addDays(trialEnds, graceDays, timeZone);
}

/** What comes of the running period's end without a payment. */
export function stopAfter(subscription: Pick<Subscription, 'trialEnds'>, terms: Terms): Stop {
  const suspendedOn = graceEnd(subscription, terms);
  return { suspendedOn, keptUntil: addDays(suspendedOn, terms.retentionDays, terms.timeZone) };
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

export function earlier(one: Date, other: Date): Date {
  return one.getTime() < other.getTime() ? one : other;
}

export function outcomeOf({ subscription, plan, nextPlan, effects }: Course): Outcome {
  return { subscription, plan, nextPlan, effects };
}
