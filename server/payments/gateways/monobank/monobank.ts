import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Config } from '#server/kernel/config.ts';
import {
  type AskedPayment,
  type Charged,
  type ChargeOrder,
  type Gateway,
  GatewayError,
  type GatewayEvent,
  type NewCard,
  type Notice,
  type Order,
  type Outcome,
  outcomeOf,
  type Refunded,
  type RefundOrder,
  type Started,
} from '../driver.ts';
import { detailOf, type Fields, fieldsIn, last4Of, numberIn, textIn } from '../fields.ts';
import { askGateway, jsonOf } from '../gateway-request.ts';

type MonobankConfig = NonNullable<Config['payments']['monobank']>;

const currencyCodes: Record<string, number> = { UAH: 980, USD: 840, EUR: 978 };
/** How long a public key that refused a notice stays without being asked for again. */
const keyPauseMs = 60_000;

/** Acquiring of monobank (README.md in this folder). */
export function createMonobank({ token, apiUrl }: MonobankConfig): Gateway {
  const ask = caller(apiUrl, token);
  const keys = publicKeys(ask);

  async function find(asked: AskedPayment): Promise<Outcome> {
    const invoiceId = asked.externalId ?? (await invoiceOf(asked));
    if (invoiceId === null) return outcomeOf('unknown');
    const { status, fields } = await ask('GET', `invoice/status?invoiceId=${encodeURIComponent(invoiceId)}`);
    return status === 200 ? outcome(fields) : outcomeOf('unknown', { detail: errorText(fields) });
  }

  /** Finds a payment whose answer was lost: the statement has its reference. */
  async function invoiceOf({ reference, startedAt, now }: AskedPayment): Promise<string | null> {
    const from = Math.floor(startedAt.getTime() / 1000) - 60;
    const to = Math.floor(now.getTime() / 1000) + 60;
    const { fields } = await ask('GET', `statement?from=${from}&to=${to}`);
    const list = Array.isArray(fields.list) ? (fields.list as Fields[]) : [];
    const own = list.find((line) => textIn(line, 'reference') === reference);
    return own ? textIn(own, 'invoiceId') : null;
  }

  return {
    name: 'monobank',

    async start(order: Order): Promise<Started> {
      const { status, fields } = await ask('POST', 'invoice/create', {
        ...orderFields(order),
        validity: Math.max(60, Math.floor((order.expiresAt.getTime() - order.now.getTime()) / 1000)),
        paymentType: 'debit',
        ...(order.saveCard && { saveCardData: { saveCard: true, walletId: order.payer.clientId } }),
      });
      const [invoiceId, pageUrl] = [textIn(fields, 'invoiceId'), textIn(fields, 'pageUrl')];
      if (status !== 200 || !invoiceId || !pageUrl) throw refusedBy(status, fields);
      return { externalId: invoiceId, redirectUrl: pageUrl };
    },

    async event({ headers, body, now }: Notice): Promise<GatewayEvent[]> {
      await keys.verify(body, headers['x-sign'], now);
      const fields = jsonOf({ status: 200, body }, 'the notice');
      const reference = textIn(fields, 'reference');
      return [{ reference, externalId: textIn(fields, 'invoiceId'), outcome: outcome(fields) }];
    },

    status: find,

    findRefund: (order) => findRefund(ask, order),

    refund: (order) => refund(ask, order),

    async charge(order: ChargeOrder): Promise<Charged> {
      const { status, fields } = await ask('POST', 'wallet/payment', {
        ...orderFields(order),
        cardToken: order.token,
        initiationKind: 'merchant',
        paymentType: 'debit',
      });
      if (status !== 200) throw refusedBy(status, fields);
      const invoiceId = textIn(fields, 'invoiceId');
      // Its bank wants the owner, who isn't here.
      if (textIn(fields, 'tdsUrl')) {
        return {
          externalId: invoiceId,
          outcome: outcomeOf('failed', { failure: 'authentication_required' }),
        };
      }
      return { externalId: invoiceId, outcome: outcome(fields) };
    },
  };
}

function orderFields({
  reference,
  amount,
  currency,
  description,
  returnUrl,
  noticeUrl,
}: Order | ChargeOrder): Fields {
  return {
    amount,
    ccy: currencyCodes[currency],
    merchantPaymInfo: { reference, destination: description },
    redirectUrl: returnUrl,
    webHookUrl: noticeUrl,
  };
}

async function refund(ask: Ask, { externalId, amount, key }: RefundOrder): Promise<Refunded> {
  const { status, fields } = await ask('POST', 'invoice/cancel', {
    invoiceId: externalId,
    extRef: key,
    amount,
  });
  if (status !== 200) throw refusedBy(status, fields);
  return refunded(fields);
}

