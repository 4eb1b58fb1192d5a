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
    case 'charge.refunded': {
      const charge = object as Stripe.Charge; // what this type carries
      const reference = charge.metadata.reference ?? null;
      const outcome = outcomeOf('refunded', {
        amount: charge.amount,
        refunded: charge.amount_refunded,
        currency: charge.currency.toUpperCase(),
        detail: type,
      });
      return [{ reference, externalId: null, outcome }];
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

/** A notice that the payer's bank took money back. An inquiry (`warning_…`) takes none yet: `funds_withdrawn` tells when. */
export function disputeIn({ type, data: { object } }: Stripe.Event): Stripe.Dispute | null {
  if (type !== 'charge.dispute.created' && type !== 'charge.dispute.funds_withdrawn') return null;
  const dispute = object as Stripe.Dispute; // what these types carry
  const { status } = dispute;
  return status.startsWith('warning_') || status === 'prevented' ? null : dispute;
}

export function disputeEvent(
  { id, amount, currency }: Stripe.Dispute,
  reference: string | null,
): GatewayEvent {
  const outcome = outcomeOf('disputed', { amount, currency: currency.toUpperCase() });
  return { reference, externalId: id, about: id, outcome };
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
    const { card, refunded } = outcome;
    return outcome.state === 'refunded' ? outcome : outcomeOf('succeeded', { ...paid, refunded, card });
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
    const refunded = charge?.amount_refunded ?? null;
    return charge?.refunded
      ? outcomeOf('refunded', { ...paid, refunded })
      : outcomeOf('succeeded', { ...paid, refunded, card: cardOf(intent) });
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
