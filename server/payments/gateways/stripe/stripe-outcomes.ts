import type Stripe from 'stripe';
import type { PaymentFailure } from '#contract/money/payment-gateway.ts';
import { type GatewayEvent, type NewCard, type Outcome, outcomeOf, type Refunded } from '../driver.ts';
import { detailOf } from '../fields.ts';

/** Reads the state of a payment from Stripe's objects. */

export function eventOf({ type, data: { object } }: Stripe.Event): GatewayEvent[] {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = object as Stripe.Checkout.Session; // what these types carry
      const outcome =
        type === 'checkout.session.async_payment_failed'
          ? outcomeOf('failed', { failure: 'declined' })
          : sessionOutcome(session);
      const reference = session.client_reference_id ?? session.metadata?.reference ?? null;
      return [{ reference, externalId: session.id, outcome }];
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = object as Stripe.PaymentIntent; // what these types carry
      // A try on Checkout's page that failed: the payer may try once more there.
      if (type !== 'payment_intent.succeeded' && intent.metadata.charge !== 'saved_card') return [];
      return [
        { reference: intent.metadata.reference ?? null, externalId: null, outcome: intentOutcome(intent) },
      ];
    }
    case 'charge.refunded':
    case 'charge.dispute.created': {
      const charge = object as { amount: number; currency: string; metadata: Record<string, string> }; // both have them
      const reference = charge.metadata.reference ?? null;
      const paid = { amount: charge.amount, currency: charge.currency.toUpperCase(), detail: type };
      return [{ reference, externalId: null, outcome: outcomeOf('refunded', paid) }];
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refund = object as Stripe.Refund; // what these types carry
      const { reference, refund: key } = refund.metadata ?? {};
      // Made in Stripe's own panel: `charge.refunded` tells of it.
      if (!reference || !key) return [];
      const outcome = outcomeOf('pending', {
        amount: refund.amount,
        currency: refund.currency.toUpperCase(),
      });
      return [{ reference, externalId: null, outcome, refund: { ...refundOutcome(refund), key } }];
    }
    default:
      return [];
  }
}

export function refundOutcome({ status, failure_reason }: Stripe.Refund): Refunded {
  switch (status) {
    case 'succeeded':
      return { state: 'succeeded', detail: null };
    case 'failed':
    case 'canceled':
      return { state: 'failed', detail: detailOf(failure_reason ?? status) };
    default:
      return { state: 'pending', detail: null };
  }
}

export function sessionOutcome(session: Stripe.Checkout.Session): Outcome {
  const paid = { amount: session.amount_total, currency: session.currency?.toUpperCase() ?? null };
  if (session.payment_status === 'paid') {
    const intent = session.payment_intent;
    if (typeof intent !== 'object' || intent === null) return outcomeOf('succeeded', paid);
    const outcome = intentOutcome(intent);
    return outcome.state === 'refunded' ? outcome : outcomeOf('succeeded', { ...paid, card: outcome.card });
  }
  return session.status === 'expired'
    ? outcomeOf('failed', { ...paid, failure: 'page_expired' })
    : outcomeOf('pending', paid);
}

export function intentOutcome(intent: Stripe.PaymentIntent): Outcome {
  const { status, currency, last_payment_error: wrong } = intent;
  const paid = { amount: intent.amount_received || intent.amount, currency: currency.toUpperCase() };
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  if (status === 'succeeded') {
    return charge?.refunded
      ? outcomeOf('refunded', paid)
      : outcomeOf('succeeded', { ...paid, card: cardOf(intent) });
  }
  if (status === 'canceled') return outcomeOf('failed', { ...paid, failure: 'cancelled' });
  if (status === 'processing' || !wrong) return outcomeOf('pending', paid);
  const failure = failureOf(wrong.code, wrong.decline_code);
  return outcomeOf('failed', {
    ...paid,
    failure,
    detail: detailOf(wrong.code ?? null, wrong.decline_code ?? null),
  });
}

/** The card of a payment that was made with saving asked for. */
function cardOf({
  setup_future_usage,
  customer,
  payment_method: method,
}: Stripe.PaymentIntent): NewCard | null {
  const owner = idOf(customer);
  if (setup_future_usage !== 'off_session' || !owner || typeof method !== 'object') return null;
  const card = method?.card;
  if (!method || !card) return null;
  return {
    token: `${owner} ${method.id}`,
    brand: card.brand,
    last4: card.last4 ?? '0000',
    expMonth: card.exp_month,
    expYear: card.exp_year,
  };
}

export function failureOf(code: string | undefined, declineCode: string | undefined): PaymentFailure {
  if (declineCode === 'insufficient_funds') return 'insufficient_funds';
  if (code === 'expired_card' || declineCode === 'expired_card') return 'card_expired';
  return code === 'authentication_required' || declineCode === 'authentication_required'
    ? 'authentication_required'
    : 'declined';
}

export function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
