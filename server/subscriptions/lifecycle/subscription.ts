import type { BillingPeriod, ClientStatus } from '#contract/entities/client.ts';
import type { HeldStep } from '#contract/clients/subscription.ts';

/** The words in which the lifecycle speaks of a subscription. */

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
  /** Steps that are not taken until somebody says yes; none unless a run held them. */
  waits?: readonly HeldStep[];
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
