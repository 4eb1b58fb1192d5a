import type Stripe from 'stripe';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Config } from '#server/kernel/config.ts';
import {
  type AskedPayment,
  type Charged,
  type ChargeOrder,
  type Gateway,
  type GatewayEvent,
  gatewayAnswerBytes,
  GatewayError,
  gatewayTimeoutMs,
  type Notice,
  type Order,
  type Outcome,
  outcomeOf,
  type Refunded,
  type RefundOrder,
  type Started,
} from '../driver.ts';
import { detailOf } from '../fields.ts';
import {
  disputeEvent,
  disputeIn,
  eventOf,
  failureOf,
  idOf,
  intentOutcome,
  refundOutcome,
  sessionOutcome,
} from './stripe-outcomes.ts';

type StripeConfig = NonNullable<Config['payments']['stripe']>;

/** How old a notice may be, as Stripe advises. */
const toleranceSeconds = 300;
/** Stripe's pages speak these of ours. */
const pageLocales: Record<Locale, Stripe.Checkout.SessionCreateParams.Locale> = {
  uk: 'auto',
  en: 'en',
  ru: 'ru',
  lt: 'lt',
  de: 'de',
};

/** Stripe by its own SDK: Checkout, and PaymentIntents for saved cards (README.md in this folder). */
export async function createStripe(config: StripeConfig): Promise<Gateway> {
  // Only who is configured is loaded: the start stays quick.
  const { default: StripeClient } = await import('stripe');
  const stripe = new StripeClient(config.secretKey, {
    ...addressOf(config.apiUrl),
    timeout: gatewayTimeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: StripeClient.createFetchHttpClient(boundedFetch),
  });
  return {
    name: 'stripe',

    start: (order) => start(stripe, order),
    event: (notice) => readNotice(stripe, signedEvent(stripe, config.webhookSecret, notice)),
    status: (payment) => readStatus(stripe, payment),
    findRefund: (order) => findRefund(stripe, order),
    refund: (order) => refund(stripe, order),
    charge: (order) => charge(stripe, order),
  };
}

async function start(stripe: Stripe, order: Order): Promise<Started> {
  const session = await asked(
    stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey: `start-${order.reference}` }),
  );
  if (!session.url) throw new GatewayError('unreadable', 'Stripe gave no address to pay at');
  return { externalId: session.id, redirectUrl: session.url };
}

function signedEvent(stripe: Stripe, secret: string, { headers, body, now }: Notice): Stripe.Event {
  const signature = headers['stripe-signature'] ?? '';
  try {
    return stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch {
    throw new GatewayError('forged', 'a notice without a signature of Stripe');
  }
}

/** A dispute names its intent alone, which has our reference. */
async function readNotice(stripe: Stripe, event: Stripe.Event): Promise<GatewayEvent[]> {
  const dispute = disputeIn(event);
  const intent = idOf(dispute?.payment_intent);
  if (!dispute || !intent) return eventOf(event);
  try {
    const { metadata } = await asked(stripe.paymentIntents.retrieve(intent));
    return [disputeEvent(dispute, metadata.reference ?? null)];
  } catch (error) {
    // Not one that our key may see.
    if (error instanceof GatewayError && error.failure === 'refused') return [];
    throw error;
  }
}

async function readStatus(stripe: Stripe, { reference, externalId }: AskedPayment): Promise<Outcome> {
  try {
    if (externalId?.startsWith('cs_')) {
      const expand = ['payment_intent.payment_method', 'payment_intent.latest_charge'];
      return sessionOutcome(await asked(stripe.checkout.sessions.retrieve(externalId, { expand })));
    }
    if (externalId !== null) {
      const expand = ['payment_method', 'latest_charge'];
      return intentOutcome(await asked(stripe.paymentIntents.retrieve(externalId, { expand })));
    }
    const query = `metadata['reference']:'${reference}'`;
    const { data } = await asked(stripe.paymentIntents.search({ query, limit: 1 }));
    return data[0] ? intentOutcome(data[0]) : outcomeOf('unknown');
  } catch (error) {
    if (error instanceof GatewayError && error.failure === 'refused') return outcomeOf('unknown');
    throw error;
  }
}

/** An idempotency key is forgotten after a day, and answers what was true at first. */
async function findRefund(stripe: Stripe, { externalId, key }: RefundOrder): Promise<Refunded | null> {
  const intent = await intentOf(stripe, externalId);
  const { data } = await asked(stripe.refunds.list({ payment_intent: intent, limit: 100 }));
  const before = data.find(({ metadata }) => metadata?.refund === key);
  return before ? refundOutcome(before) : null;
}

async function intentOf(stripe: Stripe, externalId: string | null): Promise<string> {
  const intent = externalId?.startsWith('cs_')
    ? idOf((await asked(stripe.checkout.sessions.retrieve(externalId))).payment_intent)
    : externalId;
  if (!intent) throw new GatewayError('refused', 'Stripe has no payment to refund');
  return intent;
}

async function refund(
  stripe: Stripe,
  { reference, externalId, amount, key }: RefundOrder,
): Promise<Refunded> {
  const intent = await intentOf(stripe, externalId);
  const order = { payment_intent: intent, amount, metadata: { reference, refund: key } };
  return refundOutcome(await asked(stripe.refunds.create(order, { idempotencyKey: `refund-${key}` })));
}

async function charge(stripe: Stripe, order: ChargeOrder): Promise<Charged> {
  const [customer = '', payment_method = ''] = order.token.split(' ');
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: order.amount,
        currency: order.currency.toLowerCase(),
        customer,
        payment_method,
        off_session: true,
        confirm: true,
        description: order.description,
        metadata: { reference: order.reference, charge: 'saved_card' },
      },
      { idempotencyKey: `charge-${order.reference}` },
    );
    return { externalId: intent.id, outcome: intentOutcome(intent) };
  } catch (error) {
    const refused = declined(error);
    if (refused) return refused;
    throw toldError(error);
  }
}

