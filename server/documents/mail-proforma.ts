import type { ClientRow, Db } from '#server/db/tables.ts';
import { startOfDay } from '#server/kernel/periods.ts';
import type { DocumentDeps } from './document-deps.ts';
import type { DocumentContent } from './paper/document-content.ts';

/** Tells a client of a proforma, once. */
export async function mailProforma(
  { mail, timeZone }: Pick<DocumentDeps, 'mail' | 'timeZone'>,
  tx: Db,
  now: Date,
  { client, id, content }: { client: ClientRow; id: string; content: DocumentContent },
): Promise<void> {
  const { name, email: to, id: clientId } = client;
  const { number, total: amount, due_on, locale } = content;
  const date = startOfDay(due_on ?? content.issued_on, timeZone).toISOString();
  await mail.write(tx, now, {
    kind: 'proforma_issued',
    reason: 'proforma_issued',
    data: {
      name,
      number,
      amount,
      date,
    },
    to,
    locale,
    clientId,
    dedupeKey: `${clientId}:proforma_issued:${id}`,
  });
}
