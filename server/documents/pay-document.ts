import type { Db, DocumentRow } from '#server/db/tables.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import { documentById, ownerOf, setDocumentState } from './document-store.ts';

interface Paid {
  documentId: string;
  clientId: string;
  /** Minor units. */
  amount: number;
  now: Date;
}

/**
 * Counts money that came for a proforma: less than its sum leaves it open with what was paid, all of it pays it, and
 * more stays in the wallet. An expired one is paid late; an invoice only names what the money was for. The caller
 * holds the lock of the client's row.
 *
 * @throws AppError 422 `document_of_another` at `field`, 422 at `field` for an act or a credit note, or 409 `not_open`
 * for a cancelled one.
 */
export async function payDocument(
  tx: Db,
  { documentId, clientId, amount, now }: Paid,
  field = 'document_id',
): Promise<DocumentRow> {
  const document = await documentById(tx, documentId, { lock: true });
  if (!document) throw fieldError(field, 'validation.unknownName');
  if (document.client_id !== clientId) throw await ofAnother(tx, document, field);
  if (!takesMoney(document)) throw fieldError(field, 'validation.notPayable');
  if (document.status === 'cancelled') throw new AppError('not_open');
  if (document.kind !== 'proforma') return document;
  const paid_amount = document.paid_amount + amount;
  const isPaid = paid_amount >= document.total;
  const state = {
    paid_amount,
    status: isPaid ? ('paid' as const) : document.status,
    paid_at: isPaid ? (document.paid_at ?? now) : null,
  };
  await setDocumentState(tx, documentId, state);
  if (isPaid && document.status !== 'paid') {
    await recordEvents(tx, now, [{ type: 'document.paid', clientId, subjectId: documentId }]);
  }
  return { ...document, ...state };
}

/** An act and a credit note tell what happened to money that was there. */
export function takesMoney({ kind }: Pick<DocumentRow, 'kind'>): boolean {
  return kind === 'proforma' || kind === 'invoice';
}

/**
 * The document that money is for, if it still takes any: what a customer began to pay may be paid or cancelled by the
 * time the money comes, which then stays in the wallet. The caller holds the lock of the client's row.
 */
export async function payableDocument(tx: Db, id: string | null): Promise<string | null> {
  const document = id === null ? undefined : await documentById(tx, id, { lock: true });
  return document?.status === 'open' || document?.status === 'expired' ? document.id : null;
}

/**
 * Takes back what `payDocument` counted: the document is open again where less than its sum is left. The caller holds
 * the lock of the client's row.
 */
export async function unpayDocument(
  tx: Db,
  { documentId, amount }: Pick<Paid, 'documentId' | 'amount'>,
): Promise<void> {
  const document = await documentById(tx, documentId, { lock: true });
  if (document?.kind !== 'proforma') return;
  const paid_amount = document.paid_amount - amount;
  const isOpenAgain = document.status === 'paid' && paid_amount < document.total;
  await setDocumentState(tx, documentId, {
    paid_amount,
    status: isOpenAgain ? 'open' : document.status,
    paid_at: isOpenAgain ? null : document.paid_at,
  });
}

async function ofAnother(tx: Db, { client_id }: DocumentRow, field: string): Promise<AppError> {
  const params = { name: await ownerOf(tx, client_id) };
  const says = { key: 'errors.document_of_another', params };
  return new AppError('document_of_another', { says, fields: { [field]: [says] } });
}
