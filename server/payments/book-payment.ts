import type { PaymentMethod } from '#contract/money/payment-words.ts';
import type { TopUpService } from '#contract/entities/ledger-entry.ts';
import type { Db, DocumentRow, PaymentRow } from '#server/db/tables.ts';
import { documentById, documentIdByNumber } from '#server/documents/document-store.ts';
import { payDocument } from '#server/documents/pay-document.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import { storeLastTopUp, takeInvoice, type WalletOwner } from '#server/wallet/ledger-store.ts';
import { insertPayment, updatePayment } from './payment-store.ts';
import { type WalletDeps, type WalletLine, writeLine } from './write-wallet-line.ts';

/** Money that came, to be put into one client's wallet. */
export interface Booking {
  /** A bank line or an online payment that is there, locked; or what somebody took by hand. */
  payment: PaymentRow | ByHand;
  /** What it pays, where that is known. */
  documentId?: string | null | undefined;
  /** The number of a document as it was typed: one of ours, or a foreign one. */
  paper?: { invoice: string; year: number } | undefined;
  note?: string | null;
  /** Who saw whose it is: a colleague, or the rule by which it was certain. */
  matchedBy?: { id: string } | 'rule';
}

interface ByHand {
  method: PaymentMethod;
  amount: number;
  /** The day that it was paid on; its month is open. */
  value_date: string;
}

/**
 * Puts money that came into a wallet, the one way for all of it (GROWTH section 16, docs/payments.md): a top-up of the
 * ledger with what it sets off, the payment with its state, the document that it pays, the audit entry, the receipt.
 * The client's row is locked (`walletOwner`), then the payment's (`lockPayment`). Answers the payment's id.
 *
 * @throws AppError 409 `already_matched`, `other_currency`, `not_open`, or 422 `document_of_another`, `invoice_taken`.
 */
export async function bookPayment(
  deps: WalletDeps,
  tx: Db,
  caller: Caller,
  owner: WalletOwner,
  booking: Booking,
): Promise<string> {
  const { line, paymentId } = await bookingOf(deps, tx, caller, owner, booking);
  await writeLine(deps, tx, caller, owner, line);
  return paymentId;
}

/** The same as a line that its caller writes. */
export async function bookingOf(
  deps: Pick<WalletDeps, 'currency' | 'timeZone'>,
  tx: Db,
  { now, actor }: Caller,
  owner: WalletOwner,
  { payment, documentId, paper, note = null, matchedBy }: Booking,
): Promise<{ line: WalletLine; paymentId: string }> {
  if ('id' in payment) requireBookable(payment, deps.currency);
  const { method, amount, value_date } = payment;
  const document = await paidDocument(tx, { clientId: owner.id, amount, now, documentId, paper });
  const words = paper ?? (document ? { invoice: document.number, year: document.year } : undefined);
  const service = serviceOf[method];
  const today = localDay(now, deps.timeZone);
  const money = {
    service,
    amount,
    note,
    invoice: words?.invoice ?? null,
    year: words?.year ?? null,
    value_date,
  };
  const paymentId = 'id' in payment ? payment.id : newId(now);
  const line: WalletLine = {
    money: { kind: 'top_up', ...money },
    action: 'client.replenish',
    audited: { ...money, value_date: value_date === today ? null : value_date },
    email: (data, credit) => ({
      kind: 'top_up_receipt',
      reason: 'topped_up',
      data: { ...data, ...told(document), ...credit },
    }),
    async after(entryId) {
      // A number of ours counts by the state of its document.
      if (paper && document?.kind !== 'proforma') await takePaper(tx, { ...paper, entryId });
      const columns = { client_id: owner.id, document_id: document?.id ?? null, ledger_entry_id: entryId };
      if ('id' in payment) await settle(tx, payment, { now, columns, matchedBy });
      else {
        const created_by = actor.kind === 'staff' ? actor.id : null;
        await insertPayment(tx, { ...payment, ...columns, id: paymentId, created_by, now });
      }
      await recordEvents(tx, now, [{ type: 'payment.succeeded', clientId: owner.id, subjectId: paymentId }]);
      await storeLastTopUp(tx, owner.id, { amount, created_at: now });
    },
  };
  return { line, paymentId };
}

/** What the receipt says of the proforma that was paid. */
function told(document: DocumentRow | undefined): { paid: string | null; part: string | null; rest: number } {
  const number = document?.kind === 'proforma' ? document.number : null;
  const rest = document ? Math.max(0, document.total - document.paid_amount) : 0;
  return rest > 0 ? { paid: null, part: number, rest } : { paid: number, part: null, rest };
}

const serviceOf: Record<PaymentMethod, TopUpService> = {
  cash: 'cash',
  bank: 'non_cash',
  card: 'card',
  online: 'card',
};

function requireBookable({ status, ledger_entry_id, currency }: PaymentRow, own: string): void {
  const isBooked = ledger_entry_id !== null || status === 'matched' || status === 'succeeded';
  if (isBooked) throw new AppError('already_matched');
  if (currency !== null && currency !== own) throw new AppError('other_currency');
}

interface Payable {
  clientId: string;
  amount: number;
  now: Date;
  documentId: Booking['documentId'];
  paper: Booking['paper'];
}

/** The document that the money is for, with what was paid counted. */
async function paidDocument(
  tx: Db,
  { documentId, paper, ...paid }: Payable,
): Promise<DocumentRow | undefined> {
  const typed = documentId ? undefined : paper && (await documentIdByNumber(tx, paper.invoice));
  const id = documentId ?? typed;
  if (!id) return undefined;
  const field = typed ? 'invoice' : 'document_id';
  const before = await documentById(tx, id, { lock: true });
  const isPaid = before?.client_id === paid.clientId && before.status === 'paid';
  if (isPaid)
    throw fieldError(field, typed ? 'errors.invoice_taken' : 'errors.document_paid', 'invoice_taken');
  return payDocument(tx, { ...paid, documentId: id }, field);
}

async function takePaper(
  tx: Db,
  { invoice, year, entryId }: { invoice: string; year: number; entryId: string },
): Promise<void> {
  const isFree = await takeInvoice(tx, { invoice, year, entryId });
  if (!isFree) throw fieldError('invoice', 'errors.invoice_taken', 'invoice_taken');
}

function settle(
  tx: Db,
  { id, statement_id }: PaymentRow,
  { now, columns, matchedBy }: { now: Date; columns: Partial<PaymentRow>; matchedBy: Booking['matchedBy'] },
): Promise<void> {
  const isRule = matchedBy === 'rule';
  return updatePayment(
    tx,
    { id, now },
    {
      ...columns,
      status: statement_id === null ? 'succeeded' : 'matched',
      matched_by: isRule ? null : (matchedBy?.id ?? null),
      matched_by_rule: isRule,
      reason: null,
    },
  );
}
