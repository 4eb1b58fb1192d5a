import { createHash } from 'node:crypto';
import {
  type PlayedAnswer,
  type PlayedCall,
  playGateway,
  type PlayedOrder,
  playRefund,
} from './played-gateway.ts';

const publicKey = 'i00000000000';
const privateKey = 'liqpay-private-key-of-tests';
const signed = (data: string) =>
  createHash('sha1').update(`${privateKey}${data}${privateKey}`).digest('base64');

interface AskedOrder {
  action: string;
  order_id: string;
  amount: number;
  currency: string;
  server_url: string;
  result_url?: string;
  recurringbytoken?: string;
  card_token?: string;
}

/** LiqPay as its documentation has it. Its page is begun by the address that the platform gives the payer. */
export function playLiqpay() {
  return playGateway('liqpay', ({ orders, refusedCards, own }) => {
    const open = (asked: AskedOrder): PlayedOrder => {
      const known = orders.find(({ reference }) => reference === asked.order_id);
      if (known) return known;
      const order: PlayedOrder = {
        reference: asked.order_id,
        externalId: String(1_000_000 + orders.length),
        amount: Math.round(asked.amount * 100),
        currency: asked.currency,
        saveCard: asked.recurringbytoken === '1',
        returnUrl: asked.result_url ?? '',
        noticeUrl: asked.server_url,
        state: 'open',
        refunded: 0,
        refunds: [],
        ...(asked.card_token && { token: asked.card_token }),
      };
      orders.push(order);
      return order;
    };
    return {
      environment: { LIQPAY_PUBLIC_KEY: publicKey, LIQPAY_PRIVATE_KEY: privateKey, LIQPAY_API_URL: own },
      shut: { body: { result: 'error', status: 'error', err_code: 'err_signature' } },
      answer({ path, query, body }: PlayedCall): PlayedAnswer {
        const form = path === '/api/3/checkout' ? query : new URLSearchParams(body);
        const data = form.get('data') ?? '';
        if (form.get('signature') !== signed(data)) {
          return { body: { result: 'error', status: 'error', err_code: 'err_signature' } };
        }
        const asked = JSON.parse(Buffer.from(data, 'base64').toString('utf8')) as AskedOrder;
        if (path === '/api/3/checkout') return { body: { opened: open(asked).reference } };
        const known = orders.find(({ reference }) => reference === asked.order_id);
        switch (asked.action) {
          case 'status':
            return known
              ? { body: paymentOf(known) }
              : { body: { result: 'error', status: 'error', err_code: 'payment_not_found' } };
          case 'refund':
            if (!known) return { body: { result: 'error', err_code: 'payment_not_found' } };
            switch (playRefund(known, '', Math.round(asked.amount * 100)).state) {
              case 'failed':
                return { body: { result: 'error', err_code: 'err_refund', err_description: 'No money' } };
              case 'pending':
                return {
                  body: { result: 'ok', action: 'refund', status: 'wait_reserve', wait_amount: true },
                };
              default:
                return { body: { result: 'ok', action: 'refund', status: 'reversed' } };
            }
          case 'paytoken': {
            const order = open(asked);
            order.state = refusedCards.has(asked.card_token ?? '') ? 'failed' : 'paid';
            return { body: paymentOf(order) };
          }
          default:
            return { body: { result: 'error', err_code: 'unknown_action' } };
        }
      },
      notice(order) {
        const data = Buffer.from(JSON.stringify(paymentOf(order))).toString('base64');
        return {
          body: new URLSearchParams({ data, signature: signed(data) }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        };
      },
    };
  });
}

const words = {
  open: 'processing',
  paid: 'success',
  failed: 'failure',
  expired: 'error',
  refunded: 'reversed',
} as const;

function paymentOf(order: PlayedOrder): object {
  const { reference, externalId, state, amount, currency, paid, saveCard, refunded } = order;
  return {
    result: 'ok',
    public_key: publicKey,
    action: 'pay',
    status: words[state],
    payment_id: Number(externalId),
    order_id: reference,
    amount: (paid?.amount ?? amount) / 100,
    currency: paid?.currency ?? currency,
    ...(refunded > 0 && { refund_amount: refunded / 100 }),
    ...(state === 'failed' && { err_code: 'limit', err_description: 'Not enough money' }),
    ...(state === 'expired' && { err_code: 'expired', err_description: 'The page was closed' }),
    ...(state === 'paid' &&
      saveCard && {
        card_token: `card-of-${reference}`,
        sender_card_mask2: '473117*97',
        sender_card_type: 'visa',
      }),
  };
}
