import { clientById } from '#server/clients/client-store.ts';
import type { PaymentCardRow } from '#server/db/tables.ts';
import { type Charged, GatewayError, outcomeOf } from '#server/payments/gateways/driver.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { lockOnlinePayment, storeExternalId } from '#server/payments/online/online-store.ts';
import { orderOf } from '#server/payments/online/order.ts';
import { settlePayment } from '#server/payments/online/settle-payment.ts';

export interface CardCharge {
  /** Its row is there before the gateway is asked. */
  paymentId: string;
  amount: number;
  clientId: string;
  card: Pick<PaymentCardRow, 'provider'>;
  token: string;
}

/** Asks a gateway to charge a saved card, once, and settles the payment by its answer; without one the check asks later. */
export async function askForCharge(deps: OnlineDeps, charge: CardCharge, now: Date): Promise<void> {
  const answer = await ask(deps, charge, now);
  if (!answer) return;
  const { paymentId, card } = charge;
  await deps.db.transaction().execute(async (tx) => {
    const payment = await lockOnlinePayment(tx, paymentId);
    if (!payment) throw new Error('the payment just written is gone');
    await storeExternalId(tx, paymentId, answer.externalId, now);
    const problem = await settlePayment(deps, tx, payment, { ...answer, now });
    if (problem)
      deps.log.error({ gateway: card.provider, paymentId, problem }, 'a card was charged otherwise');
  });
}

/** Null when nobody knows whether the card was charged. */
async function ask(
  deps: OnlineDeps,
  { paymentId, amount, clientId, card, token }: CardCharge,
  now: Date,
): Promise<Charged | null> {
  const { db, gateways, log } = deps;
  const client = await clientById(db, clientId);
  const gateway = await gateways.find(card.provider);
  if (!client || !gateway) throw new Error('a charge without its client or its gateway');
  const order = await orderOf(deps, { id: paymentId, amount, provider: card.provider }, client, now);
  try {
    return await gateway.charge({ ...order, token });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { failure, message: detail } = error;
    log.error({ gateway: card.provider, failure, detail }, 'a card could not be charged');
    if (error.isOpen) return null;
    return { externalId: null, outcome: outcomeOf('failed', { failure: 'gateway_unavailable', detail }) };
  }
}
