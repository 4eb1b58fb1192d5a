import { newId } from '#server/kernel/ids.ts';
import { insertDocuments, takeSerials } from '#server/documents/document-store.ts';
import type { Installation } from '#tests/support/subscriptions/subscribers.ts';

const empty = { code: null, vat_number: null, address: null, bank: null, mfo: null, account: null };

/** Writes an open proforma of a client as a row. Answers its id and number. */
export async function proformaOf(
  app: Installation,
  clientId: string,
  { prefix = 'PF', year, amount = 50_000 }: { prefix?: string; year?: number; amount?: number } = {},
): Promise<{ id: string; number: string; serial: number }> {
  const { db } = app.platform.database;
  const now = app.clock.now();
  const of = year ?? now.getUTCFullYear();
  return db.transaction().execute(async (tx) => {
    const serial = await takeSerials(tx, { kind: 'proforma', year: of });
    const id = newId(now);
    const number = `${prefix}-${of}-${String(serial).padStart(6, '0')}`;
    const content = {
      version: 1,
      kind: 'proforma',
      number,
      variant: 'ua',
      locale: 'uk',
      currency: 'UAH',
      issued_on: `${of}-06-15`,
      due_on: `${of}-06-29`,
      seller: { ...empty, name: 'ТОВ', director: null, tax_note: null },
      buyer: { ...empty, name: 'Клієнт', type: 'individual', ipn: null, phone: null, country: 'UA' },
      lines: [{ title: 'Поповнення', quantity: 1, unit_price: amount, amount }],
      tax: { regime: 'none', rate_bp: 0, reverse_charge: false },
      net: amount,
      tax_amount: 0,
      total: amount,
      corrects: null,
      purpose: `Оплата за рахунком ${number}`,
      contact: { phone: null, email: null },
      product: 'Tenantry',
    } as const;
    await insertDocuments(tx, [
      {
        id,
        serial,
        clientId,
        content: { ...content, lines: [...content.lines] },
        createdBy: null,
        createdAt: now,
      },
    ]);
    return { id, number, serial };
  });
}
