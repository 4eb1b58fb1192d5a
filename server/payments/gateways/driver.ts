import type { GatewayName, PaymentFailure } from '#contract/money/payment-gateway.ts';
import type { Locale } from '#contract/kernel/variants.ts';

/**
 * What every payment gateway does for the platform (GROWTH section 16, "Online"). Amounts are minor units, currencies
 * ISO 4217. Each verb throws a `GatewayError` and nothing else, and none of them takes longer than `gatewayTimeoutMs` a
 * call. A gateway's README says which of its own states are which of these.
 */
export interface Gateway {
  name: GatewayName;
  /** Gives the page on which a customer pays. The same `reference` again gives the same payment, or an unpaid twin. */
  start(order: Order): Promise<Started>;
  /** Reads a notice, which anybody can send: throws `forged` unless the gateway signed it. */
  event(notice: Notice): Promise<GatewayEvent[]>;
  /** What the gateway says about a payment now. `unknown`: it has no payment with that reference. */
  status(asked: AskedPayment): Promise<Outcome>;
  /**
   * What became of money that it may have been asked to send back before; an answer of null: it knows nothing of it. A
   * gateway that can't tell throws, whatever the reason: no throw of this one is a no. Null where `refund` with the same
   * `key` answers this.
   */
  findRefund: ((order: RefundOrder) => Promise<Refunded | null>) | null;
  /** Sends money back to the payer. */
  refund(order: RefundOrder): Promise<Refunded>;
  /** Charges a saved card without its owner. */
  charge(order: ChargeOrder): Promise<Charged>;
}

export const gatewayTimeoutMs = 10_000;
/** The longest answer that is read. */
export const gatewayAnswerBytes = 512 * 1024;

export interface Order {
  /** Names the payment, and the installation that it belongs to (`paymentReference`). */
  reference: string;
  amount: number;
  currency: string;
  /** What the payer reads on the page and in the statement. */
  description: string;
  locale: Locale;
  payer: Payer;
  saveCard: boolean;
  /** Where the payer comes back to, whatever happened. */
  returnUrl: string;
  /** The same for who leaves the page without paying, where a gateway tells these two apart. */
  leaveUrl: string;
  /** Where the gateway sends its notices. */
  noticeUrl: string;
  now: Date;
  /** When the page closes. */
  expiresAt: Date;
}

export interface Payer {
  clientId: string;
  name: string;
  email: string;
  /** E.164 with its plus; null: unknown. */
  phone: string | null;
}

export interface Started {
  /** What the gateway calls the payment; null: by our reference alone. */
  externalId: string | null;
  redirectUrl: string;
}

/** A notice as it came. Names of headers are lower case. */
export interface Notice {
  headers: Record<string, string | undefined>;
  body: string;
  now: Date;
}

export interface GatewayEvent {
  /** As given to `start` or `charge`; null: the notice is about something else. */
  reference: string | null;
  externalId: string | null;
  outcome: Outcome;
  /** What it is about, where several notices tell of the same: they are one line for staff. */
  about?: string;
  /** About money that went back, by the `key` of it; null: one of those that the gateway was asked for. */
  refund?: Refunded & { key: string | null };
}

export interface AskedPayment {
  reference: string;
  externalId: string | null;
  startedAt: Date;
  /** When its page closed or closes; null: a charge, which has none. */
  expiresAt: Date | null;
  now: Date;
}

export interface Outcome {
  /** `disputed`: the payer's bank took the money back. */
  state: 'pending' | 'succeeded' | 'failed' | 'refunded' | 'disputed' | 'unknown';
  /** What was paid, or is disputed; null: it isn't told. */
  amount: number | null;
  currency: string | null;
  /** How much of it the gateway has sent back by now, at anybody's request; null: it isn't told. */
  refunded: number | null;
  failure: PaymentFailure | null;
  /** The gateway's own words, for staff. */
  detail: string | null;
  /** The card that the payer let us keep. */
  card: NewCard | null;
}

export interface NewCard {
  /** What `charge` is given: kept sealed. */
  token: string;
  /** Such as `visa`; null: unknown. */
  brand: string | null;
  last4: string;
  /** The last month in which it is valid; null: the gateway doesn't tell. */
  expMonth: number | null;
  expYear: number | null;
}

export interface RefundOrder {
  reference: string;
  externalId: string | null;
  amount: number;
  /** What was paid. */
  total: number;
  currency: string;
  key: string;
  now: Date;
}

export interface Refunded {
  /** `pending`: accepted, the money follows. */
  state: 'succeeded' | 'pending' | 'failed';
  detail: string | null;
}

export interface ChargeOrder extends Omit<Order, 'saveCard' | 'expiresAt'> {
  token: string;
}

export interface Charged {
  externalId: string | null;
  outcome: Outcome;
}

/**
 * Why a verb did nothing that is known of. `forged`: a notice that the gateway did not sign. `timeout`, `unreachable`:
 * it may have acted all the same. `key_refused`: it doesn't take our keys. `refused`: it doesn't want to. `unreadable`:
 * its answer makes no sense.
 */
export type GatewayFailure = 'forged' | 'timeout' | 'unreachable' | 'key_refused' | 'refused' | 'unreadable';

/** The message is for the operator and carries no key. */
export class GatewayError extends Error {
  readonly failure: GatewayFailure;

  constructor(failure: GatewayFailure, message: string) {
    super(message);
    this.name = 'GatewayError';
    this.failure = failure;
  }

  /** Nobody knows whether the gateway acted. */
  get isOpen(): boolean {
    return this.failure === 'timeout' || this.failure === 'unreachable' || this.failure === 'unreadable';
  }
}

const nothingKnown = {
  amount: null,
  currency: null,
  refunded: null,
  failure: null,
  detail: null,
  card: null,
} as const;

/** An outcome of which only what is given is known. */
export function outcomeOf(state: Outcome['state'], known: Partial<Omit<Outcome, 'state'>> = {}): Outcome {
  return { ...nothingKnown, ...known, state };
}
