import type { ClientRow } from '#server/db/tables.ts';
import { startOfDay } from '#server/kernel/periods.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import type { DocumentContent } from './paper/document-content.ts';

interface Issued {
  client: ClientRow;
  id: string;
  content: DocumentContent;
}

/**
 * The emails about a document that was issued: to the client, and a copy to the address that it named for documents.
 * `isTold`: the client has just made it, or a reminder names it; only the copy is sent.
 */
export function documentMails(
  { client, id, content }: Issued,
  { timeZone, isTold = false }: { timeZone: string; isTold?: boolean },
): NewMail[] {
  const { number, total: amount, due_on, issued_on, kind, locale } = content;
  const { id: clientId, name, documents_email } = client;
  const dayOf = (day: string) => startOfDay(day, timeZone).toISOString();
  const isProforma = kind === 'proforma';
  const event = isProforma ? 'proforma_issued' : 'document_issued';
  const mails: NewMail[] = [];
  if (!isTold)
    mails.push({
      kind: event,
      reason: event,
      data: { name, number, amount, date: dayOf(due_on ?? issued_on) },
      to: client.email,
      locale: isProforma ? locale : client.locale,
      clientId,
      dedupeKey: `${clientId}:${event}:${id}`,
      // Who pays needs no sign-in for it.
      ...(isProforma && { documentId: id }),
    });
  if (documents_email)
    mails.push({
      kind: 'document_copy',
      reason: event,
      data: { name, number, amount, date: dayOf(issued_on) },
      to: documents_email,
      locale,
      clientId,
      dedupeKey: `${clientId}:document_copy:${id}`,
      documentId: id,
    });
  return mails;
}
