import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statementLimits, type StatementMapping } from '#contract/money/bank-statement.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { readStatement } from '#server/bank-statements/formats/read-statement.ts';
import { privatbankFile } from '#tests/support/money/statements.ts';
import { amountOf, calendarDay, dayOf } from '#server/bank-statements/formats/written-values.ts';
import { AppError } from '#server/kernel/app-error.ts';

const sample = (name: string) => readFileSync(new URL(`../../docs/samples/${name}`, import.meta.url));
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (content: Uint8Array, mapping?: StatementMapping) =>
  readStatement(content, { mapping, currency: 'EUR' });
const linesOf = async (content: Uint8Array, mapping?: StatementMapping) =>
  (await read(content, mapping)).lines;

/** Where it is refused, and why. */
async function refusalOf(content: Uint8Array, mapping?: StatementMapping): Promise<Record<string, string>> {
  try {
    await read(content, mapping);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.details.fields ?? {});
    return Object.fromEntries(fields.map(([field, [refusal]]) => [field, refusal?.key ?? '']));
  }
  return {};
}

const otherBank: StatementMapping = {
  columns: {
    date: 'Value',
    debit: 'Out',
    credit: 'In',
    purpose: 'Details',
    name: 'Payer',
    code: 'Payer code',
    account: 'Payer account',
    reference: 'Document',
  },
  date_format: 'DD/MM/YYYY',
  decimal: ',',
  delimiter: ';',
  encoding: 'utf-8',
};

