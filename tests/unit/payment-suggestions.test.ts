import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Suggestion } from '#contract/money/payment-matching.ts';
import { paymentCode } from '#contract/money/proforma.ts';
import { nameKey } from '#server/payments/suggestions/name-key.ts';
import { numbersIn } from '#contract/money/numbers-in-text.ts';
import {
  type Evidence,
  type KnownClient,
  type KnownDocument,
  suggest,
  type SuggestedFor,
  withoutRivals,
} from '#server/payments/suggestions/suggest.ts';

/** The year of the payment, 2026, and the year before. */
const years = [2026, 2025];

describe('a number in what a payer wrote', () => {
  it.each([
    'PF-2026-000123',
    'Оплата зг. рахунку PF-2026-000123 від 28.10.2026, без ПДВ',
    'оплата pf2026000123',
    'рах.№PF-2026-000123вiд 01.11',
    'РF-2026-000123', // Cyrillic Р
    'Рахунок № РF 2026 123; дякую',
    'PF – 2026 – 123',
    'PF/2026/000123',
    'PF_2026_000123.',
    'PF 123',
    'PF-123 від 3.11.2026',
    'ＰＦ－２０２６－０００１２３',
    'PF\u00ad-2026-\u200b000123',
    '№PF2026-000123',
    'Mokėjimas pagal sąskaitą PF-2026-00 0123', // a bank broke the line
    'sąskaitaPF-2026-000123',
    '/INV/PF-2026-000123 28.10.2026',
  ])('%j is PF-2026-000123', (purpose) => {
    expect(numbersIn(purpose, years).documents).toContain('PF2026000123');
  });

  it.each([
    'PF-2026-0001234',
    'PF-2025-000123',
    'PF-2026-000124',
    'XPF 1',
    'PF',
    'PF-2026-',
    'Оплата за 2026 рік',
    '',
  ])('%j is not', (purpose) => {
    expect(numbersIn(purpose, years).documents).not.toContain('PF2026000123');
  });

  it('without a year is of this one or the one before', () => {
    expect(numbersIn('PF 7', years).documents).toEqual(['PF2026000007', 'PF2025000007']);
    expect(numbersIn('PF 2026', years).documents).toContain('PF2026002026');
  });

  it('without its letters is half a number', () => {
    expect(numbersIn('рахунок 2026-000123', years).serials).toEqual([{ year: 2026, serial: 123 }]);
    expect(numbersIn('за 2026 000 грн', years).serials).toEqual([]);
  });

  it('may be a client’s payment code, alone or with a number behind it', () => {
    const id = '0190f0a0-0000-7000-8000-00a1b2c3d4e5';
    const code = paymentCode(id);
    for (const written of [code, code.toLowerCase(), `код ${code}, дякую`, `${code}-12`, `№ ${code} 1`]) {
      expect(numbersIn(written, years).clientIdEnds).toEqual([id.slice(-10)]);
    }
    expect(numbersIn(`${code}x`, years).clientIdEnds).toEqual([]);
  });

  it('is found wherever it stands and however its parts are parted', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'Я', ' ', '.', ',', '№', '-'), maxLength: 20 });
    const gap = fc.constantFrom('', ' ', '-', '–', ' - ', '/', '_', ' № ', '.');
    fc.assert(
      fc.property(
        words,
        words,
        gap,
        gap,
        fc.integer({ min: 1, max: 999_999 }),
        fc.boolean(),
        (before, after, a, b, n, padded) => {
          const serial = padded || b === '' ? String(n).padStart(6, '0') : String(n);
          const purpose = `${before} PF${a}2026${b}${serial} ${after}`;
          expect(numbersIn(purpose, years).documents).toContain(`PF2026${String(n).padStart(6, '0')}`);
        },
      ),
    );
  });

  it('is looked for in anything, and never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (text) => {
        const { documents, serials, clientIdEnds } = numbersIn(text, years);
        expect(Math.max(documents.length, serials.length, clientIdEnds.length)).toBeLessThanOrEqual(20);
      }),
    );
  });
});

