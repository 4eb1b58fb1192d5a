import type { BillingPeriod, ClientStatus } from '#contract/client.ts';
import { finish } from './lifecycle-mails.ts';
import { begin, later, outcomeOf, runTo } from './lifecycle-steps.ts';

/**
 * The lifecycle of a subscription (DESIGN section 7): what happens by itself as time passes, and what money coming in
 * sets off. Pure: the runs, the forecast and the previews all go through `nextStep`. Whoever changes terms (a price,
 * a setting) first moves `settledAt` to that moment for those to whom nothing is due before it, so that a new term
 * never reaches back.
 */

/** One client's subscription as stored. Amounts are minor units. */
export interface Subscription {
  status: Exclude<ClientStatus, 'unconfirmed'>;
  /** End of the paid or free period; in grace, blocked and archived the unpaid end. */
  trialEnds: Date;
  /** What the month grid is counted from; null while only the free period has run: then its end is. */
  anchor: Date | null;
  /** When the lifecycle blocked; kept while archived, null otherwise. */
  blockedAt: Date | null;
  /** The floor that a changed setting left: the database is not deleted before it. */
  deletionNotBefore: Date | null;
  balance: number;
  /** The lifecycle has run up to this moment. */
  settledAt: Date;
}

/** A tariff with the price of one billing period. */
export interface Plan {
  tariffId: string;
  price: number;
  billingPeriod: BillingPeriod;
}

/** What holds for the client now. */
export interface Terms {
  plan: Plan;
  /** Chosen for the period's end. */
  nextPlan: Plan | null;
  graceDays: number;
  retentionDays: number;
  reminderDays: readonly number[];
  deletionWarningDays: readonly number[];
  timeZone: string;
}

export type LifecycleMail = 'reminder' | 'grace' | 'blocked' | 'deletion_warning' | 'deleted' | 'resumed';

/** One thing that happened, in the order of time, the mails last. `at` is the nominal moment, not that of the run. */
export type Effect =
  | { kind: 'charge'; at: Date; amount: number; periodStart: Date; periodEnd: Date; plan: Plan }
  /** A period that costs nothing: no ledger line. */
  | { kind: 'renewal'; at: Date; periodStart: Date; periodEnd: Date; plan: Plan }
  /** For the unused days of `periodStart` to `periodEnd`, on the plan that is left. */
  | { kind: 'refund'; at: Date; amount: number; periodStart: Date; periodEnd: Date; plan: Plan }
  | { kind: 'grace' | 'block' | 'resume' | 'archive' | 'return'; at: Date }
  | MailEffect;

/** `key` is unique per client, event and period; `date` is the moment that the mail speaks of. */
export interface MailEffect {
  kind: 'mail';
  mail: LifecycleMail;
  key: string;
  days?: number;
  date?: Date;
}

/** What a subscription has become; `plan` and `nextPlan` replace those of the terms. */
export interface Outcome {
  subscription: Subscription;
  plan: Plan;
  nextPlan: Plan | null;
  effects: Effect[];
}

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