describe('the samples', () => {
  it('of PrivatBank are the same after a spreadsheet has saved them', async () => {
    const ofFile = async (line: object) =>
      (await linesOf(Buffer.from(privatbankFile([{ reference: '7', ...line }]).content, 'base64')))[0];
    const own = await ofFile({ name: 'ТОВ "СОНЯЧНА КАВА"', purpose: 'За "каву"; без ПДВ' });
    expect(own).toMatchObject({ name: 'ТОВ "СОНЯЧНА КАВА"', purpose: 'За "каву"; без ПДВ' });
    const saved = { name: '"ТОВ ""СОНЯЧНА КАВА"""', purpose: '"За ""каву""; без ПДВ"' };
    expect(await ofFile(saved)).toEqual(own);
    // Marks of the name itself stay.
    expect(await ofFile({ name: '"КАВА"' })).toMatchObject({ name: '"КАВА"' });
  });

  it('of PrivatBank are read, with their windows-1251 and their Latin letters', async () => {
    const { format, lines } = await read(sample('privatbank.csv'));
    expect([format, lines.length]).toEqual(['privatbank', 4]);
    expect(lines[0]).toEqual({
      number: 2,
      account: 'UA213223130000026007233566001',
      date: '2026-11-02',
      amount: 199_000,
      currency: 'UAH',
      direction: 'in',
      purpose: 'Оплата за доступ до програми зг. рах. PF-2026-000123 вiд 28.10.2026. Без ПДВ',
      name: 'ТОВ "СОНЯЧНА КАВА"',
      code: '41234567',
      payerAccount: 'UA903052990000026001234567890',
      reference: '4471',
    });
    expect(lines[1]?.purpose).toBe('Сплата рахунку № РF 2026 124; без ПДВ');
    expect(lines[2]).toMatchObject({ amount: 12_000, direction: 'out' });
    expect(lines[3]).toMatchObject({ amount: 250_000, name: '"ТОВ "ПЕКАРНЯ НА РОЗI"' });
  });

  it('of monobank are read, with the account that stands above the headings', async () => {
    const { format, lines } = await read(sample('monobank.csv'));
    expect([format, lines.length]).toEqual(['monobank', 4]);
    expect(lines[0]).toEqual({
      number: 15,
      account: 'UA213223130000026007233566001',
      date: '2026-11-05',
      amount: 199_000,
      currency: 'UAH',
      direction: 'in',
      purpose: 'Оплата за послуги, рахунок PF-2026-000125',
      name: 'ТОВ «Зелений двір»',
      code: '40111222',
      payerAccount: 'UA063052990000026002233445566',
      reference: '09:12:44',
    });
    expect(lines[2]).toMatchObject({ amount: 165_000, direction: 'out' });
    // The account is in hryvnias, only the operation was in euros.
    expect(lines[3]).toMatchObject({ amount: 215_000, currency: 'UAH' });
  });

  it('of CAMT.053 are read', async () => {
    const { format, lines } = await read(sample('camt053.xml'));
    expect([format, lines.length]).toEqual(['camt053', 4]);
    expect(lines[0]).toEqual({
      number: 1,
      account: 'LT121000011101001000',
      date: '2026-11-02',
      amount: 3500,
      currency: 'EUR',
      direction: 'in',
      purpose: 'Saskaita PF-2026-000126',
      name: 'UAB "Rytmetis"',
      code: '304512345',
      payerAccount: 'LT597300010012345678',
      reference: 'RO8811500001',
    });
    expect(lines.map(({ direction }) => direction)).toEqual(['in', 'in', 'out', 'in']);
    expect(lines[3]).toMatchObject({ currency: 'GBP', amount: 5000 });
  });

  it('of CAMT.054 are read, each payment of a batch by itself', async () => {
    const { format, lines } = await read(sample('camt054.xml'));
    expect(format).toBe('camt054');
    expect(lines.map(({ amount, name, purpose, reference }) => [amount, name, purpose, reference])).toEqual([
      [3500, 'MB Gilė', 'PF-2026-000128', 'RO8811500010-1'],
      [3500, 'Kavinė Ąžuolas, UAB', 'Apmokėjimas – lapkritis', 'RO8811500010-2'],
    ]);
  });

  it('of MT940 are read', async () => {
    const { format, lines } = await read(sample('mt940.sta'));
    expect([format, lines.length]).toEqual(['mt940', 3]);
    expect(lines[0]).toEqual({
      number: 6,
      account: 'LT121000011101001000',
      date: '2026-11-02',
      amount: 3500,
      currency: 'EUR',
      direction: 'in',
      purpose: 'Saskaita PF-2026-000126',
      name: 'UAB Rytmetis',
      code: null,
      payerAccount: 'LT597300010012345678',
      reference: 'RO8811500001',
    });
    expect(lines[1]).toMatchObject({
      purpose: expect.stringContaining('Uz lapkriti'),
      payerAccount: 'LT867044060001234567',
    });
    expect(lines[2]).toMatchObject({ direction: 'out', amount: 150 });
  });

  it('of any other bank are read by a mapping', async () => {
    const { format, lines, headings } = await read(sample('other-bank.csv'), otherBank);
    expect([format, lines.length]).toEqual(['csv', 3]);
    expect(lines[0]).toEqual({
      number: 2,
      account: null,
      date: '2026-11-02',
      amount: 3500,
      currency: 'EUR',
      direction: 'in',
      purpose: 'Proforma PF-2026-000126',
      name: 'UAB Rytmetis',
      code: '304512345',
      payerAccount: 'LT597300010012345678',
      reference: 'A-5501',
    });
    expect(lines[2]).toMatchObject({ direction: 'out', amount: 150 });
    const remembered = await readStatement(sample('other-bank.csv'), {
      currency: 'EUR',
      remembered: (hash) => Promise.resolve(hash === headings ? otherBank : undefined),
    });
    expect(remembered.lines).toEqual(lines);
  });

  it('of an unknown bank ask for a mapping', async () => {
    expect(await refusalOf(sample('other-bank.csv'))).toEqual({ mapping: 'validation.required' });
  });
});

const camt = (inner: string, head = '') =>
  bytes(
    `<?xml version="1.0"?>${head}<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>LT12 1000</IBAN></Id></Acct>${inner}</Stmt></BkToCstmrStmt></Document>`,
  );
const entry = (changes: Record<string, string> = {}) => {
  const tags: Record<string, string> = {
    Amt: '<Amt Ccy="EUR">10.00</Amt>',
    CdtDbtInd: '<CdtDbtInd>CRDT</CdtDbtInd>',
    ValDt: '<ValDt><Dt>2026-11-02+02:00</Dt></ValDt>',
    ...changes,
  };
  return `<Ntry>${Object.values(tags).join('')}</Ntry>`;
};

