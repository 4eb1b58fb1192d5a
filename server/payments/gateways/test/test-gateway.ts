import { createHmac, timingSafeEqual } from 'node:crypto';
import { type TestNotice, testNotice } from '#contract/money/test-payment.ts';
import { type AskedPayment, type Charged, type ChargeOrder, type Gateway, GatewayError } from '../driver.ts';
import { type GatewayEvent, type Notice, type Order, type Outcome, outcomeOf } from '../driver.ts';
import type { Refunded, Started } from '../driver.ts';

const testCard = { brand: 'test', last4: '4242', expMonth: 12, expYear: 2099 };

/**
 * A gateway that moves no money, for trying (README.md in this folder). It keeps nothing: what its page may say is
 * signed into the page's address.
 */
export function createTestGateway({ secret, pageUrl }: { secret: string; pageUrl: string }): Gateway {
  const signatureOf = (notice: Omit<TestNotice, 'signature'>) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([notice.reference, notice.amount, notice.currency, notice.card, notice.outcome]))
      .digest('base64url');

  return {
    name: 'test',

    async start({ reference, amount, currency, saveCard, returnUrl, leaveUrl }: Order): Promise<Started> {
      const order = { reference, amount, currency, card: saveCard };
      const page = new URLSearchParams({
        reference,
        amount: String(amount),
        currency,
        card: String(saveCard),
        return: returnUrl,
        leave: leaveUrl,
        pay: signatureOf({ ...order, outcome: 'pay' }),
        fail: signatureOf({ ...order, outcome: 'fail' }),
      });
      // In the fragment, which no proxy writes down.
      return { externalId: `test-${reference}`, redirectUrl: `${pageUrl}#${page}` };
    },

    async event({ body }: Notice): Promise<GatewayEvent[]> {
      const notice = noticeIn(body);
      if (!notice || !isSame(signatureOf(notice), notice.signature)) {
        throw new GatewayError('forged', 'a notice that the test page did not sign');
      }
      const { reference, amount, currency, card, outcome } = notice;
      const told =
        outcome === 'pay'
          ? outcomeOf('succeeded', {
              amount,
              currency,
              card: card ? { ...testCard, token: reference } : null,
            })
          : outcomeOf('failed', { amount, currency, failure: 'declined' });
      return [{ reference, externalId: `test-${reference}`, outcome: told }];
    },

    async status({ now, expiresAt }: AskedPayment): Promise<Outcome> {
      return expiresAt !== null && now >= expiresAt
        ? outcomeOf('failed', { failure: 'page_expired' })
        : outcomeOf('pending');
    },

    findRefund: null,

    refund: (): Promise<Refunded> => Promise.resolve({ state: 'succeeded', detail: null }),

    async charge({ reference, amount, currency }: ChargeOrder): Promise<Charged> {
      return { externalId: `test-${reference}`, outcome: outcomeOf('succeeded', { amount, currency }) };
    },
  };
}

function noticeIn(body: string): TestNotice | null {
  try {
    return testNotice.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
