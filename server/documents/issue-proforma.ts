import type { Locale } from '#contract/kernel/variants.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { addDays, localDay } from '#server/kernel/periods.ts';
import type { DocumentDeps } from './document-deps.ts';
import { takeSerials } from './document-store.ts';
import { issueDocuments } from './issue-documents.ts';
import { composeContent, type NewPaper, type PaperPlace, topUpLine } from './paper/compose-content.ts';
import type { DocumentContent } from './paper/document-content.ts';
import { regimeOn } from './paper/tax.ts';

/** How long its payer may take, in days. */
export const proformaValidDays = 14;

export interface ProformaOrder {
  client: ClientRow;
  /** Minor units, with tax. */
  amount: number;
  locale: Locale;
}

/**
 * Issues a proforma in the caller's transaction and enters it in the audit log (GROWTH section 16). The caller holds the
 * lock of the client's row. Answers the document's id and what it says.
 *
 * @throws AppError `company_details_missing` while nobody could pay it.
 */
export async function issueProforma(
  deps: DocumentDeps,
  tx: Db,
  caller: Caller,
  order: ProformaOrder,
): Promise<{ id: string; content: DocumentContent }> {
  const { now, actor } = caller;
  const { settings, timeZone, productName: product } = deps;
  const { client, amount } = order;
  const issuedOn = localDay(now, timeZone);
  const year = Number(issuedOn.slice(0, 4));
  const place = await placeOf(deps, tx);
  if (!isPayable(place.company)) throw new AppError('company_details_missing');
  const { tax, document_prefixes } = await settings.getAll(['tax', 'document_prefixes'], tx);
  const serial = await takeSerials(tx, { kind: 'proforma', year });
  const number = documentNumber(document_prefixes.proforma, year, serial);
  const dueOn = localDay(addDays(now, proformaValidDays, timeZone), timeZone);
  const regime = regimeOn(tax, issuedOn);
  const content = composeContent(proformaPaper({ number, issuedOn, dueOn, order, product, regime }), place);
  const id = newId(now);
  const createdBy = actor.kind === 'staff' ? actor.id : null;
  await issueDocuments(tx, now, [{ id, serial, clientId: client.id, content, createdBy, createdAt: now }]);
  await auditClient(tx, caller, client, {
    action: 'client.proforma',
    changes: [
      { field: 'invoice', before: null, after: number },
      { field: 'amount', before: null, after: amount },
    ],
  });
  return { id, content };
}

/** What a proforma of these facts says. Pure. */
export function proformaPaper({
  order: { client, amount, locale },
  product,
  ...paper
}: Pick<NewPaper, 'number' | 'issuedOn' | 'dueOn' | 'regime'> & {
  order: ProformaOrder;
  product: string;
}): NewPaper {
  const lines = [topUpLine(client, amount, { locale, product })];
  return { ...paper, kind: 'proforma', locale, client, lines };
}

/** What all documents of the installation say of it. */
export async function placeOf(
  {
    settings,
    variant,
    currency,
    productName: product,
  }: Pick<DocumentDeps, 'settings' | 'variant' | 'currency' | 'productName'>,
  tx: Db,
): Promise<PaperPlace> {
  const keys = ['company_details', 'support_phone', 'support_email'] as const;
  const { company_details: company, ...support } = await settings.getAll(keys, tx);
  const { support_phone: supportPhone, support_email: supportEmail } = support;
  return { variant, currency, product, company, supportPhone, supportEmail };
}

/** Without an account there is nowhere to pay to, and without a name no bank takes the transfer. */
export function isPayable({ name, account }: { name: string; account: string }): boolean {
  return name !== '' && account !== '';
}

/** As it is printed: `PF-2026-000123`. */
export function documentNumber(prefix: string, year: number, serial: number): string {
  return `${prefix}-${year}-${String(serial).padStart(6, '0')}`;
}
