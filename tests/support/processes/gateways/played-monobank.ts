import { generateKeyPairSync, sign } from 'node:crypto';
import {
  type PlayedAnswer,
  type PlayedCall,
  playGateway,
  type PlayedOrder,
  playRefund,
} from './played-gateway.ts';

const codes: Record<string, number> = { UAH: 980, EUR: 978, USD: 840 };
const token = 'monobank-token-of-tests';

/** Acquiring of monobank as its documentation has it. */
export function playMonobank() {
  // Its real key is of the curve secp256k1.
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const key = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64');
  return playGateway('monobank', ({ orders, refusedCards, own }) => {
    const byId = (id: string | null) => orders.find(({ externalId }) => externalId === id);
    const missing: PlayedAnswer = {
      status: 404,
      body: { errCode: 'NOT_FOUND', errText: 'invoice not found' },
    };

    function create(asked: AskedInvoice, charged?: string): PlayedOrder {
      const order: PlayedOrder = {
        reference: asked.merchantPaymInfo.reference,
        externalId: `mono-${orders.length + 1}-${Math.random().toString(36).slice(2)}`,
        amount: asked.amount,
        currency: Object.keys(codes).find((name) => codes[name] === asked.ccy) ?? '?',
        saveCard: asked.saveCardData?.saveCard === true,
        returnUrl: asked.redirectUrl,
        noticeUrl: asked.webHookUrl,
        state: 'open',
        refunded: 0,
        refunds: [],
        ...(charged && { token: charged }),
      };
      orders.push(order);
      return order;
    }

    return {
      environment: { MONOBANK_TOKEN: token, MONOBANK_API_URL: own },
      shut: { status: 403, body: { errCode: 'FORBIDDEN', errText: "invalid 'X-Token'" } },
      answer({ method, path, query, headers, body }: PlayedCall): PlayedAnswer {
        if (headers['x-token'] !== token) return { status: 403, body: { errCode: 'FORBIDDEN' } };
        const asked = body ? (JSON.parse(body) as AskedInvoice) : emptyInvoice;
        switch (`${method} ${path.replace('/api/merchant/', '')}`) {
          case 'GET pubkey':
            return { body: { key } };
          case 'POST invoice/create': {
            const { externalId } = create(asked);
            return { body: { invoiceId: externalId, pageUrl: `${own}/pay/${externalId}` } };
          }
          case 'GET invoice/status': {
            const order = byId(query.get('invoiceId'));
            return order ? { body: invoice(order) } : missing;
          }
          case 'GET statement':
            return { body: { list: orders.map(invoice) } };
          case 'POST invoice/cancel': {
            const order = byId(asked.invoiceId ?? null);
            if (!order) return missing;
            return {
              body: { status: cancelWords[playRefund(order, asked.extRef ?? '', asked.amount).state] },
            };
          }
          case 'POST wallet/payment': {
            const card = asked.cardToken ?? '';
            const order = create(asked, card);
            order.state = refusedCards.has(card) ? 'failed' : 'paid';
            return { body: invoice(order) };
          }
          default:
            return missing;
        }
      },
      notice(order) {
        const body = JSON.stringify(invoice(order));
        return {
          body,
          headers: { 'x-sign': sign('sha256', Buffer.from(body), privateKey).toString('base64') },
        };
      },
    };
  });
}

interface AskedInvoice {
  amount: number;
  ccy: number;
  merchantPaymInfo: { reference: string };
  redirectUrl: string;
  webHookUrl: string;
  saveCardData?: { saveCard: boolean };
  invoiceId?: string;
  cardToken?: string;
  extRef?: string;
}
const emptyInvoice: AskedInvoice = {
  amount: 0,
  ccy: 0,
  merchantPaymInfo: { reference: '' },
  redirectUrl: '',
  webHookUrl: '',
};

const cancelWords = { succeeded: 'success', pending: 'processing', failed: 'failure' } as const;
const words = {
  open: 'created',
  paid: 'success',
  failed: 'failure',
  expired: 'expired',
  refunded: 'reversed',
} as const;

function invoice(order: PlayedOrder): object {
  const { externalId, reference, state, amount, currency, paid, saveCard } = order;
  return {
    invoiceId: externalId,
    status: words[state],
    amount: paid?.amount ?? amount,
    ccy: codes[paid?.currency ?? currency],
    finalAmount: state === 'refunded' ? 0 : amount - order.refunded,
    cancelList: order.refunds.map((refund) => ({
      status: cancelWords[refund.state],
      amount: refund.amount,
      extRef: refund.key,
    })),
    reference,
    ...(state === 'failed' && { errCode: '59', failureReason: 'Declined by the issuer' }),
    ...(state === 'paid' && {
      paymentInfo: { maskedPan: '444403******1902', paymentSystem: 'visa' },
      ...(saveCard && {
        walletData: { cardToken: `card-of-${reference}`, walletId: 'w', status: 'created' },
      }),
    }),
  };
}
