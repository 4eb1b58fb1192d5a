import { brandedPalettes } from '#contract/company/accent.ts';
import type { FileAnswer } from '#contract/http/answers.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { readBranding } from '#server/branding/read-branding.ts';
import type { Db } from '#server/db/tables.ts';
import { type PaperLook, paperPdf } from './paper/paper-pdf.ts';
import { requireDocument } from './read-document.ts';
import { documentXml } from './xml/document-xml.ts';

/** A document as it is printed: made when it is asked for, from what it said at its issue. */
export async function documentPdfFile(
  db: Db,
  id: string,
  clientId?: string,
): Promise<FileAnswer & { content: Uint8Array }> {
  const { number, content } = await requireDocument(db, id, clientId);
  return { name: `${number}.pdf`, content: await paperPdf(content, await paperLook(db, content.locale)) };
}

/** The operator's look of today: what a document says is frozen, how it looks is not. */
async function paperLook(db: Db, locale: Locale): Promise<PaperLook> {
  const { accent, logo, footer } = await readBranding({ db });
  return { palette: brandedPalettes(accent).light, logo, footer: footer[locale] ?? null };
}

/** @throws AppError `not_found`, `no_xml` */
export async function documentXmlFile(
  db: Db,
  id: string,
  clientId?: string,
): Promise<FileAnswer & { content: Uint8Array }> {
  const { number, content } = await requireDocument(db, id, clientId);
  const bytes = new TextEncoder().encode(await documentXml(content));
  return { name: `${number}.xml`, content: new Uint8Array(bytes) };
}
