import type { TransferCode } from '#contract/money/proforma.ts';
import type { Db } from '#server/db/tables.ts';
import { requireDocument } from '#server/documents/read-document.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { paymentQr, type PaymentQr } from './payment-qr.ts';
import { qrPicture } from './qr-picture.ts';

/**
 * What is left of an open proforma, as a transfer to scan; null where no bank takes it.
 * @throws AppError `not_found`, `not_open`
 */
export async function readOwnCode(
  db: Db,
  { actor }: CustomerCaller,
  id: string,
): Promise<TransferCode | null> {
  const { status, content, total, paid_amount } = await requireDocument(db, id, actor.id);
  if (status !== 'open') throw new AppError('not_open');
  const amount = total - paid_amount;
  return toTransferCode(paymentQr(content, amount), { amount, purpose: content.purpose ?? '' });
}

/** A code with what it says and its picture. */
export function toTransferCode(
  qr: PaymentQr | null,
  said: Pick<TransferCode, 'amount' | 'purpose'>,
): TransferCode | null {
  return qr && { ...qr, ...said, picture: qrPicture(qr) };
}
