import {
  type Announcement,
  deletionWarningsOf,
  endsUncovered,
  remindersOf,
  renewalNoticesOf,
} from './lifecycle-mails.ts';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type { Discount, Outcome, Plan, Subscription, Terms } from './subscription.ts';
import {
  begin,
  type Course,
  covers,
  deletionDate,
  dueOf,
  earlier,
  isClosedBy,
  later,
  monthsOf,
  nextStep,
  type Step,
  take,
  waitingStep,
} from './lifecycle-steps.ts';
import { type CardPlan, nextCardCharge, paysEnd } from './card-charge.ts';
import { endsByItself } from './discount.ts';
import { priceAt, priceMomentsAfter } from './price.ts';
import { addDays, addMonths, monthsBetween } from '#server/kernel/periods.ts';

/**
 * What happens to a subscription without any action (DESIGN sections 7 and 10.1). Pure; uses the lifecycle's own
 * step.
 */

export type OccurrenceEvent =
  | 'reminder'
  | 'card_charge'
  | 'charge'
  | 'grace'
  | 'block'
  | 'deletion_warning'
  | 'deletion';

/**
 * The rule that gives an occurrence its date: a setting, the period's end, money that already covers it, or the 7-day
 * rule.
 */
export type OccurrenceRule =
  | 'reminder_days'
  | 'saved_card'
  | 'period_end'
  | 'covered_now'
  | 'term_without_payment_days'
  | 'deletion_warning_days'
  | 'database_retention_days'
  | 'changed_setting';

export interface Occurrence {
  date: Date;
  event: OccurrenceEvent;
  rule: OccurrenceRule;
  /** Days of the rule: before the end for reminders and warnings, else the term's length. */
  days?: number;
  /** The amount charged and what discounts took off the price, in minor units. */
  amount?: number;
  discount?: number;
  /** The last digits of the card that is charged. */
  last4?: string;
  /** What a charge pays for. */
  period?: { start: Date; end: Date };
}

/**
 * Everything that happens from `settledAt` until a moment or the deletion, in order. Periods of a tariff that costs
 * nothing are not events. `card`: a saved card is charged by itself, and none of its charges is refused.
 */
export function upcoming(
  subscription: Subscription,
  terms: Terms,
  until: Date,
  card: CardPlan | null = null,
): Occurrence[] {
  const course = begin(subscription, terms);
  const found: Occurrence[] = [];
  let plan = card;
  for (;;) {
    const step = nextStep(course, terms);
    const isDue = step !== undefined && step.at.getTime() <= until.getTime();
    const horizon = isDue ? step.at : until;
    const charge = plan && nextCardCharge(course, plan);
    if (!plan || !paysEnd(course, plan))
      announce(course, terms, charge ? earlier(charge.at, horizon) : horizon, found);
    if (plan && charge && charge.at <= horizon) {
      const { at: date, amount } = charge;
      found.push({ date, event: 'card_charge', rule: 'saved_card', amount, last4: plan.last4 });
      payBy(course, charge);
      plan = { ...plan, isActed: true, tryAt: null };
      continue;
    }
    if (!isDue) return found;
    const occurrence = occurrenceOf(course, step, terms);
    take(course, step, terms);
    if (plan && isNewReason(step, plan)) plan = { ...plan, isActed: false, tryAt: null };
    if (!occurrence) continue;
    const period = step.kind === 'renew' && { start: step.start, end: course.subscription.trialEnds };
    found.push(period ? { ...occurrence, period } : occurrence);
  }
}

/** A charge of a card that pays all that the running period's end lacks. */
export interface PayingCharge {
  at: Date;
  amount: number;
  last4: string;
}

/** The next charge of a card, where it leaves nothing to pay. */
export function payingCharge(
  { subscription }: Outcome,
  terms: Terms,
  card: CardPlan,
): PayingCharge | undefined {
  const found = upcoming(subscription, terms, subscription.trialEnds, card);
  const charge = found.find(({ event }) => event === 'card_charge');
  if (!charge || !isPaidByCard(found)) return undefined;
  return { at: charge.date, amount: charge.amount ?? 0, last4: card.last4 };
}

/** Whether a card is charged for what comes next, and nothing is left to pay. Emails before it ask for nothing. */
export function isPaidByCard(forecast: readonly Occurrence[]): boolean {
  const [next, then] = forecast.filter(({ event }) => event !== 'reminder');
  return next?.event === 'card_charge' && then?.event === 'charge';
}

/** Adds the money of a card. */
function payBy(course: Course, { at, amount }: { at: Date; amount: number }): void {
  const { subscription } = course;
  course.subscription = { ...subscription, balance: subscription.balance + amount, settledAt: at };
}

/** Whether a step is what a card may be charged for once more: another end, or another charge. */
function isNewReason(step: Step, { when }: CardPlan): boolean {
  return step.kind === 'renew' && (when === 'period_end' || step.price + step.discount > 0);
}

/** The longest time that a balance is said to last, so that dates stay far from the end of the calendar. */
const mostMonths = 12_000;

