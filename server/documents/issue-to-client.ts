import type { Document, ProformaOfClient } from '#contract/entities/document.ts';
import { clientById } from '#server/clients/client-store.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import { AppError, deletedClient } from '#server/kernel/app-error.ts';
import type { Caller, StaffActor } from '#server/kernel/caller.ts';
import type { DocumentDeps } from './document-deps.ts';
import { issueProforma } from './issue-proforma.ts';
import { documentMails } from './document-mails.ts';
import { readDocument } from './read-document.ts';

/**
 * A proforma that staff issue to a client, who gets it by email.
 *
 * @throws AppError `not_found`, `deleted`, `company_details_missing`
 */
export function issueToClient(
  deps: DocumentDeps,
  caller: Caller<StaffActor>,
  { clientId, key }: { clientId: string; key: IdempotencyKey | null },
  { amount, locale }: ProformaOfClient,
): Promise<Document> {
  return answered(deps.db, caller, async (tx) => {
    const { id } = await once(tx, key, caller.now, async () => {
      const client = await clientById(tx, clientId, { lock: true });
      if (!client) throw new AppError('not_found');
      if (client.deleted_at) throw deletedClient(client);
      const order = { client, amount, locale: locale ?? client.locale };
      const made = await issueProforma(deps, tx, caller, order);
      await deps.mail.writeAll(tx, caller.now, documentMails({ client, ...made }, deps));
      return { id: made.id };
    });
    return readDocument(tx, id);
  });
}
