import type { Db, PaymentRow } from '#server/db/tables.ts';
import { unpayDocument } from '#server/documents/pay-document.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import {
  freeInvoice,
  lastTopUp,
  lineOf,
  type PresentedLine,
  storeLastTopUp,
  walletOwner,
} from '#server/wallet/ledger-store.ts';
import { lockPayment, lockPaymentOfLine, paymentById, updatePayment } from './payment-store.ts';
import { type NamedRefund, refundOfLine, undoRefund } from './refunds/refund-store.ts';
import { type WalletDeps, type WalletLine, writeLine } from './write-wallet-line.ts';

/**
 * Takes a booked payment out of its wallet again, by a reversal: a bank line is `unmatched` and nobody's, other money
 * is `failed`; its document is open again. With `entryId` only while that is its top-up. Answers the reversal's id.
 *
 * @throws AppError `not_found`, or 409 `not_matched`, `payment_refunded`.
 */
export async function unbookPayment(
  deps: WalletDeps,
  tx: Db,
  caller: Caller,
  { paymentId, entryId: only, note }: { paymentId: string; entryId?: string; note: string },
): Promise<string> {
  const seen = await paymentById(tx, paymentId);
  if (!seen) throw new AppError('not_found');
  const owner = seen.client_id === null ? undefined : await walletOwner(tx, seen.client_id);
  const payment = await lockPayment(tx, paymentId);
  const entryId = payment?.status === 'failed' ? null : payment?.ledger_entry_id;
  if (only !== undefined && entryId !== only) throw new AppError('not_matched');
  const line = owner && entryId ? await lineOf(tx, owner.id, entryId) : undefined;
  if (!owner || !line || line.reversed_by_id) throw new AppError('not_matched');
  return writeLine(deps, tx, caller, owner, await reversalOf(tx, caller, line, note));
}

/**
 * Writes the line that reverses another one, with its consequences. It counts for the same day, or for the first one
 * that is open.
 *
 * @throws AppError 409 `already_reversed`, `payment_refunded`, `refund_by_gateway`, or a 422 for a reversal and for a line of nothing.
 */
export async function reversalOf(
  tx: Db,
  { now }: Caller,
  wrong: PresentedLine,
  note: string,
): Promise<WalletLine> {
  const { id: reverses_id, kind, client_id, value_date, tariff_id } = wrong;
  // A charge of nothing gave nothing that could come back.
  if (kind === 'reversal' || wrong.amount === 0) throw fieldError('entry', 'validation.notAllowed');
  if (wrong.reversed_by_id) throw new AppError('already_reversed');
  const amount = -wrong.amount;
  const payment = kind === 'top_up' ? await lockPaymentOfLine(tx, reverses_id) : undefined;
  // What went back to the payer is no longer in the wallet.
  if (payment && payment.refunded > 0) throw new AppError('payment_refunded');
  const paidBack = kind === 'payout' ? await undoableRefund(tx, reverses_id, now) : undefined;
  const date = wrong.created_at.toISOString();
  return {
    money: { kind: 'reversal', amount, reverses_id, note, value_date, tariff_id },
    action: 'client.reverse',
    audited: { kind, amount, note },
    email: (data) => ({ kind: 'balance_corrected', reason: 'reversed', data: { ...data, date } }),
    async after() {
      await freeInvoice(tx, reverses_id);
      if (payment) await unsettle(tx, payment, { now, note });
      if (paidBack) await undoRefund(tx, paidBack.payment, paidBack.refund, { now, detail: note });
      if (kind === 'top_up') await storeLastTopUp(tx, client_id, await lastTopUp(tx, client_id));
    },
  };
}

/** How long a gateway may be silent before people decide that it didn't pay. */
const silenceMs = 86_400_000;

/**
 * The refund of a payout, with its payment locked: one that somebody paid by hand, or that a gateway was silent about.
 * @throws AppError 409 `refund_by_gateway`
 */
async function undoableRefund(
  tx: Db,
  entryId: string,
  now: Date,
): Promise<{ payment: PaymentRow; refund: NamedRefund } | undefined> {
  const refund = await refundOfLine(tx, entryId);
  const payment = refund && (await lockPayment(tx, refund.payment_id));
  if (!refund || !payment) return undefined;
  const isSilent = refund.status === 'pending' && now.getTime() - refund.created_at.getTime() >= silenceMs;
  if (refund.reference === null && !isSilent) throw new AppError('refund_by_gateway');
  return { payment, refund };
}

async function unsettle(
  tx: Db,
  { id, document_id, amount, statement_id }: PaymentRow,
  { now, note }: { now: Date; note: string },
): Promise<void> {
  if (document_id) await unpayDocument(tx, { documentId: document_id, amount });
  const nobodys = {
    client_id: null,
    document_id: null,
    ledger_entry_id: null,
    matched_by: null,
    batch_id: null,
  };
  await updatePayment(
    tx,
    { id, now },
    {
      reason: note,
      ...(statement_id === null
        ? { status: 'failed' }
        : { ...nobodys, status: 'unmatched', matched_by_rule: false }),
    },
  );
}