describe('an amount with three digits after its only mark', () => {
  it.each(['1.999', '1,999', '-12.345'])(
    'is refused where it may be thousands or not: %s',
    async (amount) => {
      const file = privatbankFile([{ amount }]);
      expect(await refusalOf(Buffer.from(file.content, 'base64'))).toEqual({
        'lines.2.amount': 'validation.statementAmount',
      });
    },
  );
});

describe('CAMT', () => {
  it.each([
    ['a document type', camt(entry(), '<!DOCTYPE Document>'), { content: 'validation.statementEntities' }],
    [
      'entities',
      camt(entry(), '<!DOCTYPE a [<!ENTITY b "c">]>'),
      { content: 'validation.statementEntities' },
    ],
    ['an open element', camt('<Ntry><Amt></Ntry>'), { content: 'validation.statementBroken' }],
    ['half a file', camt(entry()).slice(0, 150), { content: 'validation.statementBroken' }],
    ['no entries', camt(''), { content: 'validation.statementEmpty' }],
    ['another XML', bytes('<html></html>'), { content: 'validation.statementUnknown' }],
    [
      'an amount of words',
      camt(entry() + entry({ Amt: '<Amt Ccy="EUR">ten</Amt>' })),
      { 'lines.2.amount': 'validation.statementAmount' },
    ],
    [
      'no currency',
      camt(entry({ Amt: '<Amt>1</Amt>' })),
      { 'lines.1.currency': 'validation.statementCurrency' },
    ],
    ['no day', camt(entry({ ValDt: '' })), { 'lines.1.date': 'validation.statementDate' }],
    [
      'a day that is none',
      camt(entry({ ValDt: '<ValDt><Dt>2026-02-30</Dt></ValDt>' })),
      { 'lines.1.date': 'validation.statementDate' },
    ],
    [
      'no direction',
      camt(entry({ CdtDbtInd: '' })),
      { 'lines.1.direction': 'validation.statementDirection' },
    ],
    [
      'elements as deep as a well',
      camt(entry({ x: `${'<a>'.repeat(3000)}${'</a>'.repeat(3000)}` })),
      { content: 'validation.statementBroken' },
    ],
  ])('with %s is refused', async (_, content, refusal) => {
    expect(await refusalOf(content)).toEqual(refusal);
  });

  it('leaves out what is only announced, and remarks', async () => {
    const inner = `<!-- ${entry()} -->${entry({ Sts: '<Sts>PDNG</Sts>' })}${entry({ Sts: '<Sts><Cd>BOOK</Cd></Sts>' })}`;
    expect(await linesOf(camt(inner))).toHaveLength(1);
  });

  it('takes plain text that looks like markup for what it is', async () => {
    const text = '<![CDATA[a </Ntry><!-- b]]>';
    const [line] = await linesOf(camt(entry({ AddtlNtryInf: `<AddtlNtryInf>${text}</AddtlNtryInf>` })));
    expect(line?.purpose).toBe('a </Ntry><!-- b');
  });

  it('knows prefixes of names, several statements of an account, and windows-1251', async () => {
    const prefixed = new TextDecoder().decode(camt(entry())).replace(/<(\/?)(\w)/g, '<$1ns:$2');
    expect(await linesOf(bytes(prefixed))).toHaveLength(1);
    const two = camt(`${entry()}</Stmt><Stmt><Acct><Id><IBAN>LT99</IBAN></Id></Acct>${entry()}`);
    expect((await linesOf(two)).map(({ account }) => account)).toEqual(['LT121000', 'LT99']);
    const cyrillic = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><Document><BkToCstmrStmt><Stmt>'),
      Buffer.from(entry({ AddtlNtryInf: '<AddtlNtryInf>@</AddtlNtryInf>' })),
      Buffer.from('</Stmt></BkToCstmrStmt></Document>'),
    ]);
    cyrillic[cyrillic.indexOf('@')] = 0xc6; // Ж
    expect(await linesOf(cyrillic)).toMatchObject([{ purpose: 'Ж', account: null }]);
  });

  it.each([
    ['in an entry', entry({ inner: `<SplmtryData><Envlp>${entry()}</Envlp></SplmtryData>` })],
    ['straight in an entry', entry({ inner: entry() })],
    ['beside the entries, in an envelope', `${entry()}<SplmtryData><Stmt>${entry()}</Stmt></SplmtryData>`],
    ['after an empty element', `<TxsSummry/><AddtlStmtInf a="/>"/>${entry()}<Bal><x b='>'/></Bal>`],
  ])('reads an entry once when another one stands %s', async (_, inner) => {
    expect(await linesOf(camt(inner))).toMatchObject([{ amount: 1000, account: 'LT121000' }]);
  });

  it('keeps a batch whole when it does not say how much each payment was', async () => {
    const batch = '<NtryDtls><TxDtls></TxDtls><TxDtls></TxDtls></NtryDtls>';
    expect(await linesOf(camt(entry({ batch })))).toMatchObject([{ amount: 1000 }]);
  });

  it.each([
    ['add up', ['6.00', '4.00'], [600, 400]],
    ['do not add up', ['10.00', '10.00'], [1000]],
  ])('reads a batch whose payments %s to its amount', async (_, amounts, expected) => {
    const payments = amounts.map((one) => `<TxDtls><Amt Ccy="EUR">${one}</Amt></TxDtls>`).join('');
    const lines = await linesOf(camt(entry({ batch: `<NtryDtls>${payments}</NtryDtls>` })));
    expect(lines.map(({ amount }) => amount)).toEqual(expected);
  });
});

