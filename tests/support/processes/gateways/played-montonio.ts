import { createHmac, randomUUID } from 'node:crypto';
import {
  type PlayedAnswer,
  type PlayedCall,
  playGateway,
  type PlayedOrder,
  playRefund,
} from './played-gateway.ts';

const accessKey = 'montonio-access-key';
const secretKey = 'montonio-secret-key-of-tests';

interface AskedOrder {
  accessKey: string;
  merchantReference: string;
  grandTotal: number;
  currency: string;
  returnUrl: string;
  notificationUrl: string;
  orderUuid?: string;
  amount?: number;
  idempotencyKey?: string;
}

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const refundWords = { succeeded: 'SUCCESSFUL', pending: 'PENDING', failed: 'REJECTED' } as const;

/** Montonio's Stargate API as its documentation has it. */
export function playMontonio() {
  return playGateway('montonio', ({ orders, own }) => ({
    environment: {
      MONTONIO_ACCESS_KEY: accessKey,
      MONTONIO_SECRET_KEY: secretKey,
      MONTONIO_API_URL: `${own}/api`,
    },
    shut: { status: 401, body: { statusCode: 401, message: 'STORE_NOT_FOUND', error: 'Unauthorized' } },
    answer({ method, path, headers, body }: PlayedCall): PlayedAnswer {
      const wrong = {
        status: 401,
        body: { statusCode: 401, message: 'INVALID_TOKEN', error: 'Unauthorized' },
      };
      const token = body
        ? (JSON.parse(body) as { data: string }).data
        : String(headers.authorization).replace('Bearer ', '');
      const asked = opened(token);
      if (asked?.accessKey !== accessKey) return wrong;
      if (method === 'POST' && path === '/api/orders') {
        const order: PlayedOrder = {
          reference: asked.merchantReference,
          externalId: randomUUID(),
          amount: Math.round(asked.grandTotal * 100),
          currency: asked.currency,
          saveCard: false,
          returnUrl: asked.returnUrl,
          noticeUrl: asked.notificationUrl,
          state: 'open',
          refunded: 0,
          refunds: [],
        };
        orders.push(order);
        return { status: 201, body: { ...orderOf(order), paymentUrl: `${own}/pay/${order.externalId}` } };
      }
      if (method === 'POST' && path === '/api/refunds') {
        const order = orders.find(({ externalId }) => externalId === asked.orderUuid);
        if (!order) return { status: 404, body: { statusCode: 404, message: 'ORDER_NOT_FOUND' } };
        const key = asked.idempotencyKey ?? '';
        if (!uuid4.test(key)) return { status: 400, body: { statusCode: 400, message: 'idempotencyKey' } };
        const before = order.refunds.find((refund) => refund.key === key);
        const refund = before ?? playRefund(order, key, Math.round((asked.amount ?? 0) * 100));
        return {
          status: 201,
          body: { uuid: randomUUID(), status: refundWords[refund.state], amount: asked.amount },
        };
      }
      const order = orders.find(({ externalId }) => path === `/api/orders/${externalId}`);
      return order
        ? { body: orderOf(order) }
        : { status: 404, body: { statusCode: 404, message: 'ORDER_NOT_FOUND' } };
    },
    notice(order, now) {
      const iat = Math.floor(now.getTime() / 1000);
      const orderToken = signedToken({ ...orderOf(order), iat, exp: iat + 3600 });
      return { body: JSON.stringify({ orderToken }), headers: { 'content-type': 'application/json' } };
    },
  }));
}

const words = {
  open: 'PENDING',
  paid: 'PAID',
  failed: 'VOIDED',
  expired: 'ABANDONED',
  refunded: 'REFUNDED',
} as const;

function orderOf({ externalId, reference, state, amount, currency, paid }: PlayedOrder): object {
  return {
    uuid: externalId,
    accessKey,
    merchantReference: reference,
    paymentStatus: words[state],
    paymentMethod: 'paymentInitiation',
    grandTotal: (paid?.amount ?? amount) / 100,
    currency: paid?.currency ?? currency,
  };
}

export function signedToken(payload: object, secret = secretKey, alg = 'HS256'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg, typ: 'JWT' })}.${part(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function opened(token: string): AskedOrder | null {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const right = createHmac('sha256', secretKey).update(`${header}.${payload}`).digest('base64url');
  if (right !== signature) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as AskedOrder;
}
