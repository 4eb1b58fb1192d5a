import { createHash } from 'node:crypto';
import { isDatabaseAway } from '#server/db/database-away.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { type Gateway, GatewayError, type Outcome, outcomeOf } from '#server/payments/gateways/driver.ts';
import { enqueueCheck, isLate } from './enqueue-check.ts';
import type { OnlineDeps } from './online-deps.ts';
import {
  countCheck,
  keepNotice,
  lockOnlinePayment,
  type OnlinePayment,
  onlinePaymentById,
} from './online-store.ts';
import { referenceOf } from './order.ts';
import { endOwnProblems, showOwnProblem } from './own-problems.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Asks a payment's gateway what became of it, which leads where its notice would have led. A failure of our own ends
 * nothing: staff see it, and the next question comes as after no answer.
 */
export async function checkPayment(deps: OnlineDeps, asked: Asked, now: Date): Promise<void> {
  try {
    await askAndSettle(deps, asked, now);
  } catch (error) {
    // The card alone is asked for again by the queue.
    if (isDatabaseAway(error) || asked.check === 'card') throw error;
    const { paymentId } = asked;
    deps.log.error({ err: error, paymentId }, 'a payment could not be asked for');
    await deps.db.transaction().execute(async (tx) => {
      const payment = await lockOnlinePayment(tx, paymentId);
      if (payment?.status !== 'pending') return;
      const { amount } = payment;
      await showOwnProblem(tx, payment, { about: paymentId, problem: 'check_broken', amount, now });
      await askAgain(deps, tx, asked);
    });
  }
}

/** `check`: which of the questions it is, the first is 0; or `card`. */
interface Asked {
  paymentId: string;
  check: string;
}

async function askAndSettle(deps: OnlineDeps, asked: Asked, now: Date): Promise<void> {
  const { paymentId, check } = asked;
  const payment = await onlinePaymentById(deps.db, paymentId);
  if (!payment || (payment.status !== 'pending' && check !== 'card')) return;
  const gateway = await deps.gateways.find(payment.provider ?? '');
  const told = gateway ? await ask(deps, gateway, { ...payment, check }, now) : null;
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockOnlinePayment(tx, paymentId);
    if (!locked) return;
    if (told) {
      await settle(deps, tx, locked, told, now);
      await endOwnProblems(tx, paymentId, ['check_broken']);
    }
    if (check !== 'card') await askAgain(deps, tx, asked);
  });
}

async function askAgain({ queue }: OnlineDeps, tx: Db, { paymentId, check }: Asked): Promise<void> {
  await countCheck(tx, paymentId);
  const after = await onlinePaymentById(tx, paymentId);
  if (after?.status === 'pending') await enqueueCheck(queue, tx, paymentId, Number(check) + 1);
}

/** Null when the gateway can't say now: it is asked again, or its notice comes. */
async function ask(
  { db, log }: OnlineDeps,
  gateway: Gateway,
  { id, external_id, created_at, expires_at, check }: OnlinePayment & { check: string },
  now: Date,
): Promise<Outcome | null> {
  const reference = await referenceOf(db, id, now);
  const startedAt = created_at;
  try {
    const outcome = await gateway.status({
      reference,
      externalId: external_id,
      startedAt,
      expiresAt: expires_at,
      now,
    });
    if (outcome.state !== 'unknown') return outcome;
    // A page that nobody went to is known to nobody once it is closed, and a charge that never arrived neither.
    if (expires_at !== null)
      return expires_at <= now ? outcomeOf('failed', { failure: 'page_expired' }) : outcome;
    return isLate(check) ? outcomeOf('failed', { failure: 'gateway_unavailable' }) : outcome;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { failure, message: detail } = error;
    log.warn({ gateway: gateway.name, failure, detail }, 'a payment could not be asked for');
    return null;
  }
}

async function settle(
  deps: OnlineDeps,
  tx: Db,
  payment: OnlinePayment,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const problem = await settlePayment(deps, tx, payment, { externalId: payment.external_id, outcome, now });
  const provider = deps.gateways.names.find((name) => name === payment.provider);
  if (problem === null || provider === undefined) return;
  await keepNotice(tx, {
    id: newId(now),
    provider,
    fingerprint: createHash('sha256').update(`asked ${payment.id} ${problem}`).digest(),
    reference: await referenceOf(tx, payment.id, now),
    external_id: payment.external_id,
    state: outcome.state,
    amount: outcome.amount,
    currency: outcome.currency,
    payment_id: payment.id,
    problem,
    received_at: now,
  });
}
