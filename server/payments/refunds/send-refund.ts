import type { Db } from '#server/db/tables.ts';
import { GatewayError, type Refunded } from '#server/payments/gateways/driver.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { type OnlinePayment, onlinePaymentById } from '#server/payments/online/online-store.ts';
import { referenceOf } from '#server/payments/online/order.ts';
import { enqueueRefund, isLongOpen } from './enqueue-refund.ts';
import { type NamedRefund, refundById, takeQuestion } from './refund-store.ts';
import { settleRefund, showRefundProblem } from './settle-refund.ts';

/**
 * Asks a payment's gateway to send money back, and again while its answer is open: a refund waits until the gateway
 * says yes or no, however long that takes. Whoever is killed in between asks again by the same key.
 */
export async function sendRefund(
  deps: OnlineDeps,
  { refundId, question }: { refundId: string; question: string },
  now: Date,
): Promise<void> {
  const refund = await refundById(deps.db, refundId);
  if (refund?.status !== 'pending') return;
  const payment = await onlinePaymentById(deps.db, refund.payment_id);
  if (!payment) throw new Error('a refund by a gateway without its payment');
  const taken = await takeQuestion(deps.db, refundId, now);
  // Whoever asks may be killed: then this is the one that goes on.
  if (!taken) return enqueueRefund(deps.queue, deps.db, refundId, Math.max(1, Number(question)));
  const told = await ask(deps, payment, { ...refund, ...taken }, now);
  await deps.db.transaction().execute(async (tx) => {
    await settleRefund(deps, tx, refundId, told, now);
    await askAgain(deps, tx, { payment, refundId, question: Number(question) + 1, now });
  });
}

async function askAgain(
  { queue }: OnlineDeps,
  tx: Db,
  {
    payment,
    refundId,
    question,
    now,
  }: { payment: OnlinePayment; refundId: string; question: number; now: Date },
): Promise<void> {
  const refund = await refundById(tx, refundId);
  if (refund?.status !== 'pending') return;
  await enqueueRefund(queue, tx, refundId, question);
  if (isLongOpen(question))
    await showRefundProblem(tx, payment, refund, { problem: 'refund_unanswered', now });
}

/** `pending` also when nobody knows whether the gateway acted. */
async function ask(
  { db, gateways, currency, log }: OnlineDeps,
  { id, provider, external_id, amount: total, ...payment }: OnlinePayment,
  { id: key, amount, isRepeat }: NamedRefund & { isRepeat: boolean },
  now: Date,
): Promise<Refunded> {
  const gateway = await gateways.find(provider ?? '');
  if (!gateway) return { state: 'pending', detail: null };
  const reference = await referenceOf(db, id, now);
  try {
    return await gateway.refund({
      reference,
      externalId: external_id,
      amount,
      total,
      currency: payment.currency ?? currency,
      key,
      isRepeat,
      now,
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { failure, message: detail } = error;
    log.warn({ gateway: gateway.name, failure, detail }, 'money could not be sent back');
    return { state: error.isOpen ? 'pending' : 'failed', detail };
  }
}
