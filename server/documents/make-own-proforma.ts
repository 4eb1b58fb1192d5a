import type { OwnDocument } from '#contract/entities/document.ts';
import type { FileAnswer } from '#contract/http/answers.ts';
import type { ProformaInput } from '#contract/money/proforma.ts';
import { type Guard, takeCopy } from '#server/auth/guard.ts';
import { takeUses } from '#server/auth/rate-limit-store.ts';
import { clientById } from '#server/clients/client-store.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { documentPdfFile } from './document-file.ts';
import type { DocumentDeps } from './document-deps.ts';
import { documentMails } from './document-mails.ts';
import { issueProforma } from './issue-proforma.ts';
import { requireDocument, toOwnDocument } from './read-document.ts';

type OwnProformaDeps = DocumentDeps & { guard: Guard };

const mostAnHour = { count: 30, seconds: 3600 };

/** Limits how many proformas a customer makes, because each takes a number. */
export function beforeProforma(
  { db }: Pick<DocumentDeps, 'db'>,
  { actor, now }: CustomerCaller,
): Promise<void> {
  return takeUses(db, now, [{ key: `proforma:${actor.id}`, limit: mostAnHour }]);
}

/**
 * A proforma of one's own, in the caller's language.
 *
 * @throws AppError `company_details_missing`
 */
export async function makeOwnProforma(
  deps: OwnProformaDeps,
  caller: CustomerCaller,
  { amount }: ProformaInput,
  key: IdempotencyKey | null = null,
): Promise<OwnDocument> {
  const isCopied = await takesCopy(deps, caller);
  return answered(deps.db, caller, async (tx) => {
    const { id } = await once(tx, key, caller.now, async () => {
      return { id: await issueOwn(deps, tx, caller, { amount, isCopied }) };
    });
    return toOwnDocument(await requireDocument(tx, id, caller.actor.id));
  });
}

/**
 * The same as its paper at once. It is printed before the commit: one that can't be has no number.
 *
 * @throws AppError `company_details_missing`
 */
export async function printOwnProforma(
  deps: OwnProformaDeps,
  caller: CustomerCaller,
  { amount }: ProformaInput,
): Promise<FileAnswer> {
  const isCopied = await takesCopy(deps, caller);
  return deps.db.transaction().execute(async (tx) => {
    const id = await issueOwn(deps, tx, caller, { amount, isCopied });
    return documentPdfFile(tx, id, caller.actor.id);
  });
}

async function issueOwn(
  deps: DocumentDeps,
  tx: Db,
  caller: CustomerCaller,
  { amount, isCopied }: { amount: number; isCopied: boolean },
): Promise<string> {
  const client = await lockedCustomer(tx, caller.actor.id);
  const made = await issueProforma(deps, tx, caller, { client, amount, locale: caller.locale });
  // They are read here, so only the copy is sent.
  const mails = isCopied ? documentMails({ client, ...made }, { ...deps, isTold: true }) : [];
  await deps.mail.writeAll(tx, caller.now, mails);
  return made.id;
}

/**
 * Whether the address that the client named for documents gets a copy of what the client makes by itself, as often as it
 * likes: nobody proves that address, and a stranger's mailbox is not to be filled.
 */
async function takesCopy({ db, guard }: OwnProformaDeps, { actor, now }: CustomerCaller): Promise<boolean> {
  const client = await clientById(db, actor.id);
  if (!client?.documents_email || client.confirmed_at === null) return false;
  return takeCopy(guard, now, { clientId: client.id, email: client.documents_email });
}

async function lockedCustomer(tx: Db, id: string): Promise<ClientRow> {
  const client = await clientById(tx, id, { lock: true });
  if (!client || client.deleted_at) throw new AppError('unauthorized');
  return client;
}
