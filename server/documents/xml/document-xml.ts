import { AppError } from '#server/kernel/app-error.ts';
import type { DocumentContent } from '#server/documents/paper/document-content.ts';
import { brokenRules } from './en16931-rules.ts';
import { ublDocument } from './ubl-document.ts';

/**
 * An invoice or a credit note as XML by EN 16931 in UBL 2.1. The library makes it and checks its structure by the
 * schema; the rules between its parts are ours (`brokenRules`). Loaded when first needed: it is large.
 *
 * @throws AppError `no_xml` for other kinds, and for what the standard's rules refuse, which are named.
 */
export async function documentXml(content: DocumentContent): Promise<string> {
  const { kind } = content;
  if (kind !== 'invoice' && kind !== 'credit_note') throw new AppError('no_xml');
  const broken = brokenRules(content);
  if (broken.length > 0) {
    throw new AppError('no_xml', { says: { key: 'errors.xml_rules', params: { rules: broken.join(', ') } } });
  }
  const { InvoiceService } = await import('@e-invoice-eu/core');
  const service = new InvoiceService(silent);
  const xml = await service.generate(ublDocument({ ...content, kind }), {
    format: 'UBL',
    lang: content.locale,
    noWarnings: true,
  });
  return typeof xml === 'string' ? xml : Buffer.from(xml).toString();
}

/** What is refused is thrown as well. */
const silent = { log() {}, warn() {}, error() {} };
