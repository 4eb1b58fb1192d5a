import type { BankLine } from '#contract/entities/bank-line.ts';
import type { MatchReason } from '#contract/money/payment-matching.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { once } from '#server/db/idempotency.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { lockPayment, paymentById, updatePayment } from '#server/payments/payment-store.ts';
import { unbookPayment } from '#server/payments/unbook-payment.ts';
import type { WalletDeps } from '#server/payments/write-wallet-line.ts';
import type { PaymentTarget } from './match-payment.ts';
import { readBankLine } from './read-bank-lines.ts';

/**
 * Takes back what was decided about a bank line: a booked one by a reversal, its document open again; one that was set
 * aside simply waits again.
 *
 * @throws AppError `not_found`, or 409 `not_matched`, `payment_refunded`.
 */
export function unmatchPayment(
  deps: WalletDeps,
  caller: StaffCaller,
  { paymentId, key }: PaymentTarget,
  { reason }: MatchReason,
): Promise<BankLine> {
  return answered(deps.db, caller, async (tx) => {
    await once(tx, key, caller.now, async () => {
      const payment = await bankLine(tx, paymentId);
      if (payment.status === 'ignored')
        await decide(tx, caller, { paymentId, from: 'ignored', to: 'unmatched', reason });
      else await unbookPayment(deps, tx, caller, { paymentId, note: reason });
      return { id: paymentId };
    });
    return readBankLine(deps, tx, paymentId);
  });
}

/**
 * Sets a bank line aside that is no client's: interest, one's own money, a mistake.
 *
 * @throws AppError `not_found`, or 409 `already_matched`.
 */
export function ignorePayment(
  deps: WalletDeps,
  caller: StaffCaller,
  { paymentId, key }: PaymentTarget,
  { reason }: MatchReason,
): Promise<BankLine> {
  return answered(deps.db, caller, async (tx) => {
    await once(tx, key, caller.now, async () => {
      await bankLine(tx, paymentId);
      await decide(tx, caller, { paymentId, from: 'unmatched', to: 'ignored', reason });
      return { id: paymentId };
    });
    return readBankLine(deps, tx, paymentId);
  });
}

/** Only bank lines can be unmatched: other payments were booked for a known client. */
async function bankLine(tx: Db, paymentId: string): Promise<PaymentRow> {
  const payment = await paymentById(tx, paymentId);
  if (!payment) throw new AppError('not_found');
  if (payment.statement_id === null) throw new AppError('not_matched');
  return payment;
}

async function decide(
  tx: Db,
  caller: StaffCaller,
  {
    paymentId,
    from,
    to,
    reason,
  }: { paymentId: string; from: PaymentRow['status']; to: PaymentRow['status']; reason: string },
): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status !== from) throw new AppError(from === 'unmatched' ? 'already_matched' : 'not_matched');
  const isIgnored = to === 'ignored';
  await updatePayment(
    tx,
    { id: paymentId, now: caller.now },
    { status: to, reason, matched_by: isIgnored ? caller.actor.id : null },
  );
  await writeAudit(tx, caller, {
    action: isIgnored ? 'payment.ignore' : 'payment.unmatch',
    subject: { type: 'payment', id: paymentId, name: payment.payer_name },
    changes: [
      { field: 'amount', before: null, after: payment.amount },
      { field: 'reason', before: null, after: reason },
    ],
  });
}
