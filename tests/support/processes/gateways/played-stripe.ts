import { createHmac } from 'node:crypto';
import {
  type PlayedAnswer,
  type PlayedCall,
  playGateway,
  type PlayedOrder,
  type PlayedRefund,
  playRefund,
} from './played-gateway.ts';

const secretKey = 'sk_test_stripe-key-of-tests';
const webhookSecret = 'whsec_of-tests';
const missing: PlayedAnswer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } },
};

/** Stripe's API as far as Checkout, PaymentIntents and refunds go, as its documentation has it. */
export function playStripe() {
  return playGateway('stripe', ({ orders, refusedCards, own }) => {
    const first = new Map<string, PlayedAnswer>();
    const find = (id: string) =>
      orders.find(({ externalId }) => externalId === id || intentId(externalId) === id);

    function createSession(form: URLSearchParams): PlayedAnswer {
      const order = newOrder(orders, `cs_test_${orders.length + 1}`, {
        reference: form.get('client_reference_id') ?? '',
        amount: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]') ?? '',
        returnUrl: form.get('success_url') ?? '',
        leaveUrl: form.get('cancel_url') ?? '',
        saveCard: form.get('payment_intent_data[setup_future_usage]') === 'off_session',
      });
      return { body: { ...session(order), url: `${own}/pay/${order.externalId}` } };
    }

    function createIntent(form: URLSearchParams): PlayedAnswer {
      const token = form.get('payment_method') ?? '';
      const order = newOrder(orders, `pi_charge_${orders.length + 1}`, {
        reference: form.get('metadata[reference]') ?? '',
        amount: Number(form.get('amount')),
        currency: form.get('currency') ?? '',
        returnUrl: '',
        saveCard: false,
      });
      order.token = token;
      order.state = refusedCards.has(token) ? 'failed' : 'paid';
      if (order.state === 'paid') return { body: intent(order) };
      const error = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
      return {
        status: 402,
        body: { error: { ...error, message: 'declined', payment_intent: intent(order) } },
      };
    }

    function refund(form: URLSearchParams): PlayedAnswer {
      const order = find(form.get('payment_intent') ?? '');
      if (!order) return missing;
      return {
        body: refundObject(
          order,
          playRefund(order, form.get('metadata[refund]') ?? '', Number(form.get('amount'))),
        ),
      };
    }

    function create(path: string, form: URLSearchParams): PlayedAnswer {
      if (path === '/v1/checkout/sessions') return createSession(form);
      if (path === '/v1/payment_intents') return createIntent(form);
      return path === '/v1/refunds' ? refund(form) : missing;
    }

    return {
      environment: {
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_URL: own,
      },
      shut: { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } },
      answer({ method, path, query, headers, body }: PlayedCall): PlayedAnswer {
        if (headers.authorization !== `Bearer ${secretKey}`) {
          return { status: 401, body: { error: { type: 'invalid_request_error' } } };
        }
        if (method === 'POST') {
          const key = String(headers['idempotency-key']);
          const answer = first.get(key) ?? create(path, new URLSearchParams(body));
          first.set(key, answer);
          return answer;
        }
        if (path === '/v1/payment_intents/search') {
          const order = orders.find(({ reference }) => query.get('query')?.includes(reference));
          return { body: { object: 'search_result', data: order ? [intent(order)] : [], has_more: false } };
        }
        if (path === '/v1/refunds') {
          const of = find(query.get('payment_intent') ?? '');
          const data = of ? of.refunds.map((refund) => refundObject(of, refund)) : [];
          return { body: { object: 'list', data, has_more: false } };
        }
        const order = find(path.split('/').at(-1) ?? '');
        if (!order) return missing;
        return { body: path.includes('/sessions/') ? session(order, true) : intent(order) };
      },
      notice: (order, now) => signedEvent(eventOf(order), now),
    };
  });
}

