import { describe, expect, it } from 'vitest';
import { paymentCode } from '#contract/money/proforma.ts';
import { locales } from '#contract/variants.ts';
import { type Proforma, proformaContent } from '#server/customers/proforma-content.ts';
import { proformaPdf } from '#server/customers/proforma-pdf.ts';
import { pdfText } from '#tests/support/files/pdf-text.ts';

const proforma: Proforma = {
  number: '7K2M9QXD-3',
  amount: 123_456_05,
  issuedAt: new Date('2026-11-21T23:30:00Z'),
  validUntil: new Date('2026-12-05T23:30:00Z'),
  payer: {
    name: 'ТОВ «Кав’ярня на Подолі»',
    ident: '12345678',
    type: 'legal',
    address: 'Київ, вул. Сагайдачного, 12',
    vat_number: null,
    domain: 'kava.example.com',
    payment_payer: 'Ąžuolas ir Ко',
    payment_code: null,
    payment_address: null,
  },
  payee: {
    name: 'Оператор',
    code: '87654321',
    bank: 'ПриватБанк',
    account: 'UA213223130000026007233566001',
    address: 'Київ',
    vat_number: '',
    mfo: '',
    director: '',
    tax_note: '',
  },
  supportEmail: 'help@example.com',
  supportPhone: null,
};
const place = { variant: 'ua', product: 'Каса', currency: 'UAH', timeZone: 'Europe/Kyiv' } as const;

describe.each(locales)('a proforma invoice in %s', (locale) => {
  it('shows payee, payer, amount, dates, number and purpose of payment, each letter with a glyph', async () => {
    const content = proformaContent(proforma, { ...place, locale });
    const text = pdfText(await proformaPdf(content));
    const words = text.replace(/\s+/g, ' ');
    for (const part of [
      'Оператор',
      '87654321',
      proforma.payee.account,
      'Ąžuolas ir Ко',
      'help@example.com',
    ]) {
      expect(words).toContain(part);
    }
    expect(words).toContain('kava.example.com');
    expect(words).toMatch(/123[.,\s]456[.,]05/);
    expect(words).toContain('UAH');
    // On the variant's calendar it is already the next day.
    expect(content.dates[0]).toMatch(/22/);
    expect(content.purpose.text).toContain(proforma.number);
    expect(words).toContain(content.purpose.text);
    expect(JSON.stringify(content)).not.toMatch(/proforma\.|\{\{|undefined/);
    expect(text).not.toContain('�');
  });
});

it('leaves out of names what its font can not print', () => {
  const payer = { ...proforma.payer, payment_payer: '☕️ Кав’ярня 🇺🇦 «Зірка» 👩🏽 Co™ 24/7' };
  const content = proformaContent({ ...proforma, payer }, { ...place, locale: 'uk' });
  expect(content.parties[1]?.name).toBe('Кав’ярня «Зірка» Co™ 24/7');
});

it.each([
  ['בית קפה «Зірка» 7', '[…] «Зірка» 7'],
  ['مقهى النجمة', '[…]'],
  ['ყავა & Kava, კიევი', '[…] & Kava, […]'],
  ['Ґанок Łódź Ąžuolas Καφές\u0301', 'Ґанок Łódź Ąžuolas Καφές\u0301'],
])('marks in %s the words that its font can not print', async (payment_payer, name) => {
  const payer = { ...proforma.payer, payment_payer };
  const content = proformaContent({ ...proforma, payer }, { ...place, locale: 'uk' });
  expect(content.parties[1]?.name).toBe(name);
  expect(pdfText(await proformaPdf(content))).not.toContain('�');
});

it('breaks a word that is wider than its column, and leaves an account number whole', async () => {
  const payer = { ...proforma.payer, payment_payer: `ТОВ ${'Донаудампфшіффарт'.repeat(10)}` };
  const content = proformaContent({ ...proforma, payer }, { ...place, locale: 'uk' });
  const lines = pdfText(await proformaPdf(content)).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120);
  expect(lines.join('')).toContain(proforma.payee.account);
});

describe('the code of a client', () => {
  it('is eight letters that nobody confuses, from the end of the id', () => {
    expect(paymentCode('0197a3c0-0000-7000-8000-000000000001')).toBe('00000001');
    expect(paymentCode('0197a3c0-0000-7000-8abc-ffffffffffff')).toBe('ZZZZZZZZ');
  });
});