async function asked<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toldError(error);
  }
}

function sessionOf(order: Order): Stripe.Checkout.SessionCreateParams {
  const metadata = { reference: order.reference };
  return {
    mode: 'payment',
    client_reference_id: order.reference,
    metadata,
    locale: pageLocales[order.locale],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: order.amount,
          product_data: { name: order.description },
        },
      },
    ],
    payment_intent_data: {
      metadata,
      description: order.description,
      ...(order.saveCard && { setup_future_usage: 'off_session' }),
    },
    ...(order.saveCard && { customer_creation: 'always' }),
    customer_email: order.payer.email,
    success_url: order.returnUrl,
    cancel_url: order.leaveUrl,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
  };
}

/** A declined card is an answer, not a failure of the gateway. */
function declined(error: unknown): Charged | null {
  const { type, code, decline_code, payment_intent } = (error ??
    {}) as Partial<Stripe.errors.StripeCardError>;
  if (type !== 'StripeCardError') return null;
  const failure = failureOf(code, decline_code);
  return {
    externalId: payment_intent?.id ?? null,
    outcome: outcomeOf('failed', { failure, detail: detailOf(code ?? null, decline_code ?? null) }),
  };
}

function toldError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const { type, statusCode, code, cause, detail } = error as Partial<Stripe.errors.StripeError> & {
    cause?: unknown;
    detail?: unknown;
  };
  const inner = [cause, detail].find((one) => one instanceof GatewayError);
  if (inner) return inner;
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
    return new GatewayError('key_refused', `Stripe answered ${statusCode}`);
  }
  if (type === 'StripeConnectionError') return new GatewayError('unreachable', 'Stripe could not be reached');
  if (statusCode === undefined)
    return new GatewayError('unreadable', 'an answer of Stripe that makes no sense');
  // 409: the same key is still being worked on.
  const isOpen = statusCode >= 500 || statusCode === 429 || statusCode === 409;
  const failure = isOpen ? 'unreachable' : 'refused';
  return new GatewayError(failure, `Stripe answered ${statusCode} ${code ?? ''}`.trim());
}

function addressOf(apiUrl: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, protocol: protocol === 'http:' ? 'http' : 'https', ...(port && { port }) };
}

/** The SDK reads an answer whole: this one stops where it is too long. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  let size = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > gatewayAnswerBytes)
        controller.error(new GatewayError('unreadable', 'Stripe answered too much'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(bound) ?? null, { status, statusText, headers });
};