/** A notice of this event, signed as Stripe signs it. */
export function signedEvent(
  event: { type: string; data: { object: object } },
  now: Date,
  secret = webhookSecret,
) {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', api_version: '2026-10-28', ...event });
  const t = Math.floor(now.getTime() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` },
  };
}

function newOrder(
  orders: PlayedOrder[],
  externalId: string,
  {
    currency,
    ...asked
  }: Pick<PlayedOrder, 'reference' | 'amount' | 'currency' | 'returnUrl' | 'leaveUrl' | 'saveCard'>,
): PlayedOrder {
  const order: PlayedOrder = {
    ...asked,
    externalId,
    currency: currency.toUpperCase(),
    noticeUrl: '',
    state: 'open',
    refunded: 0,
    refunds: [],
  };
  orders.push(order);
  return order;
}

const intentId = (externalId: string) =>
  externalId.startsWith('pi_') ? externalId : externalId.replace('cs_test', 'pi');

function paidOf({ amount, currency, paid }: PlayedOrder) {
  return { amount: paid?.amount ?? amount, currency: (paid?.currency ?? currency).toLowerCase() };
}

function session(order: PlayedOrder, isExpanded = false): object {
  const { externalId, reference, state } = order;
  const { amount, currency } = paidOf(order);
  const isPaid = state === 'paid' || state === 'refunded';
  return {
    id: externalId,
    object: 'checkout.session',
    client_reference_id: reference,
    metadata: { reference },
    amount_total: amount,
    currency,
    payment_status: isPaid ? 'paid' : 'unpaid',
    status: state === 'expired' ? 'expired' : isPaid ? 'complete' : 'open',
    payment_intent: isPaid ? (isExpanded ? intent(order) : intentId(externalId)) : null,
  };
}

function intent(order: PlayedOrder): object {
  const { externalId, reference, state, saveCard, token } = order;
  const { amount, currency } = paidOf(order);
  const isPaid = state === 'paid' || state === 'refunded';
  return {
    id: intentId(externalId),
    object: 'payment_intent',
    amount,
    amount_received: isPaid ? amount : 0,
    currency,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    metadata: { reference, ...(token && { charge: 'saved_card' }) },
    customer: saveCard ? `cus_of_${reference}` : null,
    setup_future_usage: saveCard ? 'off_session' : null,
    latest_charge: chargeOf(order),
    last_payment_error:
      state === 'failed' ? { code: 'card_declined', decline_code: 'insufficient_funds' } : null,
    payment_method: {
      id: `pm_of_${reference}`,
      object: 'payment_method',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 },
    },
  };
}

/** Its metadata is the intent's. */
function chargeOf(order: PlayedOrder): object {
  const { externalId, reference, state, refunded } = order;
  const { amount, currency } = paidOf(order);
  const isRefunded = state === 'refunded';
  return {
    id: 'ch_1',
    object: 'charge',
    amount,
    amount_refunded: isRefunded ? refunded || amount : refunded,
    currency,
    payment_intent: intentId(externalId),
    refunded: isRefunded,
    metadata: { reference },
  };
}

/** A dispute as Stripe shows it in notices: its metadata is its own. */
export function disputeObject({ externalId, currency }: PlayedOrder, amount: number, status: string): object {
  return {
    id: `du_of_${externalId}`,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: 'ch_1',
    created: 1_790_000_000,
    currency: currency.toLowerCase(),
    evidence: {},
    evidence_details: { due_by: 1_791_000_000, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: intentId(externalId),
    reason: 'fraudulent',
    status,
  };
}

function eventOf(order: PlayedOrder): { type: string; data: { object: object } } {
  const { state, token, refunded } = order;
  if (refunded > 0) return { type: 'charge.refunded', data: { object: chargeOf(order) } };
  if (token) {
    const type = state === 'failed' ? 'payment_intent.payment_failed' : 'payment_intent.succeeded';
    return { type, data: { object: intent(order) } };
  }
  switch (state) {
    case 'failed':
      return { type: 'checkout.session.async_payment_failed', data: { object: session(order) } };
    case 'expired':
      return { type: 'checkout.session.expired', data: { object: session(order) } };
    case 'refunded': {
      return { type: 'charge.refunded', data: { object: chargeOf(order) } };
    }
    default:
      return { type: 'checkout.session.completed', data: { object: session(order) } };
  }
}

/** A refund as Stripe shows it, also in its notices. */
export function refundObject(
  { reference, currency }: PlayedOrder,
  { key, amount, state }: PlayedRefund,
): object {
  return {
    id: `re_${key}`,
    object: 'refund',
    amount,
    currency: currency.toLowerCase(),
    status: state,
    failure_reason: state === 'failed' ? 'expired_or_canceled_card' : null,
    metadata: { reference, refund: key },
  };
}
