import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentKinds } from '#contract/entities/document.ts';
import { locales } from '#contract/kernel/variants.ts';
import { composeContent, topUpLine } from '#server/documents/paper/compose-content.ts';
import { netLines } from '#server/documents/paper/net-lines.ts';
import { paperPdf } from '#server/documents/paper/paper-pdf.ts';
import { paperText } from '#server/documents/paper/paper-text.ts';
import { documentContent as schema } from '#server/documents/paper/document-content.ts';
import { documentContent } from '#tests/support/documents/document-content.ts';
import { pdfText } from '#tests/support/files/pdf-text.ts';

const taxed = {
  lines: [
    {
      title: 'Доступ до Каса, тариф «Крамниця»',
      quantity: 1,
      unit_price: 49_900,
      amount: 49_900,
      period_start: '2026-10-05',
      period_end: '2026-11-04',
    },
    { title: 'Įmonės tarifas „Ąžuolas“ – ß ґ ы', quantity: 2, unit_price: 10_005, amount: 20_010 },
  ],
  tax: { regime: 'vat', rate_bp: 2000, reverse_charge: false },
  net: 58_258,
  tax_amount: 11_652,
  total: 69_910,
} as const;

describe.each(locales)('the papers in %s', (locale) => {
  it.each(documentKinds)('%s has every word, and a glyph for each letter', async (kind) => {
    const content = schema.parse(documentContent({ ...taxed, kind, locale, lines: [...taxed.lines] }));
    const paper = paperText(content);
    expect(JSON.stringify(paper)).not.toMatch(/paper\.|\{\{|undefined|\bnull,"null/);
    const text = pdfText(await paperPdf(content));
    const words = text.replace(/\s+/g, ' ');
    for (const part of [content.number, 'Ąžuolas ir Ко', 'UA213223130000026007233566001']) {
      expect(words).toContain(part);
    }
    // An IBAN has the code of its bank in itself.
    for (const part of ['322313', '305299']) expect(words.split(' ')).not.toContain(part);
    // Bank, account, taxpayer's number and phone of the payer (D8).
    for (const part of ['АТ КБ «ПриватБанк»', '123456789012', '+380441234567']) expect(words).toContain(part);
    expect(words).toMatch(/582[.,]58/);
    expect(words).toMatch(/699[.,]10/);
    expect(text).not.toContain('�');
  });
});

describe('the words of a document', () => {
  it('name who signs an act, and no email of ours', () => {
    const { signatures, footer } = paperText(
      documentContent({ kind: 'act', purpose: null, contact: { phone: '1', email: null } }),
    );
    expect(signatures.map(({ role, name }) => [role, name])).toEqual([
      ['Від Виконавця', 'Коваленко І. П.'],
      ['Від Замовника', ''],
    ]);
    expect(footer).toBe('Запитання: 1');
  });

  it('say of a period that ends after an act that access to it is given, and no more', () => {
    const outro = (period_end: string) =>
      paperText(
        documentContent({
          kind: 'act',
          issued_on: '2026-10-31',
          lines: [
            {
              title: 'Доступ',
              quantity: 1,
              unit_price: 1,
              amount: 1,
              period_start: '2026-10-25',
              period_end,
            },
          ],
        }),
      ).notes.at(-1);
    expect(outro('2026-10-31')).toMatch(/^Послуги надано в повному обсязі\./);
    expect(outro('2026-11-24')).toMatch(/^Доступ на вказаний період надано .* На дату акта/);
  });

  it('have the code of a bank beside an account of the old kind alone', () => {
    const { seller } = documentContent();
    const lines = (account: string | null) =>
      paperText(documentContent({ seller: { ...seller, account } })).parties[0]?.lines.join();
    expect(lines('26007233566001')).toContain('МФО: 322313');
    expect(lines(seller.account)).not.toContain('МФО');
  });

  it('say the sum and its tax in words', () => {
    const words = (changes: object) => paperText(documentContent(changes)).words?.text;
    expect(words({})).toBe('Чотириста дев’яносто дев’ять гривень 00 копійок, без ПДВ');
    expect(words({ ...taxed, lines: [...taxed.lines] })).toBe(
      'Шістсот дев’яносто дев’ять гривень 10 копійок, у т. ч. ПДВ 20 % – 116,52',
    );
    expect(words({ locale: 'lt', currency: 'EUR' })).toBe(
      'Keturi šimtai devyniasdešimt devyni eurai 00 centų, be PVM',
    );
    expect(words({ locale: 'en' })).toBe('Four hundred and ninety-nine hryvnias 00 kopiykas, without VAT');
    expect(words({ locale: 'de' })).toBe('Vierhundertneunundneunzig Hrywnja 00 Kopeken, ohne Umsatzsteuer');
    expect(words({ currency: 'USD' })).toBeUndefined();
  });

  it('say that an invoice is paid, and of nothing else', () => {
    const paid = 'Apmokėta iš likučio: pagal šią sąskaitą mokėti nereikia.';
    const saying = documentKinds.filter((kind) =>
      paperText(documentContent({ kind, locale: 'lt' })).notes.includes(paid),
    );
    expect(saying).toEqual(['invoice']);
  });

  it('say who owes a reversed tax', () => {
    const tax = { regime: 'vat', rate_bp: 0, reverse_charge: true } as const;
    const { notes, totals } = paperText(
      documentContent({ kind: 'invoice', locale: 'lt', currency: 'EUR', tax }),
    );
    expect(notes.join()).toContain('Atvirkštinis apmokestinimas');
    expect(totals.map(({ amount }) => amount)).toEqual(['499,00 Eur', '0,00 Eur', '499,00 Eur']);
  });

  it('name the number of a VAT payer alone', () => {
    const sellerLines = (changes: object) => paperText(documentContent(changes)).parties[0]?.lines.join('\n');
    expect(sellerLines({})).not.toContain('400000012345');
    expect(sellerLines({ ...taxed, lines: [...taxed.lines] })).toContain('400000012345');
  });

  it('name what a credit note corrects', () => {
    const corrects = { number: 'ACT-2026-000007', issued_on: '2026-10-31' };
    expect(paperText(documentContent({ kind: 'credit_note', corrects })).dates.at(-1)).toBe(
      'До документа № ACT-2026-000007 від 31 жовтня 2026 р.',
    );
  });
});

describe('lines without their tax', () => {
  it('add up to the net of the document, whatever is rounded', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      unit_price: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 2700 }),
        (some, rate) => {
          const lines = some.map((one) => ({ ...one, title: 'a', amount: one.quantity * one.unit_price }));
          const place = {
            variant: 'ua' as const,
            currency: 'UAH',
            product: 'Каса',
            company: {
              name: '',
              code: '',
              vat_number: '',
              bank: '',
              mfo: '',
              account: '',
              address: '',
              director: '',
              tax_note: '',
            },
            supportPhone: null,
            supportEmail: null,
          };
          const content = composeContent(
            {
              kind: 'act',
              number: 'ACT-2026-000001',
              issuedOn: '2026-10-31',
              dueOn: null,
              locale: 'uk',
              client,
              lines,
              regime: { regime: 'vat', rate_bp: rate, vat_number: '1', from: '2026-01-01' },
            },
            place,
          );
          expect(content.net + content.tax_amount).toBe(content.total);
          expect(netLines(content).reduce((sum, { net }) => sum + net, 0)).toBe(content.net);
        },
      ),
    );
  });
});

