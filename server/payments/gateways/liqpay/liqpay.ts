import { createHash, timingSafeEqual } from 'node:crypto';
import type { PaymentFailure } from '#contract/money/payment-gateway.ts';
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
import { detailOf, type Fields, last4Of, minorUnits, numberIn, textIn, wholeUnits } from '../fields.ts';
import { askGateway, jsonOf } from '../gateway-request.ts';

type LiqpayConfig = NonNullable<Config['payments']['liqpay']>;

const apiVersion = 3;
const failed = new Set(['failure', 'error']);
const keyCodes = /signature|public_key|merchant_not_found|err_access/;

/** LiqPay of PrivatBank (README.md in this folder). */
export function createLiqpay(config: LiqpayConfig): Gateway {
  const { publicKey, privateKey, apiUrl } = config;
  const signed = (fields: Fields) => {
    const data = Buffer.from(
      JSON.stringify({ version: apiVersion, public_key: publicKey, ...fields }),
    ).toString('base64');
    return { data, signature: signatureOf(privateKey, data) };
  };
  /** Server to server: the answer's own fields. */
  const ask = async (fields: Fields): Promise<Fields> => {
    const answer = await askGateway(`${apiUrl}/api/request`, {
      method: 'POST',
      body: new URLSearchParams(signed(fields)),
    });
    if (answer.status >= 500) throw new GatewayError('unreachable', `LiqPay answered ${answer.status}`);
    const told = jsonOf(answer, 'LiqPay');
    const code = textIn(told, 'err_code') ?? textIn(told, 'code') ?? '';
    if (keyCodes.test(code)) throw new GatewayError('key_refused', `LiqPay answered ${code}`);
    return told;
  };
  const read = (fields: Fields) => outcome(fields, publicKey.startsWith('sandbox_'));

  return {
    name: 'liqpay',

    async start(order: Order): Promise<Started> {
      const { data, signature } = signed({
        action: 'pay',
        ...orderFields(order),
        result_url: order.returnUrl,
        expired_date: order.expiresAt.toISOString().slice(0, 19).replace('T', ' '),
        ...(order.saveCard && { recurringbytoken: '1', customer: order.payer.clientId }),
      });
      const redirectUrl = `${apiUrl}/api/3/checkout?${new URLSearchParams({ data, signature })}`;
      return { externalId: null, redirectUrl };
    },

    async event({ body }: Notice): Promise<GatewayEvent[]> {
      const form = new URLSearchParams(body);
      const [data, signature] = [form.get('data') ?? '', form.get('signature') ?? ''];
      if (!isSame(signatureOf(privateKey, data), signature)) {
        throw new GatewayError('forged', 'a notice without a signature of LiqPay');
      }
      const decoded = Buffer.from(data, 'base64').toString('utf8');
      const fields = jsonOf({ status: 200, body: decoded }, 'the notice');
      return [{ reference: textIn(fields, 'order_id'), externalId: idOf(fields), outcome: read(fields) }];
    },

    async status({ reference }: AskedPayment): Promise<Outcome> {
      const told = await ask({ action: 'status', order_id: reference });
      return textIn(told, 'err_code') === 'payment_not_found' ? outcomeOf('unknown') : read(told);
    },

    async findRefund({ reference, amount, total }: RefundOrder): Promise<Refunded> {
      const { state } = read(await ask({ action: 'status', order_id: reference }));
      // Of a part nobody can tell.
      if (state === 'refunded' && amount === total) return { state: 'succeeded', detail: null };
      throw new GatewayError('unreadable', 'LiqPay does not tell what became of a refund');
    },

    async refund({ reference, amount }: RefundOrder): Promise<Refunded> {
      const told = await ask({ action: 'refund', order_id: reference, amount: wholeUnits(amount) });
      if (textIn(told, 'result') !== 'ok') return { state: 'failed', detail: errorText(told) };
      return { state: told.wait_amount === true ? 'pending' : 'succeeded', detail: null };
    },

    async charge(order: ChargeOrder): Promise<Charged> {
      const told = await ask({
        action: 'paytoken',
        ...orderFields(order),
        card_token: order.token,
        ...(order.payer.phone && { phone: order.payer.phone.replace('+', '') }),
      });
      return { externalId: idOf(told), outcome: read(told) };
    },
  };
}

function orderFields({
  reference,
  amount,
  currency,
  description,
  locale,
  noticeUrl,
}: Order | ChargeOrder): Fields {
  return {
    order_id: reference,
    amount: wholeUnits(amount),
    currency,
    description,
    language: locale === 'uk' ? 'uk' : 'en',
    server_url: noticeUrl,
  };
}

function outcome(fields: Fields, isSandbox: boolean): Outcome {
  const status = textIn(fields, 'status') ?? '';
  const paid = {
    amount: minorUnits(numberIn(fields, 'amount')),
    currency: textIn(fields, 'currency'),
    refunded: minorUnits(numberIn(fields, 'refund_amount')),
  };
  // Test money counts only if the gateway is configured for tests.
  if (status === 'success' || (status === 'sandbox' && isSandbox)) {
    return outcomeOf('succeeded', { ...paid, card: cardOf(fields) });
  }
  if (status === 'reversed') return outcomeOf('refunded', paid);
  if (failed.has(status) || status === 'sandbox') {
    return outcomeOf('failed', { ...paid, failure: failureOf(fields), detail: errorText(fields) });
  }
  return outcomeOf('pending', paid);
}

function failureOf(fields: Fields): PaymentFailure {
  const code = `${textIn(fields, 'err_code') ?? ''} ${textIn(fields, 'code') ?? ''}`;
  if (/expired_card|err_card_expired/.test(code)) return 'card_expired';
  if (/expired/.test(code)) return 'page_expired';
  if (/limit|insufficient|balance/.test(code)) return 'insufficient_funds';
  if (/3ds|otp|cvv/.test(code)) return 'authentication_required';
  return /cancel/.test(code) ? 'cancelled' : 'declined';
}

function cardOf(fields: Fields): NewCard | null {
  const token = textIn(fields, 'card_token');
  if (token === null) return null;
  return {
    token,
    brand: textIn(fields, 'sender_card_type'),
    last4: last4Of(textIn(fields, 'sender_card_mask2')),
    expMonth: null,
    expYear: null,
  };
}

function idOf(fields: Fields): string | null {
  const id = numberIn(fields, 'payment_id');
  return id === null ? null : String(id);
}

function errorText(fields: Fields): string | null {
  return detailOf(textIn(fields, 'err_code'), textIn(fields, 'err_description'));
}

/** `base64(sha1(private_key + data + private_key))`, as LiqPay publishes it. */
export function signatureOf(privateKey: string, data: string): string {
  return createHash('sha1').update(`${privateKey}${data}${privateKey}`).digest('base64');
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