describe('a name', () => {
  it.each([
    ['ТОВ "Сонячна кава"', 'СОНЯЧНА КАВА, ТОВ'],
    ['ФОП Марченко Олена Іванівна', 'Олена Іванівна МАРЧЕНКО'],
    ['ФОП МАРЧЕНКО ОЛЕНА IВАНIВНА', 'Марченко Олена Іванівна'], // Latin letters of a bank
    ['UAB „Rytmetis“', 'Rytmetis, UAB'],
    ['PETRAITIS JONAS', 'Jonas Petraitis'],
    ['VšĮ Gilė', 'Gilė'],
    ['Musterfirma GmbH & Co. KG', 'musterfirma'],
    ["ПП Мар'яна", 'Мар’яна'],
    ['Товариство з обмеженою відповідальністю «Ліс»', 'Ліс'],
    ['ООО Ромашка', 'ромашка ооо'],
  ])('%j is %j', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
    expect(nameKey(one)).not.toBe('');
  });

  it.each([
    ['Ліс', 'Лісок'],
    ['Jonas Petraitis', 'Jonas'],
    ['ТОВ', 'UAB'],
    ['', 'a'],
  ])('%j is not %j', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  it('has its words in any order', () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom('а', 'б', 'i', 'q', 'ž'), minLength: 4, maxLength: 8 }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(words, (some) => {
        expect(nameKey(some.join(' '))).toBe(nameKey(`UAB "${some.toReversed().join(', ')}"`));
      }),
    );
  });
});

const client = (id: string, changes: Partial<KnownClient> = {}): KnownClient => ({
  id,
  name: `Name ${id}`,
  isDeleted: false,
  isArchived: false,
  ...changes,
});
const one = client('one');
const other = client('other');
const proforma = (changes: Partial<KnownDocument> = {}): KnownDocument => ({
  id: 'd1',
  number: 'PF-2026-000123',
  kind: 'proforma',
  status: 'open',
  client: one,
  currency: 'UAH',
  due: 1000,
  due_on: '2026-11-30',
  ...changes,
});
const line: SuggestedFor = {
  amount: 1000,
  isOwnCurrency: true,
  value_date: '2026-11-02',
  payer_name: null,
  payer_code: null,
};
const nothing: Evidence = {
  named: [],
  halfNamed: [],
  byPaymentCode: [],
  byPayerCode: [],
  byAccount: [],
  byName: [],
  open: [],
};
const suggested = (evidence: Partial<Evidence>, changes: Partial<SuggestedFor> = {}) =>
  suggest({ ...line, ...changes }, { ...nothing, ...evidence });
const brief = (suggestions: Suggestion[]) =>
  suggestions.map(({ client: { id }, document, certainty, reasons }) => [
    id,
    document?.id ?? null,
    certainty,
    ...reasons,
  ]);

