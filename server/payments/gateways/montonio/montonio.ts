import type { Config } from '#server/kernel/config.ts';
import {
  type AskedPayment,
  type Gateway,
  GatewayError,
  type GatewayEvent,
  type Notice,
  type Order,
  type Outcome,
  outcomeOf,
  type Refunded,
  type RefundOrder,
  type Started,
} from '../driver.ts';
import { detailOf, type Fields, minorUnits, numberIn, textIn, wholeUnits } from '../fields.ts';
import { askGateway, type GatewayAnswer, jsonOf } from '../gateway-request.ts';
import { openToken, signToken } from './signed-token.ts';

type MontonioConfig = NonNullable<Config['payments']['montonio']>;

const tokenSeconds = 600;
/** Languages of Montonio's page. */
const pageLocales = ['de', 'en', 'et', 'fi', 'lt', 'lv', 'pl', 'ru'];

/** Bank payments of Montonio (README.md in this folder). */
export function createMontonio({ accessKey, secretKey, apiUrl }: MontonioConfig): Gateway {
  const tokenOf = (payload: Fields, now: Date) => {
    const iat = Math.floor(now.getTime() / 1000);
    return signToken(secretKey, { accessKey, ...payload, iat, exp: iat + tokenSeconds });
  };
  const post = (path: string, payload: Fields, now: Date) =>
    askGateway(`${apiUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: tokenOf(payload, now) }),
    });

  return {
    name: 'montonio',

    async start(order: Order): Promise<Started> {
      const fields = granted(await post('orders', orderFields(order), order.now));
      const redirectUrl = textIn(fields, 'paymentUrl');
      if (!redirectUrl) throw new GatewayError('unreadable', 'Montonio gave no address to pay at');
      return { externalId: textIn(fields, 'uuid'), redirectUrl };
    },

    async event({ body, now }: Notice): Promise<GatewayEvent[]> {
      const notice = parsed(body);
      const token = textIn(notice, 'orderToken') ?? textIn(notice, 'refundToken') ?? '';
      const fields = openToken(secretKey, token, now);
      if (!fields || fields.accessKey !== accessKey) {
        throw new GatewayError('forged', 'a notice without a signature of Montonio');
      }
      const reference = textIn(fields, 'merchantReference');
      // It doesn't say which refund by our name: then we ask.
      if (textIn(notice, 'orderToken') === null) {
        const refund = { key: null, state: 'pending', detail: null } as const;
        return [{ reference, externalId: null, outcome: outcomeOf('pending'), refund }];
      }
      return [{ reference, externalId: textIn(fields, 'uuid'), outcome: outcome(fields) }];
    },

    async status({ externalId, now }: AskedPayment): Promise<Outcome> {
      // Without one the order was never made, or nobody was sent to its page.
      const answer = await askGateway(`${apiUrl}/orders/${encodeURIComponent(externalId ?? 'none')}`, {
        headers: { authorization: `Bearer ${tokenOf({}, now)}` },
      });
      if (answer.status === 404 || answer.status === 400) return outcomeOf('unknown');
      return outcome(granted(answer));
    },

    // The same key again is answered with where it stands.
    findRefund: null,

    async refund({ externalId, amount, key, now }: RefundOrder): Promise<Refunded> {
      const refund = { orderUuid: externalId, amount: wholeUnits(amount), idempotencyKey: uuid4Of(key) };
      const fields = granted(await post('refunds', refund, now));
      const state = textIn(fields, 'status');
      if (state === 'SUCCESSFUL') return { state: 'succeeded', detail: null };
      return state === 'REJECTED' || state === 'CANCELED'
        ? { state: 'failed', detail: state }
        : { state: 'pending', detail: state };
    },

    charge: () => Promise.reject(new GatewayError('refused', 'Montonio keeps no cards')),
  };
}

/** Montonio takes keys in this form alone; ours have another digit in that place. */
function uuid4Of(key: string): string {
  return `${key.slice(0, 14)}4${key.slice(15)}`;
}

function orderFields({ amount, currency, locale, now, expiresAt, ...order }: Order): Fields {
  const total = wholeUnits(amount);
  return {
    merchantReference: order.reference,
    returnUrl: order.returnUrl,
    notificationUrl: order.noticeUrl,
    currency,
    grandTotal: total,
    locale: pageLocales.includes(locale) ? locale : 'en',
    expiresIn: Math.floor((expiresAt.getTime() - now.getTime()) / 60_000),
    billingAddress: { email: order.payer.email },
    payment: {
      method: 'paymentInitiation',
      amount: total,
      currency,
      methodOptions: { paymentDescription: order.description },
    },
  };
}

function outcome(fields: Fields): Outcome {
  const paid = { amount: minorUnits(numberIn(fields, 'grandTotal')), currency: textIn(fields, 'currency') };
  const status = textIn(fields, 'paymentStatus');
  switch (status) {
    case 'PAID':
    case 'SETTLED':
      return outcomeOf('succeeded', paid);
    case 'PARTIALLY_REFUNDED':
      return outcomeOf('refunded', paid);
    case 'REFUNDED':
      return outcomeOf('refunded', { ...paid, refunded: paid.amount });
    case 'VOIDED':
    case 'DECLINED':
      return outcomeOf('failed', { ...paid, failure: 'declined', detail: status });
    case 'ABANDONED':
    case 'CANCELED':
      return outcomeOf('failed', { ...paid, failure: 'cancelled', detail: status });
    default:
      return outcomeOf('pending', paid);
  }
}

function granted(answer: GatewayAnswer): Fields {
  const { status } = answer;
  if (status === 401 || status === 403) throw new GatewayError('key_refused', `Montonio answered ${status}`);
  if (status >= 500 || status === 429) throw new GatewayError('unreachable', `Montonio answered ${status}`);
  const fields = jsonOf(answer, 'Montonio');
  if (status >= 300) {
    const told = detailOf(textIn(fields, 'error'), textIn(fields, 'message'));
    throw new GatewayError('refused', `Montonio answered ${status}: ${told ?? 'no reason'}`);
  }
  return fields;
}

function parsed(body: string): Fields {
  try {
    return jsonOf({ status: 200, body }, 'the notice');
  } catch {
    throw new GatewayError('forged', 'a notice that is no JSON object');
  }
}
