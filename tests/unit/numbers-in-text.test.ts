import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbersIn, numbersSought } from '#contract/money/numbers-in-text.ts';
import { paymentCode } from '#contract/money/proforma.ts';

const years = [2026, 2025];
const clientId = '0197a3c0-0000-7000-8abc-123456789abc';
const code = paymentCode(clientId);
const end = clientId.slice(-10);

describe('a number of a document in a text', () => {
  it.each([
    'PF-2026-000123',
    'pf-2026-000123',
    'PF–2026–000123', // en dashes
    'PF — 2026 — 000123',
    'PF−2026−000123', // minus
    'PF/2026/000123',
    'PF.2026.000123',
    'PF_2026_000123',
    'PF 2026 000123',
    'PF2026000123',
    'PF2026-123',
    'PF-2026-123',
    'PF-2026-0123',
    'РF-2026-000123', // Cyrillic Р
    'рf-2026-000123',
    'ΡF-2026-000123', // Greek Ρ
    'ＰＦ－２０２６－０００１２３', // full width
    '𝐏𝐅-𝟐𝟎𝟐𝟔-𝟎𝟎𝟎𝟏𝟐𝟑',
    '№PF-2026-000123',
    '№ PF-2026-000123',
    '#PF-2026-000123',
    'No.PF-2026-000123',
    'N°PF-2026-000123',
    'рахунок №PF–2026–000123',
    'Оплата за рах. PF-2026-000123 від 01.11.2026, без ПДВ',
    'Apmokėjimas pagal išankstinę sąskaitą Nr. PF-2026-000123',
    'PF-2026-000123.',
    '(PF-2026-000123)',
    'PF-20 26-000 123', // a bank's line broken inside
    'PF-2026-0001 23',
    'P\u00adF-2026-000123',
    'PF-2026-000123\u200b',
    '  PF-2026-000123\n',
  ])('%j names it', (text) => {
    expect(numbersIn(text, years).documents).toContain('PF2026000123');
  });

  it.each(['PF-123', 'PF123', 'pf 000123', '№PF–123', 'рахунок PF 123', 'РF 0123'])(
    '%j may be of any of the years',
    (text) => {
      expect(numbersIn(text, years).documents).toEqual(
        expect.arrayContaining(['PF2026000123', 'PF2025000123']),
      );
    },
  );

  it.each(['PF-2027-000123', 'PF-2026-000124', 'PG-2026-000123', 'PF-2026-1000123', '', 'PF', 'PF-0', '123'])(
    '%j does not name it',
    (text) => {
      expect(numbersIn(text, years).documents).not.toContain('PF2026000123');
    },
  );

  it('names several, each once', () => {
    const { documents } = numbersIn('PF-2026-000123, PF-2026-000124; pf2026000123', years);
    expect(documents.filter((key) => key.startsWith('PF2026'))).toEqual(['PF2026000123', 'PF2026000124']);
  });

  it.each(['2026-000123', '№2026/000123', '2026000123', 'рахунок 2026 000123'])(
    '%j is a year and a serial',
    (text) => {
      expect(numbersIn(text, years).serials).toEqual([{ year: 2026, serial: 123 }]);
    },
  );

  it('survives a text of any kind, and names no more than a few', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const { documents, serials, clientIdEnds } = numbersIn(text, years);
        expect(documents.length).toBeLessThanOrEqual(40);
        expect(serials.length).toBeLessThanOrEqual(20);
        expect(clientIdEnds.length).toBeLessThanOrEqual(20);
      }),
    );
    expect(numbersIn('PF-1 '.repeat(5000), years).documents).toHaveLength(2);
    const many = Array.from({ length: 5000 }, (_, at) => `PF-${at + 1}`).join(' ');
    expect(numbersIn(many, years).documents.length).toBeLessThanOrEqual(40);
  });

  it('is read in whatever way its parts are separated', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{1,6}$/),
        fc.integer({ min: 2020, max: 2099 }),
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.constantFrom('', '-', ' ', ' – ', '/', '.', '_', '−'),
        (prefix, year, serial, separator) => {
          const digits = String(serial).padStart(6, '0');
          const written = ['№ ', prefix, separator, year, separator, digits].join('');
          expect(numbersIn(written.toLowerCase(), years).documents).toContain(`${prefix}${year}${digits}`);
        },
      ),
    );
  });
});

describe('a payment code in a text', () => {
  it.each([
    (one: string) => one,
    (one: string) => one.toLowerCase(),
    (one: string) => `${one}-1`,
    (one: string) => `№${one}–17`,
    (one: string) => `поповнення, код ${one}, дякую`,
    (one: string) => `${one}1`,
    (one: string) => `${one} 12`,
  ])('names its client', (write) => {
    expect(numbersIn(write(code), years).clientIdEnds).toEqual([end]);
  });

  it('of any client is read back', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 99_999 }), (id, number) => {
        expect(numbersSought(`№ ${paymentCode(id).toLowerCase()} – ${number}`, 2026)?.clientIdEnds).toContain(
          id.slice(-10),
        );
        expect(numbersSought(paymentCode(id), 2026)?.clientIdEnds).toContain(id.slice(-10));
      }),
    );
  });
});

describe('what a search means by a number', () => {
  it.each([
    'Їжак',
    'Олена',
    'ковал',
    'gmail',
    'a_b',
    '',
    ' ',
    '№',
    '-',
    '77',
    'ко',
    'О’Ніл',
    'ТОВ «Лев»',
    '😀',
    '@',
  ])('%j is none', (text) => {
    expect(numbersSought(text, 2026)).toBeNull();
  });

  it('finds a number without its year in the last ten', () => {
    const documents = numbersSought('PF-7', 2030)?.documents ?? [];
    expect(documents).toHaveLength(10);
    expect(documents).toContain('PF2030000007');
    expect(documents).toContain('PF2021000007');
  });

  it.each([
    ['EKPS WX6K-1', 'EKPSWX6K1'],
    ['№ 12/3', '12/3'],
    ['рахунок 5', 'PAXYHOK5'],
    ['A-17', 'A17'],
  ])('%j is the paper %j', (text, key) => {
    expect(numbersSought(text, 2026)?.papers).toEqual([key]);
  });

  it('finds a code with spaces in it', () => {
    expect(numbersSought(`${code.slice(0, 4)} ${code.slice(4)} - 2`, 2026)?.clientIdEnds).toContain(end);
    expect(numbersSought(`${code.slice(0, 4)} ${code.slice(4)}`, 2026)?.clientIdEnds).toContain(end);
  });

  it.each([
    ['12345678', '12345678'],
    ['12 345 678', '12345678'],
    ['LT 100001234567', 'LT100001234567'],
    ['00012-345', '00012345'],
  ])('%j is the payer’s code %j', (text, payer) => {
    expect(numbersSought(text, 2026)?.codes).toEqual([payer]);
  });

  it.each(['1234', 'A12', 'client'])('%j is too short or no code', (text) => {
    expect(numbersSought(text, 2026)?.codes ?? []).toEqual([]);
  });
});