/** The invoice lists what was sent back, with what we called it. */
async function findRefund(ask: Ask, { externalId, key }: RefundOrder): Promise<Refunded | null> {
  const { status, fields } = await ask(
    'GET',
    `invoice/status?invoiceId=${encodeURIComponent(externalId ?? '')}`,
  );
  if (status !== 200) throw refusedBy(status, fields);
  const list = Array.isArray(fields.cancelList) ? (fields.cancelList as Fields[]) : [];
  const before = list.find((cancel) => textIn(cancel, 'extRef') === key);
  return before ? refunded(before) : null;
}

function refunded(fields: Fields): Refunded {
  const state = textIn(fields, 'status');
  if (state === 'success') return { state: 'succeeded', detail: null };
  return { state: state === 'processing' ? 'pending' : 'failed', detail: errorText(fields) };
}

/** An invoice as `invoice/status` and notices show it. */
function outcome(fields: Fields): Outcome {
  const amount = numberIn(fields, 'amount');
  const code = numberIn(fields, 'ccy');
  const currency = Object.keys(currencyCodes).find((name) => currencyCodes[name] === code) ?? null;
  const final = numberIn(fields, 'finalAmount');
  const refunded = amount !== null && final !== null && final < amount ? amount - final : null;
  const paid = { amount, currency: currency ?? (code === null ? null : String(code)), refunded };
  switch (textIn(fields, 'status')) {
    case 'success':
      return outcomeOf('succeeded', { ...paid, card: cardOf(fields) });
    case 'reversed':
      return outcomeOf('refunded', paid);
    case 'failure':
      return outcomeOf('failed', { ...paid, failure: 'declined', detail: errorText(fields) });
    case 'expired':
      return outcomeOf('failed', { ...paid, failure: 'page_expired' });
    default:
      return outcomeOf('pending', paid);
  }
}

function cardOf(fields: Fields): NewCard | null {
  const [wallet, payment] = [fieldsIn(fields, 'walletData'), fieldsIn(fields, 'paymentInfo')];
  const token = textIn(wallet, 'cardToken');
  if (!token || textIn(wallet, 'status') === 'failed') return null;
  return {
    token,
    brand: textIn(payment, 'paymentSystem'),
    last4: last4Of(textIn(payment, 'maskedPan')),
    expMonth: null,
    expYear: null,
  };
}

function errorText(fields: Fields): string | null {
  return detailOf(textIn(fields, 'errCode'), textIn(fields, 'failureReason') ?? textIn(fields, 'errText'));
}

function refusedBy(status: number, fields: Fields): GatewayError {
  const told = errorText(fields) ?? 'no reason';
  if (status === 401 || status === 403) {
    return new GatewayError('key_refused', `monobank answered ${status}: ${told}`);
  }
  const failure = status >= 500 || status === 429 ? 'unreachable' : 'refused';
  return new GatewayError(failure, `monobank answered ${status}: ${told}`);
}

type Ask = ReturnType<typeof caller>;

function caller(apiUrl: string, token: string) {
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await askGateway(`${apiUrl}/api/merchant/${path}`, {
      method,
      headers: { 'x-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const fields = answer.status >= 500 ? {} : jsonOf(answer, 'monobank');
    if ([401, 403, 429].includes(answer.status) || answer.status >= 500)
      throw refusedBy(answer.status, fields);
    return { status: answer.status, fields };
  };
}

/** The key that signs notices. It is asked for once, and again when it doesn't fit: the bank may have changed it. */
function publicKeys(ask: Ask) {
  let known: { key: KeyObject; at: number } | undefined;
  const fetched = async (now: Date) => {
    const { fields } = await ask('GET', 'pubkey');
    try {
      const key = createPublicKey(Buffer.from(textIn(fields, 'key') ?? '', 'base64'));
      known = { key, at: now.getTime() };
    } catch {
      throw new GatewayError('unreadable', 'monobank gave no public key');
    }
    return known;
  };
  const fits = (key: KeyObject, body: string, signature: Buffer) =>
    verify('sha256', Buffer.from(body), key, signature);
  return {
    async verify(body: string, header: string | undefined, now: Date): Promise<void> {
      const signature = Buffer.from(header ?? '', 'base64');
      const forged = new GatewayError('forged', 'a notice without a signature of monobank');
      if (signature.length === 0) throw forged;
      const first = known ?? (await fetched(now));
      if (fits(first.key, body, signature)) return;
      if (now.getTime() - first.at < keyPauseMs) throw forged;
      const next = await fetched(now);
      if (!fits(next.key, body, signature)) throw forged;
    },
  };
}
