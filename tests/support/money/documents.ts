import type { DocumentKind } from '#contract/entities/document.ts';
import { newId } from '#server/kernel/ids.ts';
import { insertDocuments, takeSerials } from '#server/documents/document-store.ts';
import type { Installation } from '#tests/support/subscriptions/subscribers.ts';

const prefixes: Record<DocumentKind, string> = {
  proforma: 'PF',
  act: 'ACT',
  invoice: 'INV',
  credit_note: 'CN',
};

/** An open proforma, or another document, written as a row; its parties are of no interest. */
export async function openProforma(
  app: Installation,
  clientId: string,
  total: number,
  kind: DocumentKind = 'proforma',
): Promise<{ id: string; number: string }> {
  const { db } = app.platform.database;
  const now = app.clock.now();
  const id = newId(now);
  const issued_on = now.toISOString().slice(0, 10);
  const number = await db.transaction().execute(async (tx) => {
    const year = Number(issued_on.slice(0, 4));
    const serial = await takeSerials(tx, { kind, year });
    const text = `${prefixes[kind]}-${year}-${String(serial).padStart(6, '0')}`;
    const party = {
      name: 'Somebody',
      code: null,
      vat_number: null,
      address: null,
      bank: null,
      mfo: null,
      account: null,
    };
    const content = {
      version: 1 as const,
      kind,
      number: text,
      variant: 'ua' as const,
      locale: 'en' as const,
      currency: 'UAH',
      issued_on,
      due_on: issued_on,
      corrects: null,
      purpose: text,
      product: 'Tenantry',
      seller: {
        ...party,
        director: null,
        tax_note: null,
      },
      buyer: {
        ...party,
        type: 'legal' as const,
        ipn: null,
        phone: null,
        country: 'UA',
      },
      lines: [
        {
          title: 'Top-up',
          quantity: 1,
          unit_price: total,
          amount: total,
        },
      ],
      tax: {
        regime: 'none' as const,
        rate_bp: 0,
        reverse_charge: false,
      },
      net: total,
      tax_amount: 0,
      total,
      contact: {
        phone: null,
        email: null,
      },
    };
    await insertDocuments(tx, [{ id, serial, clientId, content, createdBy: null, createdAt: now }]);
    return text;
  });
  return { id, number };
}
