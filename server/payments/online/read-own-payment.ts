import type { OwnPayment } from '#contract/money/online-payment.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { gatewayNames } from '#contract/money/payment-gateway.ts';
import type { OnlineDeps } from './online-deps.ts';
import { onlinePaymentById } from './online-store.ts';

/** What became of one's own online payment. */
export async function readOwnPayment(
  { db, currency }: Pick<OnlineDeps, 'db' | 'currency'>,
  { actor, now }: CustomerCaller,
  id: string,
): Promise<OwnPayment> {
  const payment = await onlinePaymentById(db, id);
  if (!payment || payment.client_id !== actor.id) throw new AppError('not_found');
  const isOpen = payment.status === 'pending' && payment.expires_at !== null && payment.expires_at > now;
  return {
    id,
    status: payment.status,
    provider: gatewayNames.find((name) => name === payment.provider) ?? null,
    amount: payment.amount,
    refunded: payment.refunded,
    currency: payment.currency ?? currency,
    failure: payment.status === 'failed' ? (payment.failure ?? 'other') : null,
    redirect_url: isOpen ? payment.redirect_url : null,
    created_at: payment.created_at.toISOString(),
  };
}
