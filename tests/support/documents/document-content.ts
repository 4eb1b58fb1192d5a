import type { DocumentContent } from '#server/documents/paper/document-content.ts';

/** What a Ukrainian proforma says, unless told otherwise. */
export function documentContent(changes: Partial<DocumentContent> = {}): DocumentContent {
  return {
    version: 1,
    kind: 'proforma',
    number: 'PF-2026-000123',
    variant: 'ua',
    locale: 'uk',
    currency: 'UAH',
    issued_on: '2026-11-23',
    due_on: '2026-12-07',
    seller: {
      name: 'ТОВ «Каса Онлайн»',
      code: '40000005',
      vat_number: '400000012345',
      address: '01001, м. Київ, вул. Садова, 1',
      bank: 'АТ «Дніпро Банк»',
      mfo: '322313',
      account: 'UA213223130000026007233566001',
      director: 'Коваленко І. П.',
      tax_note: 'Платник єдиного податку третьої групи',
    },
    buyer: {
      name: 'Ąžuolas ir Ко',
      type: 'legal',
      code: '12345678',
      ipn: '123456789012',
      vat_number: null,
      address: 'Київ, вул. Сагайдачного, 12',
      bank: 'АТ КБ «ПриватБанк»',
      mfo: '305299',
      account: 'UA903052992990004149123456789',
      phone: '+380441234567',
      country: 'UA',
    },
    lines: [{ title: 'Касові апарати', quantity: 1, unit_price: 49_900, amount: 49_900 }],
    tax: { regime: 'none', rate_bp: 0, reverse_charge: false },
    net: 49_900,
    tax_amount: 0,
    total: 49_900,
    corrects: null,
    purpose: 'Оплата за рахунком № PF-2026-000123',
    contact: { phone: '+380 44 000 00 00', email: 'help@example.com' },
    product: 'Каса',
    ...changes,
  };
}