const client = {
  name: 'ТОВ «Кав’ярня»',
  type: 'legal',
  ident: '12345678',
  country_code: 'UA',
  phone_e164: '+380441234567',
  address: 'Київ',
  vat_number: null,
  domain: 'kava.example.com',
  payment_payer: ' ',
  payment_code: null,
  payment_ipn: null,
  payment_bank: null,
  payment_mfo: null,
  payment_account: null,
  payment_address: null,
  payment_phone: null,
  payment_product: null,
} as const;

describe('the line of a top-up', () => {
  const place = { locale: 'uk', product: 'Каса' } as const;

  it('says what the client asked to have on its invoices', () => {
    expect(topUpLine({ ...client, payment_product: ' Касові послуги ' }, 500, place)).toEqual({
      title: 'Касові послуги',
      quantity: 1,
      unit_price: 500,
      amount: 500,
    });
  });

  it('else names the product and the cabinet', () => {
    expect(topUpLine(client, 500, place).title).toBe('Поповнення балансу Каса, кабінет kava.example.com');
    expect(topUpLine({ ...client, domain: null }, 500, place).title).toBe('Поповнення балансу Каса');
  });
});

describe('the buyer', () => {
  const place = { variant: 'ua', currency: 'UAH', company: { name: '' } } as never;
  const named = (changes: object) =>
    composeContent(
      { locale: 'uk', lines: [], regime: { regime: 'none' }, client: { ...client, ...changes } } as never,
      place,
    ).buyer.name;

  it('is named as a sole trader, unless the name says so or somebody else pays', () => {
    const own = { type: 'individual', name: 'Шевченко Олена Іванівна' };
    expect(named(own)).toBe('ФОП Шевченко Олена Іванівна');
    expect(named({ ...own, name: 'ФОП Шевченко О. І.' })).toBe('ФОП Шевченко О. І.');
    expect(named({ ...own, payment_payer: 'ТОВ «Мак»' })).toBe('ТОВ «Мак»');
    expect(named({ type: 'legal', name: 'ТОВ «Мак»' })).toBe('ТОВ «Мак»');
  });
});
