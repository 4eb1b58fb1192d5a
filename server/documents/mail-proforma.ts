import type { ClientRow, Db } from '#server/db/tables.ts';
import { startOfDay } from '#server/kernel/periods.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import type { DocumentDeps } from './document-deps.ts';
import type { DocumentContent } from './paper/document-content.ts';

interface MailedProforma {
  client: ClientRow;
  id: string;
  content: DocumentContent;
}

/** Tells a client of a proforma, once. */
export async function mailProforma(
  { mail, timeZone }: Pick<DocumentDeps, 'mail' | 'timeZone'>,
  tx: Db,
  now: Date,
  proforma: MailedProforma,
): Promise<void> {
  await mail.write(tx, now, proformaMail({ timeZone }, proforma));
}

/** The email that says so. */
export function proformaMail(
  { timeZone }: Pick<DocumentDeps, 'timeZone'>,
  { client, id, content }: MailedProforma,
): NewMail {
  const { name, email: to, id: clientId } = client;
  const { number, total: amount, due_on, locale } = content;
  const date = startOfDay(due_on ?? content.issued_on, timeZone).toISOString();
  return {
    kind: 'proforma_issued',
    reason: 'proforma_issued',
    data: { name, number, amount, date },
    to,
    locale,
    clientId,
    dedupeKey: `${clientId}:proforma_issued:${id}`,
  };
}