/** Statements of one account, each with its closing balance as it is written. */
const mt940Closing = (closing: string, ...transactions: string[]) =>
  bytes(
    [':20:X', ':25:LT121000 EUR', ':28C:1', ':60F:C261101EUR20,', ...transactions, closing, ''].join('\r\n'),
  );
/** With the closing balance that its lines make. */
const mt940 = (...transactions: string[]) => {
  const sum = transactions.reduce((moved, text) => {
    const [, mark = '', amount = ''] = /^:61:\d{6}(?:\d{4})?(R?[CD])R?([\d,]+)N/.exec(text) ?? [];
    const cents = Math.round(Number(amount.replace(',', '.')) * 100);
    return ['C', 'RD'].includes(mark) ? moved + cents : moved - cents;
  }, 2000);
  return mt940Closing(`:62F:C261101EUR${(sum / 100).toFixed(2).replace('.', ',')}`, ...transactions);
};

describe('MT940', () => {
  it.each([
    [':61:261102C10,5NTRF1', { amount: 1050, direction: 'in', date: '2026-11-02', reference: '1' }],
    [':61:2611021102CR10,NTRFNONREF', { amount: 1000, direction: 'in', reference: null }],
    [':61:2611021102RC10,00NTRFNONREF//B', { direction: 'out', reference: 'B' }],
    [':61:2611021102RD10,00NTRFA//B', { direction: 'in', reference: 'B' }],
    [':61:2611021102DR10,00NTRFA', { direction: 'out', reference: 'A' }],
  ])('%s is read', async (text, line) => {
    expect(await linesOf(mt940(text))).toMatchObject([{ account: 'LT121000', currency: 'EUR', ...line }]);
  });

  it.each([
    [
      'in named parts',
      ':86:/TRTP/SEPA/IBAN/LT59 7300/BIC/X/NAME/UAB A/REMI/Nr. 5/EREF/1',
      'Nr. 5',
      'UAB A',
      'LT597300',
    ],
    [
      'with its sender in one',
      ':86:/CNTP/LT597300/HABA/UAB B/Vilnius/REMI/USTD//Nr. 6/',
      'Nr. 6',
      'UAB B',
      'LT597300',
    ],
    ['in numbered parts', ':86:166~20Nr.~21 7~32UAB~33 C~38LT597300', 'Nr. 7', 'UAB C', 'LT597300'],
    ['as free text', ':86:Nr. 8\r\nof us', 'Nr. 8 of us', null, null],
  ])('has details %s', async (_, details, purpose, name, payerAccount) => {
    const [line] = await linesOf(mt940(':61:261102C10,NTRFX', details));
    expect(line).toMatchObject({ purpose, name, payerAccount });
  });

  it.each([
    [':61:261331C10,NTRFX', { 'lines.5.date': 'validation.statementDate' }],
    [':61:261102C10NTRF', {}],
    [':61:261102X10,NTRFX', { 'lines.5.amount': 'validation.statementAmount' }],
    [':61:', { 'lines.5.amount': 'validation.statementAmount' }],
  ])('%s is refused where it stands', async (text, refusal) => {
    expect(await refusalOf(mt940(text))).toEqual(refusal);
  });

  const ten = ':61:261102C10,NTRFX';
  it.each([
    ['no closing balance', mt940Closing('', ten), { 'lines.4.balance': 'validation.statementUnclosed' }],
    [
      'another one',
      mt940Closing(':62F:C261102EUR30,01', ten),
      { 'lines.6.balance': 'validation.statementBalance' },
    ],
    [
      'one of a debt',
      mt940Closing(':62F:D261102EUR30,', ten),
      { 'lines.6.balance': 'validation.statementBalance' },
    ],
    [
      'one in another currency',
      mt940Closing(':62F:C261102USD30,', ten),
      { 'lines.6.balance': 'validation.statementBalance' },
    ],
    ['none in it', mt940Closing(':62F:x', ten), { 'lines.6.balance': 'validation.statementNoBalance' }],
    [
      'the lines of a second statement that was cut off',
      mt940Closing(':62F:C261102EUR30,\n:20:Y\n:28C:2\n:60F:C261102EUR30,', ten, ten.replace('C', 'D')),
      {
        'lines.7.balance': 'validation.statementBalance',
        'lines.10.balance': 'validation.statementUnclosed',
      },
    ],
  ])('that closes with %s is refused', async (_, content, refusal) => {
    expect(await refusalOf(content)).toEqual(refusal);
  });

  it('holds each of its pages against its own balances, whichever way the money went', async () => {
    const pages = mt940Closing(
      ':62F:D261103EUR5,',
      ten,
      ':62M:C261102EUR30,',
      '-}{1:F01}{4:',
      ':20:X',
      ':28C:1/2',
      ':60M:C261102EUR30,',
      ':61:261103D35,NTRFY',
    );
    expect(await linesOf(pages)).toMatchObject([{ amount: 1000 }, { amount: 3500, direction: 'out' }]);
  });

  it('without transactions is empty', async () => {
    expect(await refusalOf(mt940())).toEqual({ content: 'validation.statementEmpty' });
  });
});

