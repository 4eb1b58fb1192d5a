import { finish } from './lifecycle-mails.ts';
import { begin, later, outcomeOf, runTo } from './lifecycle-steps.ts';
import type { Outcome, Subscription, Terms } from './subscription.ts';

/**
 * The lifecycle of a subscription (DESIGN section 7): what happens by itself as time passes, and what money coming in
 * sets off. Pure: the runs, the forecast and the previews all go through `nextStep`. To change terms (a price, a
 * setting), first move `settledAt` to that moment for those to whom nothing is due before it, so that a new term never
 * reaches back.
 */

/** Lets time pass; a clock set back changes nothing. */
export function advance(subscription: Subscription, terms: Terms, now: Date): Outcome {
  const course = begin(subscription, terms);
  if (now < subscription.settledAt) return outcomeOf(course);
  runTo(course, terms, now);
  return finish(course, terms, now);
}

/**
 * Takes money in (or out, when negative) at a moment and covers what is then due: in grace the period from the old
 * end, from blocked and archived one that begins now. Only money brings an archived client back.
 */
export function receive(subscription: Subscription, terms: Terms, amount: number, now: Date): Outcome {
  const moment = later(now, subscription.settledAt);
  const course = begin(subscription, terms);
  runTo(course, terms, moment);
  course.subscription = { ...course.subscription, balance: course.subscription.balance + amount };
  runTo(course, terms, moment, { returns: amount > 0 });
  return finish(course, terms, moment);
}
