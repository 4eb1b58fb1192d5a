import type { FileAnswer } from '#contract/http/answers.ts';
import type { Db } from '#server/db/tables.ts';
import { paperPdf } from './paper/paper-pdf.ts';
import { requireDocument } from './read-document.ts';
import { documentXml } from './xml/document-xml.ts';

/** A document as it is printed: made when it is asked for, from what it said at its issue. */
export async function documentPdfFile(
  db: Db,
  id: string,
  clientId?: string,
): Promise<FileAnswer & { content: Uint8Array }> {
  const { number, content } = await requireDocument(db, id, clientId);
  return { name: `${number}.pdf`, content: await paperPdf(content) };
}

/** @throws AppError `not_found`, `no_xml` */
export async function documentXmlFile(db: Db, id: string, clientId?: string): Promise<FileAnswer> {
  const { number, content } = await requireDocument(db, id, clientId);
  const bytes = new TextEncoder().encode(await documentXml(content));
  return { name: `${number}.xml`, content: new Uint8Array(bytes) };
}
