import { createHash } from 'node:crypto';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { type Gateway, GatewayError, type Outcome, outcomeOf } from '#server/payments/gateways/driver.ts';
import { enqueueCheck, isLastCheck } from './enqueue-check.ts';
import type { OnlineDeps } from './online-deps.ts';
import { countCheck, keepNotice, type OnlinePayment, onlinePaymentById } from './online-store.ts';
import { referenceOf } from './order.ts';
import { settlePayment } from './settle-payment.ts';

/** Asks a payment's gateway what became of it, which leads where its notice would have led. */
export async function checkPayment(
  deps: OnlineDeps,
  { paymentId, check }: { paymentId: string; check: string },
  now: Date,
): Promise<void> {
  const payment = await onlinePaymentById(deps.db, paymentId);
  if (!payment || (payment.status !== 'pending' && check !== 'card')) return;
  const gateway = await deps.gateways.find(payment.provider ?? '');
  const told = gateway ? await ask(deps, gateway, { ...payment, check }, now) : null;
  await deps.db.transaction().execute(async (tx) => {
    const locked = await onlinePaymentById(tx, paymentId, { lock: true });
    if (!locked) return;
    if (told) await settle(deps, tx, locked, told, now);
    if (check === 'card') return;
    await countCheck(tx, paymentId);
    const after = await onlinePaymentById(tx, paymentId);
    if (after?.status === 'pending') await enqueueCheck(deps.queue, tx, paymentId, Number(check) + 1);
  });
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
    return isLastCheck(check) ? outcomeOf('failed', { failure: 'gateway_unavailable' }) : outcome;
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
