import { createHash } from 'node:crypto';
import type { NoticeProblem } from '#contract/money/payment-gateway.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { newId } from '#server/kernel/ids.ts';
import {
  type Gateway,
  GatewayError,
  type GatewayEvent,
  type Notice,
} from '#server/payments/gateways/driver.ts';
import { paymentOf } from '#server/payments/gateways/payment-reference.ts';
import type { OnlineDeps } from './online-deps.ts';
import { installationId, keepNotice, lockOnlinePayment, type OnlinePayment } from './online-store.ts';
import { settleRefund } from '#server/payments/refunds/settle-refund.ts';
import { enqueueRefund } from '#server/payments/refunds/enqueue-refund.ts';
import { refundsOfPayment, waitingRefunds } from '#server/payments/refunds/refund-store.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * A notice of a gateway. What it says is kept and acted on in one transaction, so that the same notice again changes
 * nothing, and one that credited nothing though it should have is seen (GROWTH section 16, "Online").
 *
 * @throws AppError `not_found` for a gateway that isn't configured, `unauthorized` for a notice that it did not sign,
 * `unavailable` when that can't be told now: the gateway repeats it then.
 */
export async function receiveNotice(deps: OnlineDeps, provider: string, notice: Notice): Promise<void> {
  const gateway = await deps.gateways.find(provider);
  if (!gateway) throw new AppError('not_found');
  const events = await readEvents(deps, gateway, notice);
  const installation = await installationId(deps.db, notice.now);
  for (const [index, event] of events.entries()) {
    const about = event.about ?? `${index} ${notice.body}`;
    const fingerprint = createHash('sha256').update(about).digest();
    await deps.db
      .transaction()
      .execute((tx) => takeEvent(deps, tx, { gateway, event, fingerprint, installation, now: notice.now }));
  }
}

async function readEvents({ log }: OnlineDeps, gateway: Gateway, notice: Notice): Promise<GatewayEvent[]> {
  try {
    return await gateway.event(notice);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { failure, message: detail } = error;
    log.warn({ gateway: gateway.name, failure, detail }, 'a notice was not taken');
    throw new AppError(failure === 'forged' ? 'unauthorized' : 'unavailable');
  }
}

interface TakenEvent {
  gateway: Gateway;
  event: GatewayEvent;
  fingerprint: Buffer;
  installation: string;
  now: Date;
}

async function takeEvent(deps: OnlineDeps, tx: Db, taken: TakenEvent): Promise<void> {
  const { gateway, event, fingerprint, now } = taken;
  const { reference, externalId, outcome } = event;
  // About something that was never ours, such as a shop's order at the same account.
  if (reference === null) return;
  const { problem, paymentId } = await actOn(deps, tx, taken, reference);
  await keepNotice(tx, {
    id: newId(now),
    provider: gateway.name,
    fingerprint,
    reference: reference.slice(0, 200),
    external_id: externalId,
    state: outcome.state,
    amount: outcome.amount,
    currency: outcome.currency,
    payment_id: paymentId,
    problem,
    received_at: now,
  });
}

async function actOn(
  deps: OnlineDeps,
  tx: Db,
  { gateway, event, installation, now }: TakenEvent,
  reference: string,
): Promise<{ problem: NoticeProblem | null; paymentId: string | null }> {
  const named = paymentOf(installation, reference);
  // Another installation at the same account: its own business.
  if (named === 'foreign') return { problem: null, paymentId: null };
  const payment = named === 'strange' ? undefined : await lockOnlinePayment(tx, named.paymentId);
  if (!payment || payment.provider !== gateway.name) return { problem: 'unknown_payment', paymentId: null };
  if (event.refund) {
    const problem = await settleRefunds(deps, tx, payment, event.refund, now);
    return { problem, paymentId: payment.id };
  }
  const problem = await settlePayment(deps, tx, payment, { ...event, now });
  return { problem, paymentId: payment.id };
}

/** A notice about money that went back; where it doesn't say which, the gateway is asked about all that wait. */
async function settleRefunds(
  deps: OnlineDeps,
  tx: Db,
  { id: paymentId }: OnlinePayment,
  { key, ...told }: NonNullable<GatewayEvent['refund']>,
  now: Date,
): Promise<NoticeProblem | null> {
  if (key === null) {
    for (const refundId of await waitingRefunds(tx, paymentId)) {
      await enqueueRefund(deps.queue, tx, refundId, 0);
    }
    return null;
  }
  const refund = (await refundsOfPayment(tx, paymentId)).find(({ id }) => id === key);
  if (!refund) return 'unknown_payment';
  return settleRefund(deps, tx, key, told, now);
}
