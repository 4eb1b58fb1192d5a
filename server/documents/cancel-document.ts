import type { CancelInput, Document } from '#contract/entities/document.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller, StaffActor } from '#server/kernel/caller.ts';
import type { DocumentDeps } from './document-deps.ts';
import { documentById, setDocumentState } from './document-store.ts';
import { readDocument } from './read-document.ts';

/**
 * Cancels a proforma that nobody has paid anything for: its number stays taken (GROWTH section 16).
 *
 * @throws AppError `not_found`, `not_open`
 */
export function cancelDocument(
  { db }: Pick<DocumentDeps, 'db'>,
  caller: Caller<StaffActor>,
  id: string,
  { reason }: CancelInput,
): Promise<Document> {
  return answered(db, caller, async (tx) => {
    const document = await documentById(tx, id, { lock: true });
    if (!document) throw new AppError('not_found');
    if (document.status !== 'open') throw new AppError('not_open');
    if (document.paid_amount > 0) throw new AppError('not_open', { says: { key: 'errors.partly_paid' } });
    await setDocumentState(tx, id, { status: 'cancelled', paid_amount: 0, paid_at: null });
    const cancelled = await readDocument(tx, id);
    await auditClient(
      tx,
      caller,
      { id: document.client_id, name: cancelled.client_name },
      {
        action: 'client.document_cancelled',
        changes: [
          { field: 'invoice', before: document.number, after: null },
          { field: 'reason', before: null, after: reason },
        ],
      },
    );
    return cancelled;
  });
}
