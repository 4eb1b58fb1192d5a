import type { DocumentKind } from '#contract/entities/document.ts';
import { newId } from '#server/kernel/ids.ts';
import { insertDocuments, takeSerials } from '#server/documents/document-store.ts';
import { documentContent } from '#tests/support/documents/document-content.ts';
import type { Installation } from '#tests/support/subscriptions/subscribers.ts';

const prefixes: Record<DocumentKind, string> = {
  proforma: 'PF',
  act: 'ACT',
  invoice: 'INV',
  credit_note: 'CN',
};

/** An open proforma, or another document, written as a row: of today, or of the middle of a year. */
export async function openProforma(
  app: Installation,
  clientId: string,
  {
    amount = 50_000,
    kind = 'proforma',
    prefix = prefixes[kind],
    year,
  }: { amount?: number; kind?: DocumentKind; prefix?: string; year?: number } = {},
): Promise<{ id: string; number: string; serial: number }> {
  const now = app.clock.now();
  const today = now.toISOString().slice(0, 10);
  const [issued_on, due_on] = year === undefined ? [today, today] : [`${year}-06-15`, `${year}-06-29`];
  const of = Number(issued_on.slice(0, 4));
  return app.platform.database.db.transaction().execute(async (tx) => {
    const serial = await takeSerials(tx, { kind, year: of });
    const id = newId(now);
    const number = `${prefix}-${of}-${String(serial).padStart(6, '0')}`;
    const content = documentContent({
      kind,
      number,
      issued_on,
      due_on,
      lines: [{ title: 'Поповнення', quantity: 1, unit_price: amount, amount }],
      net: amount,
      total: amount,
      purpose: `Оплата за рахунком ${number}`,
    });
    await insertDocuments(tx, [{ id, serial, clientId, content, createdBy: null, createdAt: now }]);
    return { id, number, serial };
  });
}