describe('a suggestion', () => {
  it.each<[string, Partial<Evidence>, Partial<SuggestedFor>, unknown[][]]>([
    ['own number and amount', { named: [proforma()] }, {}, [['one', 'd1', 'certain', 'number', 'amount']]],
    [
      'with all that agrees',
      { named: [proforma()], byPaymentCode: [one], byPayerCode: [one], byAccount: [one] },
      { payer_name: 'UAB Name one' },
      [['one', 'd1', 'certain', 'number', 'payment_code', 'payer_code', 'account', 'amount', 'name']],
    ],
    [
      'on its last day',
      { named: [proforma({ due_on: '2026-11-02' })] },
      {},
      [['one', 'd1', 'certain', 'number', 'amount']],
    ],
    [
      'without a last day',
      { named: [proforma({ due_on: null })] },
      {},
      [['one', 'd1', 'certain', 'number', 'amount']],
    ],
    [
      'of another amount',
      { named: [proforma({ due: 900 })] },
      {},
      [['one', 'd1', 'likely', 'number', 'other_amount']],
    ],
    [
      'a day late',
      { named: [proforma({ due_on: '2026-11-01' })] },
      {},
      [['one', 'd1', 'likely', 'number', 'amount', 'overdue']],
    ],
    [
      'expired',
      { named: [proforma({ status: 'expired' })] },
      {},
      [['one', 'd1', 'likely', 'number', 'amount', 'expired']],
    ],
    [
      'cancelled',
      { named: [proforma({ status: 'cancelled' })] },
      {},
      [['one', null, 'likely', 'number', 'cancelled']],
    ],
    [
      'paid before',
      { named: [proforma({ status: 'paid', due: 0 })] },
      {},
      [['one', null, 'likely', 'number', 'paid_before']],
    ],
    [
      'an act',
      { named: [proforma({ kind: 'act', status: 'issued' })] },
      {},
      [['one', null, 'likely', 'number']],
    ],
    [
      'an invoice',
      { named: [proforma({ kind: 'invoice', status: 'issued' })] },
      {},
      [['one', 'd1', 'likely', 'number', 'amount']],
    ],
    [
      'whose payer is known as another client',
      { named: [proforma()], byPayerCode: [other] },
      {},
      [
        ['one', 'd1', 'likely', 'number', 'amount', 'payer_of_another'],
        ['other', null, 'likely', 'payer_code'],
      ],
    ],
    [
      'whose account is known as another client’s',
      { named: [proforma()], byAccount: [other] },
      {},
      [
        ['one', 'd1', 'likely', 'number', 'amount', 'account_of_another'],
        ['other', null, 'likely', 'account'],
      ],
    ],
    [
      'with the payment code of another client',
      { named: [proforma()], byPaymentCode: [other] },
      {},
      [
        ['one', 'd1', 'likely', 'number', 'amount', 'code_of_another'],
        ['other', null, 'likely', 'payment_code'],
      ],
    ],
    [
      'of an account that several clients paid from, one of them this',
      { named: [proforma()], byAccount: [one, other] },
      {},
      [
        ['one', 'd1', 'certain', 'number', 'account', 'amount'],
        ['other', null, 'likely', 'account'],
      ],
    ],
    [
      'of two numbers',
      { named: [proforma(), proforma({ id: 'd2', client: other, due: 5 })] },
      {},
      [
        ['one', 'd1', 'likely', 'number', 'amount', 'several_numbers'],
        ['other', 'd2', 'likely', 'number', 'other_amount', 'several_numbers'],
      ],
    ],
    [
      'of a deleted client',
      { named: [proforma({ client: client('one', { isDeleted: true }) })] },
      {},
      [['one', 'd1', 'possible', 'number', 'amount', 'client_deleted']],
    ],
    [
      'of a client whose data is deleted',
      { named: [proforma({ client: client('one', { isArchived: true }) })] },
      {},
      [['one', 'd1', 'likely', 'number', 'amount', 'client_archived']],
    ],
    [
      'of a deleted client whose data is deleted too',
      { named: [proforma({ client: client('one', { isDeleted: true, isArchived: true }) })] },
      {},
      [['one', 'd1', 'possible', 'number', 'amount', 'client_deleted']],
    ],
    ['half a number', { halfNamed: [proforma()] }, {}, [['one', 'd1', 'likely', 'half_number', 'amount']]],
    ['a payment code alone', { byPaymentCode: [one] }, {}, [['one', null, 'likely', 'payment_code']]],
    [
      'a payment code and an amount',
      { byPaymentCode: [one], open: [proforma()] },
      {},
      [['one', 'd1', 'likely', 'payment_code', 'amount']],
    ],
    ['a code', { byPayerCode: [one] }, {}, [['one', null, 'likely', 'payer_code']]],
    [
      'a code that two clients have',
      { byPayerCode: [one, other] },
      {},
      [
        ['one', null, 'possible', 'payer_code', 'shared_code'],
        ['other', null, 'possible', 'payer_code', 'shared_code'],
      ],
    ],
    [
      'a code that two have, with the amount of one',
      { byPayerCode: [one, other], open: [proforma({ client: other })] },
      {},
      [
        ['other', 'd1', 'possible', 'payer_code', 'amount', 'shared_code'],
        ['one', null, 'possible', 'payer_code', 'shared_code'],
      ],
    ],
    [
      'an account',
      { byAccount: [one], open: [proforma()] },
      {},
      [['one', 'd1', 'likely', 'account', 'amount']],
    ],
    ['an amount', { open: [proforma()] }, {}, [['one', 'd1', 'possible', 'amount']]],
    ['a name', { byName: [one] }, { payer_name: 'name ONE' }, [['one', null, 'possible', 'name']]],
    [
      'a name and an amount',
      { byName: [one], open: [proforma()] },
      { payer_name: 'name ONE' },
      [['one', 'd1', 'likely', 'amount', 'name']],
    ],
    [
      'two open proformas of one amount',
      { byAccount: [one], open: [proforma(), proforma({ id: 'd2' })] },
      {},
      [['one', null, 'likely', 'account']],
    ],
    ['nothing known', {}, {}, []],
    ['another currency', { named: [proforma()] }, { isOwnCurrency: false }, []],
  ])('%s', (_, evidence, changes, expected) => {
    expect(brief(suggested(evidence, changes))).toEqual(expected);
  });

  const clients = fc.constantFrom(
    one,
    other,
    client('third', { isDeleted: true }),
    client('fourth', { isArchived: true }),
  );
  const documents = fc.record({
    id: fc.constantFrom('d1', 'd2', 'd3'),
    kind: fc.constantFrom('proforma' as const, 'act' as const),
    status: fc.constantFrom('open' as const, 'paid' as const, 'cancelled' as const, 'expired' as const),
    client: clients,
    due: fc.constantFrom(0, 999, 1000),
    due_on: fc.constantFrom(null, '2026-11-01', '2026-11-02'),
  });
  const some = fc.uniqueArray(clients, { selector: ({ id }) => id, maxLength: 3 });
  const papers = fc
    .uniqueArray(documents, { selector: ({ id }) => id, maxLength: 3 })
    .map((all) =>
      all.map((document) =>
        proforma({ ...document, status: document.kind === 'act' ? 'issued' : document.status }),
      ),
    );
  const anyEvidence: fc.Arbitrary<Evidence> = fc.record({
    named: papers,
    halfNamed: papers,
    byPaymentCode: some,
    byPayerCode: some,
    byAccount: some,
    byName: some,
    open: papers.map((all) => all.filter(({ status }) => status === 'open')),
  });

  it('is certain only where one number and its amount agree and nothing speaks against it', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const suggestions = suggest(line, evidence);
        const certain = suggestions.filter(({ certainty }) => certainty === 'certain');
        expect(certain.length).toBeLessThanOrEqual(1);
        for (const {
          client: { id },
          document,
        } of certain) {
          const [number, ...more] = evidence.named;
          expect([more.length, number?.id, number?.due, number?.client.id]).toEqual([
            0,
            document?.id,
            1000,
            id,
          ]);
          expect([number?.client.isDeleted, number?.client.isArchived]).toEqual([false, false]);
          expect([number?.kind, number?.status]).toEqual(['proforma', 'open']);
          expect((number?.due_on ?? '9') >= line.value_date).toBe(true);
          for (const known of [evidence.byPayerCode, evidence.byAccount, evidence.byPaymentCode]) {
            expect(known.length === 0 || known.some((who) => who.id === id)).toBe(true);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('has a reason, a client and a document once, and the surest first', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const suggestions = suggest(line, evidence);
        const pairs = suggestions.map(({ client: { id }, document }) => `${id} ${document?.id}`);
        expect(suggestions.length).toBeLessThanOrEqual(5);
        expect(suggestions.every(({ reasons }) => reasons.length > 0)).toBe(true);
        expect(suggestions.every(({ reasons }) => new Set(reasons).size === reasons.length)).toBe(true);
        const order = ['certain', 'likely', 'possible'];
        const ranks = suggestions.map(({ certainty }) => order.indexOf(certainty));
        expect(ranks).toEqual(ranks.toSorted());
        expect(pairs.length).toBe(suggestions.length);
      }),
    );
  });
});

describe('two lines for one proforma', () => {
  it('are not both certain', () => {
    const [first, second] = withoutRivals([
      suggested({ named: [proforma()] }),
      suggested({ named: [proforma()] }),
    ]);
    expect(brief(first ?? [])).toEqual([['one', 'd1', 'certain', 'number', 'amount']]);
    expect(brief(second ?? [])).toEqual([
      ['one', 'd1', 'likely', 'number', 'amount', 'paid_by_another_line'],
    ]);
  });
});
