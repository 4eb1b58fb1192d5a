import { isDatabaseAway } from '#server/db/database-away.ts';
import type { Db } from '#server/db/tables.ts';
import {
  type Gateway,
  GatewayError,
  type Refunded,
  type RefundOrder,
} from '#server/payments/gateways/driver.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { type OnlinePayment, onlinePaymentById } from '#server/payments/online/online-store.ts';
import { referenceOf } from '#server/payments/online/order.ts';
import { showOwnProblem } from '#server/payments/online/own-problems.ts';
import { paymentById } from '#server/payments/payment-store.ts';
import { enqueueRefund, isLongOpen } from './enqueue-refund.ts';
import { type NamedRefund, refundById, takeQuestion, updateRefund } from './refund-store.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Asks a payment's gateway to send money back, and again while its answer is open: a refund waits until the gateway
 * says yes or no, however long that takes. After a kill in between it asks again by the same key. A failure of our own
 * ends nothing either: staff see it, and the next question comes as after no answer.
 */
export async function sendRefund(deps: OnlineDeps, asked: Asked, now: Date): Promise<void> {
  try {
    await askGateway(deps, asked, now);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const { refundId, question } = asked;
    deps.log.error({ err: error, refundId }, 'a refund could not be asked for');
    await deps.db.transaction().execute(async (tx) => {
      const refund = await refundById(tx, refundId, { lock: true });
      if (refund?.status !== 'pending') return;
      await updateRefund(tx, { id: refundId, now }, { status: 'pending' });
      const payment = await paymentById(tx, refund.payment_id);
      if (payment) await showOwnProblem(tx, payment, { ...shown(refund), problem: 'refund_broken', now });
      await enqueueRefund(deps.queue, tx, refundId, Number(question) + 1);
    });
  }
}

/** `question`: which of them it is, the first is 0. */
interface Asked {
  refundId: string;
  question: string;
}

async function askGateway(deps: OnlineDeps, { refundId, question }: Asked, now: Date): Promise<void> {
  const refund = await refundById(deps.db, refundId);
  if (refund?.status !== 'pending') return;
  const payment = await onlinePaymentById(deps.db, refund.payment_id);
  if (!payment) throw new Error('a refund by a gateway without its payment');
  const taken = await takeQuestion(deps.db, refundId, now);
  // The process that asks may be killed: then this is the one that goes on.
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
    await showOwnProblem(tx, payment, { ...shown(refund), problem: 'refund_unanswered', now });
}

const shown = ({ id, amount }: NamedRefund) => ({ about: id, amount });

async function ask(
  deps: OnlineDeps,
  { id, provider, external_id, amount: total, ...payment }: OnlinePayment,
  { id: key, amount, isRepeat }: NamedRefund & { isRepeat: boolean },
  now: Date,
): Promise<Refunded> {
  const { db, gateways, currency } = deps;
  const gateway = await gateways.find(provider ?? '');
  if (!gateway) return { state: 'pending', detail: null };
  const reference = await referenceOf(db, id, now);
  const order: RefundOrder = {
    reference,
    externalId: external_id,
    amount,
    total,
    currency: payment.currency ?? currency,
    key,
    now,
  };
  const { findRefund } = gateway;
  const alwaysOpen = () => true;
  const before =
    isRepeat && findRefund ? await answerOf(deps, gateway, () => findRefund(order), alwaysOpen) : null;
  // A key that is refused now says nothing about what it was taken for before.
  const isOpen = (error: GatewayError) => error.isOpen || (isRepeat && error.failure === 'key_refused');
  return before ?? answerOf(deps, gateway, () => gateway.refund(order), isOpen);
}

/** `pending` when nobody knows whether the gateway acted: only a no to the money itself puts it back. */
async function answerOf<Answer>(
  { log }: Pick<OnlineDeps, 'log'>,
  gateway: Gateway,
  question: () => Promise<Answer>,
  isOpen: (error: GatewayError) => boolean,
): Promise<Answer | Refunded> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { failure, message: detail } = error;
    log.warn({ gateway: gateway.name, failure, detail }, 'money could not be sent back');
    return { state: isOpen(error) ? 'pending' : 'failed', detail };
  }
}
