import type { Document } from '#contract/entities/document.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { clientById } from '#server/clients/client-store.ts';
import { answered } from '#server/db/answered.ts';
import { AppError, deletedClient } from '#server/kernel/app-error.ts';
import type { Caller, StaffActor } from '#server/kernel/caller.ts';
import type { DocumentDeps } from './document-deps.ts';
import { documentMails } from './document-mails.ts';
import { documentById } from './document-store.ts';
import type { DocumentContent } from './paper/document-content.ts';
import { readDocument } from './read-document.ts';

/**
 * Sends an open proforma to its client again, with what is left of it, and to the address that the client named for
 * documents.
 *
 * @throws AppError `not_found`, `not_open`, `deleted`
 */
export function sendDocument(deps: DocumentDeps, caller: Caller<StaffActor>, id: string): Promise<Document> {
  return answered(deps.db, caller, async (tx) => {
    const document = await documentById(tx, id, { lock: true });
    const client = document && (await clientById(tx, document.client_id));
    if (!document || !client) throw new AppError('not_found');
    if (client.deleted_at) throw deletedClient(client);
    if (document.status !== 'open') throw new AppError('not_open');
    const content = document.content as DocumentContent; // as it was stored
    const rest = { ...content, total: document.total - document.paid_amount };
    for (const { dedupeKey: _, ...mail } of documentMails({ client, id, content: rest }, deps)) {
      const emailId = await deps.mail.write(tx, caller.now, { ...mail, reason: 'resent' });
      if (emailId === null) continue;
      await writeAudit(tx, caller, {
        action: 'email.resent',
        subject: { type: 'email', id: emailId, name: content.number },
        clientId: client.id,
        changes: [{ field: 'to', before: null, after: mail.to }],
      });
    }
    return readDocument(tx, id);
  });
}
