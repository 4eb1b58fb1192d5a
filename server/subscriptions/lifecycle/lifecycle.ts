import { finish } from './lifecycle-mails.ts';
import { begin, later, outcomeOf, runTo } from './lifecycle-steps.ts';
import type { Discount, Outcome, Subscription, Terms } from './subscription.ts';

/**
 * The lifecycle of a subscription (DESIGN section 7): what happens as time passes, and what incoming money does.
 * Pure: runs, forecasts and previews all use `nextStep`. Before terms are changed (a price, a setting), move
 * `settledAt` to that moment for subscriptions with nothing due before it, so that new terms never apply to the past.
 */

/** Runs the lifecycle up to now; a clock set back changes nothing. */
export function advance(subscription: Subscription, terms: Terms, now: Date): Outcome {
  const course = begin(subscription, terms);
  if (now < subscription.settledAt) return outcomeOf(course);
  runTo(course, terms, now);
  return finish(course, terms, now);
}

/**
 * Takes money in (or out, if negative) and pays for what is then due: in grace the period from the old end, when
 * blocked or archived a period that begins now. Of what this file does only money that comes in
 * brings an archived client back; `changePlan` does so too.
 */
export function receive(subscription: Subscription, terms: Terms, amount: number, now: Date): Outcome {
  const moment = later(now, subscription.settledAt);
  const course = begin(subscription, terms);
  runTo(course, terms, moment);
  course.subscription = { ...course.subscription, balance: course.subscription.balance + amount };
  runTo(course, terms, moment, { returns: amount > 0 });
  return finish(course, terms, moment);
}

/**
 * Sets when the account closes; null: it stays open. Nothing is due from then on, so that nobody pays for a period after
 * it, and what was due meanwhile comes when the closing is taken back.
 */
export function changeClosing(
  subscription: Subscription,
  terms: Terms,
  closesAt: Date | null,
  now: Date,
): Outcome {
  const moment = later(now, subscription.settledAt);
  const course = begin(subscription, terms);
  runTo(course, terms, moment);
  course.subscription = { ...course.subscription, closesAt };
  runTo(course, terms, moment);
  return finish(course, terms, moment);
}

/**
 * Changes the discounts that the next period gets. In grace or blocked a period may become one that the balance pays
 * for, and then begins.
 */
export function changeDiscounts(
  subscription: Subscription,
  terms: Terms,
  change: (discounts: readonly Discount[]) => readonly Discount[],
  now: Date,
): Outcome {
  const moment = later(now, subscription.settledAt);
  const course = begin(subscription, terms);
  runTo(course, terms, moment);
  course.subscription = { ...course.subscription, discounts: change(course.subscription.discounts) };
  runTo(course, terms, moment);
  return finish(course, terms, moment);
}