/**
 * Columns of a client's row for lists and runs. `lastsUntil`: the end of the last period that the balance covers,
 * null when nothing is ever owed. `deletionAt`: when the database is deleted if nothing is paid. `nextEventAt`: when
 * the lifecycle must look again; null for never, or not before `waitingStep` is approved.
 */
export function derived(subscription: Subscription, terms: Terms) {
  const course = begin(subscription, terms);
  return {
    lastsUntil: lastsUntil(subscription, terms),
    deletionAt: deletionAt(subscription, terms),
    nextEventAt: nextEventAt(subscription, terms),
    waitingStep: waitingStep(course, terms),
    duePrice: isUsual(course) ? null : dueOf(course).price,
  };
}

/** Whether a client pays what the tariff costs anybody. */
function isUsual({ subscription, plan, nextPlan }: Course): boolean {
  return (nextPlan ?? plan).later === undefined && subscription.discounts.length === 0;
}

function lastsUntil(subscription: Subscription, terms: Terms): Date | null {
  const course = begin(subscription, terms);
  while (isPaidAhead(course) && hasPricesAhead(course)) {
    const step = nextStep(course, terms);
    if (step?.kind !== 'renew') break;
    take(course, step, terms);
  }
  const { trialEnds, balance } = course.subscription;
  if (!isPaidAhead(course)) return trialEnds;
  const { plan, price } = dueOf(course);
  return price === 0
    ? null
    : endAfter(course.subscription, plan, Math.floor(balance / price), terms.timeZone);
}

/** Whether the balance may still pay for periods after the present one. */
function isPaidAhead({ subscription: { status } }: Course): boolean {
  return status !== 'blocked' && status !== 'archived';
}

/** Whether a later period may have another price than the one due. */
function hasPricesAhead(course: Course): boolean {
  const { plan, start, price, discount } = dueOf(course);
  const { discounts } = course.subscription;
  return endsByItself(discounts, price + discount) || priceMomentsAfter(plan, start).length > 0;
}

/** The end of the period that comes a number of periods later on the month grid. */
function endAfter({ trialEnds, anchor }: Subscription, plan: Plan, periods: number, timeZone: string): Date {
  if (periods < 1) return trialEnds;
  const start = anchor ?? trialEnds;
  const gone = monthsBetween(start, trialEnds, timeZone);
  return addMonths(start, gone + Math.min(periods * monthsOf(plan.billingPeriod), mostMonths), timeZone);
}

/**
 * The next price of a client's period that is another than the present one, and when the first such period begins;
 * null when none is known, or when another tariff comes.
 */
export function comingPrice(
  subscription: Subscription,
  { plan, nextPlan, timeZone }: Terms,
  now: Date,
): { price: number; from: Date } | null {
  if (nextPlan && nextPlan.tariffId !== plan.tariffId) return null;
  const { since } = subscription;
  const due = nextPlan ?? plan;
  const present = priceAt(due, since, now);
  for (const moment of priceMomentsAfter(due, now)) {
    const from = periodStartFrom(subscription, due.billingPeriod, { from: moment, timeZone });
    const price = priceAt(due, since, from);
    if (price !== present) return { price, from };
  }
  return null;
}

/** The charge of a period: the tariff's price, what discounts take off it, and what is left. Minor units. */
export interface PeriodCharge {
  date: Date;
  price: number;
  discount: number;
  amount: number;
}

/**
 * What the next period costs and when it begins; null when it costs nothing, begins only when money comes, or the
 * account closes before.
 */
export function nextCharge(outcome: Omit<Outcome, 'effects'>): PeriodCharge | null {
  const { status } = outcome.subscription;
  const { start, price, discount } = dueOf(outcome);
  if (status === 'blocked' || status === 'archived' || price + discount === 0) return null;
  if (isClosedBy(outcome.subscription, start)) return null;
  return { date: start, price: price + discount, discount, amount: price };
}

/** What the next periods cost if each is paid, in their order. Free ones cost 0. */
export function chargesAhead(subscription: Subscription, terms: Terms, count: number): PeriodCharge[] {
  const course = begin({ ...subscription, balance: Number.MAX_SAFE_INTEGER }, terms);
  const charges: PeriodCharge[] = [];
  while (charges.length < count) {
    const step = nextStep(course, terms, { returns: true });
    if (step?.kind !== 'renew') break;
    const { start, price, discount } = step;
    charges.push({ date: start, price: price + discount, discount, amount: price });
    take(course, step, terms);
  }
  return charges;
}

/**
 * When a subscription's first period begins at or after a moment, if it goes on being paid. Without a running period
 * that is the moment itself.
 */
export function periodStartFrom(
  { status, trialEnds, anchor }: Subscription,
  billingPeriod: BillingPeriod,
  { from, timeZone }: { from: Date; timeZone: string },
): Date {
  if (status === 'blocked' || status === 'archived') return from;
  if (trialEnds >= from) return trialEnds;
  const first = anchor ?? trialEnds;
  const months = monthsOf(billingPeriod);
  const gone = monthsBetween(first, trialEnds, timeZone);
  const ahead = Math.max(0, Math.floor((monthsBetween(trialEnds, from, timeZone) - 1) / months));
  for (let count = ahead; ; count += 1) {
    const start = addMonths(first, gone + count * months, timeZone);
    if (start >= from) return start;
  }
}