describe('a file that is one long cell', () => {
  const long = 'x'.repeat(1_000_000);

  it('is no statement, or is refused by its beginning', async () => {
    expect(await refusalOf(bytes(long))).toEqual({ content: 'validation.statementUnknown' });
    const reading = read(
      bytes(`Value;Out;In;Details;Payer;Payer code;Payer account;Document\n${long};1`),
      otherBank,
    );
    await expect(reading).rejects.toMatchObject({
      details: { fields: { 'lines.2.date': [{ params: { text: `${'x'.repeat(80)}…` } }] } },
    });
  });

  it('is kept by its beginning where it is a text', async () => {
    const [line] = await linesOf(
      bytes(`Value;Out;In;Details;Payer;Payer code;Payer account;Document\n02/11/2026;;1,00;${long};${long}`),
      otherBank,
    );
    expect([line?.purpose?.length, line?.name?.length]).toEqual([limits.note.max, limits.generic.max]);
  });
});

describe('a CSV', () => {
  const plain: StatementMapping = {
    columns: { date: 'd', amount: 'a', currency: 'c' },
    date_format: 'YYYY-MM-DD',
    decimal: '.',
    delimiter: ',',
    encoding: 'utf-8',
  };
  const csv = (...rows: string[]) => bytes(['d,a,c', ...rows].join('\n'));

  it('has its currency in a column, or the installation’s', async () => {
    const lines = await linesOf(csv('2026-01-02,1,usd', '2026-01-02,-1,', '', '2026-01-02,0.00,'), plain);
    expect(lines).toMatchObject([
      { currency: 'USD', direction: 'in' },
      { currency: 'EUR', direction: 'out' },
    ]);
  });

  it('names the line and the field of what it can’t read', async () => {
    const file = csv(
      '2026-01-02,1,',
      '"2026-01-\n02",1,',
      '02.01.2026,1,',
      '2026-01-02,x,',
      '2026-01-02,,',
      '2026-01-02,1,€',
    );
    expect(await refusalOf(file, plain)).toEqual({
      'lines.3.date': 'validation.statementDay',
      'lines.5.date': 'validation.statementDay',
      'lines.6.amount': 'validation.statementAmount',
      'lines.7.amount': 'validation.statementAmount',
      'lines.8.currency': 'validation.statementCurrency',
    });
  });

  it('has no row with more cells than columns, unless they are empty', async () => {
    const file = csv('2026-01-02,1 990.00,usd,,', '2026-01-02,1,990.00,usd');
    expect(await refusalOf(file, plain)).toEqual({ 'lines.3.cells': 'validation.statementCells' });
  });

  it('names no more than fifty', async () => {
    const refused = await refusalOf(csv(...Array.from({ length: 500 }, () => 'x,y,z')), plain);
    expect(Object.keys(refused)).toHaveLength(50);
  });

  it.each([
    [
      'a column that isn’t there',
      csv('2026-01-02,1,'),
      { ...plain, columns: { date: 'd', amount: 'b' } },
      { 'mapping.columns.amount': 'validation.unknownColumn' },
    ],
    ['no such headings', bytes('x,y\n1,2'), plain, { 'mapping.columns.date': 'validation.unknownColumn' }],
    ['an open quotation', csv('"2026-01-02,1,'), plain, { content: 'validation.statementQuotes' }],
    [
      'a million lines',
      bytes(`d,a,c\n${'2,1,\n'.repeat(1_000_000)}`),
      plain,
      { content: 'validation.statementTooLong' },
    ],
    [
      'too many lines',
      csv(...Array.from({ length: statementLimits.lines + 1 }, () => '2026-01-02,1,')),
      plain,
      { content: 'validation.statementTooLong' },
    ],
    ['nothing', csv(), plain, { content: 'validation.statementEmpty' }],
    [
      'a mapping in another encoding',
      Buffer.from([0xc6, 0x0a]),
      plain,
      { 'mapping.encoding': 'validation.statementEncoding' },
    ],
  ])('with %s is refused', async (_, content, mapping, refusal) => {
    expect(await refusalOf(content, mapping)).toEqual(refusal);
  });

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004'), 'validation.statementNoText'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'validation.statementNoText'],
    ['a picture', Buffer.from([137, 80, 0, 0]), 'validation.statementNoText'],
    ['a letter', Buffer.from('Dear Sir'), 'validation.statementUnknown'],
  ])('is no %s', async (_, content, key) => {
    expect(await refusalOf(content)).toEqual({ content: key });
  });

  it('contradicts itself in two columns', async () => {
    const content = bytes('d;o;i\n2026-01-02;1;1\n2026-01-02;-5;\n');
    const mapping: StatementMapping = {
      ...plain,
      delimiter: ';',
      columns: { date: 'd', debit: 'o', credit: 'i' },
    };
    expect(await refusalOf(content, mapping)).toEqual({
      'lines.2.direction': 'validation.statementDirection',
    });
    const good = bytes('d;o;i\n2026-01-02;-5;-\n2026-01-02;;7\n');
    expect(await linesOf(good, mapping)).toMatchObject([
      { direction: 'out', amount: 500 },
      { direction: 'in', amount: 700 },
    ]);
  });

  it('of monobank with a comma too many is refused', async () => {
    const text = sample('monobank.csv').toString().replace(',Переказ', ',a,Переказ');
    expect(Object.values(await refusalOf(bytes(text)))[0]).toBe('validation.statementCells');
  });

  it('of monobank whose word and sign contradict each other is refused', async () => {
    const text = sample('monobank.csv')
      .toString()
      .replace('кредит,Переказ', 'дебет,Переказ')
      .replace(',-1650.00,-1650.00', ',-1650.00,x')
      .replace('дебет,Єдиний', 'кредит,Єдиний');
    expect(Object.values(await refusalOf(bytes(text)))).toEqual(['validation.statementDirection']);
  });
});

