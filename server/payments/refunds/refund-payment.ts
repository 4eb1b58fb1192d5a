import type { PaymentDetails, RefundInput } from '#contract/entities/payment.ts';
import { answered } from '#server/db/answered.ts';
import { once } from '#server/db/idempotency.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { clientById } from '#server/clients/client-store.ts';
import { AppError, deletedClient, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { isInWallet, readPayment } from '#server/payments/list/read-payments.ts';
import type { PaymentTarget } from '#server/payments/matching/match-payment.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { lockPayment, paymentById, updatePayment } from '#server/payments/payment-store.ts';
import { type WalletLine, writeLine } from '#server/payments/write-wallet-line.ts';
import { type WalletOwner, walletOwner } from '#server/wallet/ledger-store.ts';
import { enqueueRefund } from './enqueue-refund.ts';
import { insertRefund, noteArrived } from './refund-store.ts';

/**
 * Sends money of a payment back to its payer: it leaves the wallet at once, by a payout. With a reference somebody has
 * paid it by hand; without one the payment's gateway is asked as soon as this is committed, and the refund waits for
 * its answer (GROWTH section 16, "Online"; docs/decisions/0147).
 *
 * @throws AppError `not_found`, 409 `not_matched`, `deleted`, or 422: at `amount` above what is left of the payment,
 *   `balance_too_low` above what is in the wallet unless `below_zero` agrees, at `reference` where no gateway can pay.
 */
export function refundPayment(
  deps: OnlineDeps,
  caller: StaffCaller,
  { paymentId, key }: PaymentTarget,
  input: RefundInput,
): Promise<PaymentDetails> {
  return answered(deps.db, caller, async (tx) => {
    await once(tx, key, caller.now, async () => {
      const { owner, payment } = await lockedPayment(tx, paymentId);
      await requireRefundable(deps, tx, { owner, payment, input });
      await writeLine(deps, tx, caller, owner, payoutOf(deps, tx, caller, payment, input));
      return { id: paymentId };
    });
    return readPayment(deps, tx, paymentId);
  });
}

async function lockedPayment(
  tx: Db,
  paymentId: string,
): Promise<{ owner: WalletOwner; payment: PaymentRow }> {
  const seen = await paymentById(tx, paymentId);
  if (!seen) throw new AppError('not_found');
  const owner = seen.client_id === null ? undefined : await walletOwner(tx, seen.client_id);
  const payment = await lockPayment(tx, paymentId);
  const isOwners = owner !== undefined && payment?.client_id === owner.id;
  if (!isOwners || !isInWallet(payment)) throw new AppError('not_matched');
  return { owner, payment };
}

async function requireRefundable(
  { gateways }: Pick<OnlineDeps, 'gateways'>,
  tx: Db,
  { owner, payment, input }: { owner: WalletOwner; payment: PaymentRow; input: RefundInput },
): Promise<void> {
  const { amount, reference, below_zero = false } = input;
  if (owner.deleted_at) throw deletedClient(owner);
  const canGateway = gateways.names.some((name) => name === payment.provider);
  if (reference === undefined && !canGateway) throw fieldError('reference', 'validation.required');
  if (amount > payment.amount - payment.refunded) throw fieldError('amount', 'validation.aboveRest');
  const client = await clientById(tx, owner.id);
  if (!below_zero && amount > (client?.balance ?? 0)) {
    throw fieldError('amount', 'validation.aboveBalance', 'balance_too_low');
  }
}

/** The line that takes it out of the wallet, with the refund and what is left of the payment. */
function payoutOf(
  { queue }: Pick<OnlineDeps, 'queue'>,
  tx: Db,
  { now, actor }: StaffCaller,
  payment: PaymentRow,
  { amount, reason, reference }: RefundInput,
): WalletLine {
  const isByHand = reference !== undefined;
  return {
    money: { kind: 'payout', amount: -amount, note: reason },
    action: 'client.refund',
    audited: { amount, reason, reference: reference ?? null, provider: isByHand ? null : payment.provider },
    // Told when it has arrived.
    email: isByHand
      ? (data) => ({ kind: 'money_returned', reason: 'money_returned', data: { ...data, amount } })
      : null,
    async after(entryId) {
      const id = newId(now);
      await insertRefund(tx, {
        id,
        payment_id: payment.id,
        status: isByHand ? 'succeeded' : 'pending',
        amount,
        ledger_entry_id: entryId,
        reason,
        reference: reference ?? null,
        created_by: actor.id,
        created_at: now,
        updated_at: now,
      });
      await updatePayment(tx, { id: payment.id, now }, { refunded: payment.refunded + amount });
      if (!isByHand) return enqueueRefund(queue, tx, id, 0);
      await noteArrived(tx, payment.id, now);
      await recordEvents(tx, now, [
        { type: 'payment.refunded', clientId: payment.client_id, subjectId: payment.id },
      ]);
    },
  };
}