/** The discounts that a later period of a subscription gets, if it goes on being paid. */
export function discountsAt(
  { trialEnds, discounts }: Subscription,
  billingPeriod: BillingPeriod,
  { start, timeZone }: { start: Date; timeZone: string },
): readonly Discount[] {
  const periods = Math.max(
    0,
    Math.floor(monthsBetween(trialEnds, start, timeZone) / monthsOf(billingPeriod)),
  );
  return discounts.filter(({ left }) => left === null || left > periods);
}

function deletionAt(subscription: Subscription, terms: Terms): Date | null {
  const date = deletionOfOpen(subscription, terms);
  return date && isClosedBy(subscription, date) ? null : date;
}

/** The same of an account that stays open. */
function deletionOfOpen(subscription: Subscription, terms: Terms): Date | null {
  const course = begin(subscription, terms);
  while (hasPricesAhead(course)) {
    const step = nextStep(course, terms);
    if (step?.kind === 'archive') return step.at;
    if (!step) return null;
    take(course, step, terms);
  }
  return deletionAtOnePrice(course, terms);
}

/** The same when no later price matters. */
function deletionAtOnePrice(course: Course, terms: Terms): Date | null {
  const { subscription } = course;
  const { status, settledAt, deletionNotBefore } = subscription;
  if (status === 'archived' || covers(0, dueOf(course).price)) return null;
  if (status === 'blocked') return later(deletionDate(subscription, terms), settledAt);
  const { plan, nextPlan } = course;
  const end = lastsUntil(subscription, { ...terms, plan, nextPlan }) ?? subscription.trialEnds;
  const blocked = later(addDays(end, terms.graceDays, terms.timeZone), settledAt);
  const date = addDays(blocked, terms.retentionDays, terms.timeZone);
  return deletionNotBefore ? later(date, deletionNotBefore) : date;
}

function nextEventAt(subscription: Subscription, terms: Terms): Date | null {
  const course = begin(subscription, terms);
  const step = nextStep(course, terms);
  const [price] = pricesOfOwed(course);
  // Only money brings an archived client back, and what it needs is stored.
  if (!step) return subscription.status === 'archived' ? (price ?? null) : null;
  if (waitingStep(course, terms)) return null;
  const [announced] = announcements(course, terms, step.at);
  const [renewal] = endsUncovered(course)
    ? renewalNoticesOf(course, terms, { after: subscription.settledAt, until: step.at })
    : [];
  return [announced?.at, renewal?.at, price].reduce<Date>(
    (first, at) => (at && at < first ? at : first),
    step.at,
  );
}

/** When the price of a period that is owed may become another one: what is asked for is stored. */
function pricesOfOwed({ subscription, plan, nextPlan }: Course): Date[] {
  const { status, settledAt } = subscription;
  const isOwed = status === 'grace' || status === 'blocked' || status === 'archived';
  return isOwed ? priceMomentsAfter(nextPlan ?? plan, settledAt) : [];
}

/** Adds the reminders or warnings after the present moment, up to and including the horizon. */
function announce(course: Course, terms: Terms, horizon: Date, found: Occurrence[]): void {
  const isEnd = endsUncovered(course);
  const event = isEnd ? 'reminder' : 'deletion_warning';
  const rule = isEnd ? 'reminder_days' : 'deletion_warning_days';
  for (const { at, days } of announcements(course, terms, horizon))
    found.push({ date: at, event, rule, days });
}

function announcements(course: Course, terms: Terms, until: Date): Announcement[] {
  const { subscription } = course;
  const span = { after: subscription.settledAt, until };
  if (endsUncovered(course)) return remindersOf(subscription, terms, span);
  if (subscription.status !== 'blocked' || covers(subscription.balance, dueOf(course).price)) return [];
  return deletionWarningsOf(subscription, terms, span);
}

function occurrenceOf({ subscription }: Course, step: Step, terms: Terms): Occurrence | undefined {
  const { at } = step;
  switch (step.kind) {
    case 'renew': {
      if (step.price + step.discount === 0) return undefined;
      const isPending = subscription.status === 'grace' || subscription.status === 'blocked';
      const rule = isPending ? 'covered_now' : 'period_end';
      return { date: at, event: 'charge', rule, amount: step.price, discount: step.discount };
    }
    case 'grace':
      return { date: at, event: 'grace', rule: 'period_end' };
    case 'block':
      return { date: at, event: 'block', rule: 'term_without_payment_days', days: terms.graceDays };
    case 'archive': {
      const { deletionNotBefore } = subscription;
      const withoutFloor = deletionDate({ ...subscription, deletionNotBefore: null }, terms);
      const isFloor = deletionNotBefore?.getTime() === at.getTime() && withoutFloor < at;
      if (isFloor) return { date: at, event: 'deletion', rule: 'changed_setting' };
      return { date: at, event: 'deletion', rule: 'database_retention_days', days: terms.retentionDays };
    }
  }
}