describe('written values', () => {
  it.each([
    ['1 990.00', '.', 199_000],
    ['-70 000.00', '.', -7_000_000],
    ['−1,234.5', '.', -123_450],
    ['1’000’000.10', '.', 100_000_010],
    ['1\u00a0000,5', ',', 100_050],
    ['1.000,05', ',', 100_005],
    ['10.00000', '.', 1000],
    ['+5', ',', 500],
    ['5,', ',', 500],
    ['-0', '.', 0],
    ['', '.', null],
    ['10.005', '.', null],
    ['10,00', '.', null],
    ['1e5', '.', null],
    ['--5', '.', null],
    ['99999999999999999', '.', null],
    ['1,00,000.00', '.', null],
  ] as const)('%j with %j is %j', (written, decimal, amount) => {
    expect(amountOf(written, decimal)).toBe(amount);
  });

  it('are read back however they are grouped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.constantFrom('', ' ', '\u00a0', '\u202f', "'"),
        fc.constantFrom('.', ',' as const),
        (minor, group, decimal) => {
          const [whole = '', fraction] = (Math.abs(minor) / 100).toFixed(2).split('.');
          const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
          expect(amountOf(`${minor < 0 ? '-' : ''}${grouped}${decimal}${fraction}`, decimal)).toBe(minor);
        },
      ),
    );
  });

  it.each([
    ['02.11.2026', 'DD.MM.YYYY', '2026-11-02'],
    ['2.1.2026 09:12:44', 'DD.MM.YYYY', '2026-01-02'],
    ['2026-11-02T10:00:00Z', 'YYYY-MM-DD', '2026-11-02'],
    ['11/02/2026', 'MM/DD/YYYY', '2026-11-02'],
    ['02/11/2026', 'DD/MM/YYYY', '2026-11-02'],
    ['2026.11.02', 'YYYY.MM.DD', '2026-11-02'],
    ['02-11-2026', 'DD-MM-YYYY', '2026-11-02'],
    ['20261102', 'YYYYMMDD', '2026-11-02'],
    ['29.02.2026', 'DD.MM.YYYY', null],
    ['29.02.2028', 'DD.MM.YYYY', '2028-02-29'],
    ['31.04.2026', 'DD.MM.YYYY', null],
    ['02.11.20266', 'DD.MM.YYYY', null],
    ['02x11x2026', 'DD.MM.YYYY', null],
    ['', 'DD.MM.YYYY', null],
  ] as const)('the day %j as %s is %j', (written, format, day) => {
    expect(dayOf(written, format)).toBe(day);
  });

  it('have no day beyond a month', () => {
    expect(calendarDay('2026', '13', '01')).toBeNull();
    expect(calendarDay('1026', '03', '10')).toBeNull();
    expect(calendarDay('2026', '00', '01')).toBeNull();
  });
});

describe('anything at all', () => {
  it('is read or refused at a field, and never fails otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ maxLength: 300, unit: 'binary' }).map((text) => bytes(text)),
          fc
            .array(
              fc.constantFrom(
                '<Ntry>',
                '</Ntry>',
                '<Stmt>',
                '</Stmt>',
                '<BkToCstmrStmt>',
                '</BkToCstmrStmt>',
                ':20:',
                ':25:',
                ':61:',
                '\n',
                '<![CDATA[',
                ']]>',
                ';',
                '"',
                'Сума',
              ),
              { maxLength: 30 },
            )
            .map((parts) => bytes(parts.join(''))),
        ),
        async (content) => {
          if (content.length === 0) return;
          await refusalOf(content);
        },
      ),
    );
  });
});
