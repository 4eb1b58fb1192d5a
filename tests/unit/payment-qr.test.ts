import { describe, expect, it } from 'vitest';
import { paymentQr } from '#server/documents/paper/payment-qr.ts';
import { qrPicture } from '#server/documents/paper/qr-picture.ts';
import { documentContent } from '#tests/support/documents/document-content.ts';

const linesOf = (data: string, page = 'windows-1251') => {
  const bytes = Buffer.from(data.replace('https://bank.gov.ua/qr/', ''), 'base64url');
  expect(bytes.length).toBeLessThanOrEqual(331);
  return new TextDecoder(page).decode(bytes).split('\n');
};

describe('the QR code of a Ukrainian proforma', () => {
  it('is a link of the National Bank with the thirteen lines of format 002', () => {
    const qr = paymentQr(documentContent());
    expect(qr?.standard).toBe('nbu');
    expect(qr?.data).toMatch(/^https:\/\/bank\.gov\.ua\/qr\/[\w-]+$/);
    expect(linesOf(qr?.data ?? '')).toEqual([
      'BCD',
      '002',
      '2',
      'UCT',
      '',
      'ТОВ «Каса Онлайн»',
      'UA213223130000026007233566001',
      'UAH499.00',
      '40000005',
      '',
      '',
      'Оплата за рахунком № PF-2026-000123',
      '',
    ]);
  });

  it('says in UTF-8 what the other code page lacks', () => {
    const seller = { ...documentContent().seller, name: 'UAB „Žalia“' };
    const lines = linesOf(paymentQr(documentContent({ seller }))?.data ?? '', 'utf-8');
    expect([lines[2], lines[5]]).toEqual(['1', 'UAB „Žalia“']);
  });

  it('asks for what is left, without a code that is none', () => {
    const seller = { ...documentContent().seller, code: 'немає' };
    const lines = linesOf(paymentQr(documentContent({ seller }), 5)?.data ?? '');
    expect([lines[7], lines[8]]).toEqual(['UAH0.05', '']);
  });

  it('fits its bytes, whatever is written: the end of the purpose goes', () => {
    const long = {
      purpose: `PF-1 ${'ї'.repeat(500)}`,
      seller: { ...documentContent().seller, name: 'Ż'.repeat(300) },
    };
    const lines = linesOf(paymentQr(documentContent(long))?.data ?? '', 'utf-8');
    expect(lines[5]).toHaveLength(70);
    expect(lines[11]).toMatch(/^PF-1 ї+$/);
  });

  it('keeps lines apart from what is in them', () => {
    const seller = { ...documentContent().seller, name: 'ТОВ\n«Сад»' };
    expect(linesOf(paymentQr(documentContent({ seller }))?.data ?? '')[5]).toBe('ТОВ «Сад»');
  });
});

describe('the QR code of a Lithuanian proforma', () => {
  const lithuanian = {
    variant: 'lt',
    currency: 'EUR',
    locale: 'lt',
    seller: { ...documentContent().seller, name: 'UAB „Kasa“', account: 'LT12 1000 0111 0100 1000' },
    purpose: 'Apmokėjimas pagal sąskaitą Nr. PF-2026-000123',
  } as const;

  it('is the eleven lines of EPC069-12 version 002', () => {
    const qr = paymentQr(documentContent(lithuanian));
    expect(qr).toEqual({
      standard: 'epc',
      data: [
        'BCD',
        '002',
        '1',
        'SCT',
        '',
        'UAB „Kasa“',
        'LT121000011101001000',
        'EUR499.00',
        '',
        '',
        'Apmokėjimas pagal sąskaitą Nr. PF-2026-000123',
      ].join('\n'),
    });
  });
});

it.each([
  ['an act', { kind: 'act' }],
  [
    'an account with a slip',
    { seller: { ...documentContent().seller, account: 'UA213223130000026007233566010' } },
  ],
  ['no account', { seller: { ...documentContent().seller, account: null } }],
  ['another currency', { currency: 'EUR' }],
  ['no purpose', { purpose: null }],
] as const)('there is none for %s', (_, changes) => {
  expect(paymentQr(documentContent(changes))).toBeNull();
});

it('has none for nothing', () => {
  expect(paymentQr(documentContent(), 0)).toBeNull();
});

it('is drawn with the sign of the hryvnia where the rules ask for it', () => {
  const nbu = qrPicture(paymentQr(documentContent()) ?? { standard: 'nbu', data: '' });
  const epc = qrPicture({ standard: 'epc', data: 'BCD' });
  expect([nbu.includes('<circle'), epc.includes('<circle')]).toEqual([true, false]);
  // Version 10 has 57 modules, and 4 blank ones around.
  expect(Number(/viewBox="0 0 (\d+)/.exec(nbu)?.[1])).toBeGreaterThanOrEqual(65);
});
