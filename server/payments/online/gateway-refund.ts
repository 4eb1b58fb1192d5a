import type { PaymentRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { GatewayError, type Refunded } from '#server/payments/gateways/driver.ts';
import type { OnlineDeps } from './online-deps.ts';
import { referenceOf } from './order.ts';

/**
 * Has a gateway give back a part of a payment, or all of it. `key` is the refund's own id: the same again gives nothing
 * twice, where the gateway can tell. `pending`: accepted, or nobody knows yet; `failed`: nothing went back.
 *
 * @throws AppError `gateway_unavailable` when the gateway isn't configured any more.
 */
export async function gatewayRefund(
  { db, gateways, currency, log }: Pick<OnlineDeps, 'db' | 'gateways' | 'currency' | 'log'>,
  payment: Pick<PaymentRow, 'id' | 'provider' | 'external_id' | 'amount' | 'currency'>,
  { amount, key, now }: { amount: number; key: string; now: Date },
): Promise<Refunded> {
  const gateway = await gateways.find(payment.provider ?? '');
  if (!gateway) throw new AppError('gateway_unavailable');
  try {
    return await gateway.refund({
      reference: await referenceOf(db, payment.id, now),
      externalId: payment.external_id,
      amount,
      total: payment.amount,
      currency: payment.currency ?? currency,
      key,
      now,
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.error(
      { gateway: gateway.name, failure: error.failure, detail: error.message },
      'a refund did not go',
    );
    return { state: error.isOpen ? 'pending' : 'failed', detail: error.message };
  }
}
