import type { BillingPeriod, ClientStatus } from '#contract/entities/client.ts';
import type { ExistingPrices } from '#contract/entities/tariff.ts';
import type { HeldStep } from '#contract/clients/subscription.ts';

/** The terms used in the lifecycle. */

/** One client's subscription as stored. Amounts are minor units. */
export interface Subscription {
  status: Exclude<ClientStatus, 'unconfirmed'>;
  /** The end of the paid or free period; in grace, blocked and archived the end of the last paid one. */
  trialEnds: Date;
  /** The start of the month grid; null while only the free period has run, because the grid then starts at its end. */
  anchor: Date | null;
  /** When the lifecycle blocked it; kept while archived, null otherwise. */
  blockedAt: Date | null;
  /** A changed setting: the database is not deleted before this moment. */
  deletionNotBefore: Date | null;
  balance: number;
  /** When the client came to its tariff. */
  since: Date;
  /** Those that the next period gets, in the order in which they were given. */
  discounts: readonly Discount[];
  /** When the account closes because its owner asked for it: from then on nothing happens to it by time. */
  closesAt: Date | null;
  /** The lifecycle has been run up to this moment. */
  settledAt: Date;
}

/** A discount on each period's price. */
export interface Discount {
  id: string;
  kind: 'percent' | 'amount';
  /** Whole percents, or minor units. */
  value: number;
  /** How many periods it still holds for; null: without end. */
  left: number | null;
}

/** A tariff with the price of one billing period. */
export interface Plan {
  tariffId: string;
  /** The first price; `priceAt` says which one holds. */
  price: number;
  billingPeriod: BillingPeriod;
  /** Prices that came or come after it, the earliest first; absent when there are none. */
  later?: readonly LaterPrice[];
}

/** A price that holds from a moment for clients who come then. */
export interface LaterPrice {
  price: number;
  from: Date;
  /** Whether clients who came before keep what they have. */
  existing: ExistingPrices;
  /** From when a higher price holds for clients who came before, unless they keep theirs. */
  presentFrom: Date;
}

/** The terms of the client now. */
export interface Terms {
  plan: Plan;
  /** Chosen for the end of the period. */
  nextPlan: Plan | null;
  graceDays: number;
  retentionDays: number;
  reminderDays: readonly number[];
  deletionWarningDays: readonly number[];
  timeZone: string;
  /** Steps that wait for approval; none unless a run held them. */
  waits?: readonly HeldStep[];
}

export type LifecycleMail =
  | 'reminder'
  | 'grace'
  | 'blocked'
  | 'deletion_warning'
  | 'deleted'
  | 'resumed'
  | 'discount_used'
  | 'renewal_ahead';

/** Something that happened, in order of time, emails last. `at` is when it was due, not when the run came. */
export type Effect =
  /** `amount` is what is left of the price after the `discount`; it may be nothing. */
  | {
      kind: 'charge';
      at: Date;
      amount: number;
      discount: number;
      periodStart: Date;
      periodEnd: Date;
      plan: Plan;
    }
  /** A period of a tariff that costs nothing, without a ledger line. */
  | { kind: 'renewal'; at: Date; periodStart: Date; periodEnd: Date; plan: Plan }
  /** For the unused days from `periodStart` to `periodEnd`, on the plan that ends. */
  | { kind: 'refund'; at: Date; amount: number; periodStart: Date; periodEnd: Date; plan: Plan }
  | { kind: 'grace' | 'block' | 'resume' | 'archive' | 'return'; at: Date }
  | MailEffect;

/** `key` is unique per client, event and period; `date` is the date in the email, `days` how far off its day is. */
export interface MailEffect {
  kind: 'mail';
  mail: LifecycleMail;
  key: string;
  days?: number;
  date?: Date;
  stop?: Stop;
}

/** What comes of an end that isn't paid for: the cabinet is suspended, later its data is deleted. */
export interface Stop {
  suspendedOn: Date;
  keptUntil: Date;
}

/** A subscription after a change; `plan` and `nextPlan` replace those of the terms. */
export interface Outcome {
  subscription: Subscription;
  plan: Plan;
  nextPlan: Plan | null;
  effects: Effect[];
}
