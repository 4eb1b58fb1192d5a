import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statementLimits } from '#contract/money/bank-statement.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { ourAccount, privatbankFile, sampleStatement } from '#tests/support/money/statements.ts';

let app: TestApp;
let accountant: Person;
beforeAll(async () => {
  app = await startApp();
  accountant = await staffMember(app, { permissions: ['payments.write', 'audit.read'], name: 'Рахівник' });
});
afterAll(() => app.close());

const database = () => app.platform.database.db;
beforeEach(async () => {
  await database().deleteFrom('payments').execute();
  await database().deleteFrom('bank_statements').execute();
  await database().deleteFrom('statement_mappings').execute();
  await database().deleteFrom('settings').where('key', '=', 'company_details').execute();
});

const send = (path: string, body: object, { token = accountant.token, key = '' } = {}) =>
  app.call('POST', `/api/admin/bank-statements${path}`, {
    token,
    body,
    locale: 'en',
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const check = (body: object) => send('/check', body);
const bring = (body: object, options = {}) => send('', body, options);
const list = (query = '', token = accountant.token) =>
  app.call('GET', `/api/admin/bank-statements${query}`, { token, locale: 'en' });
const lines = () => database().selectFrom('payments').selectAll().orderBy('id').execute();

describe('a statement', () => {
  it('is checked without a trace, then imported, and counts no line twice', async () => {
    const file = sampleStatement('privatbank.csv');
    const told = {
      format: 'privatbank',
      account: ourAccount,
      from: '2026-11-02',
      to: '2026-11-04',
      lines: 4,
      new: 3,
      known: 0,
      outgoing: 1,
      foreign: 0,
      total: 498_900,
    };
    expect((await check(file)).body.data).toMatchObject({ ...told, certain: 0, suggested: 0 });
    expect(await lines()).toEqual([]);
    const done = await bring(file);
    expect([done.status, done.body.data]).toEqual([201, { ...told, id: expect.any(String), certain: 0 }]);
    const [first] = await lines();
    expect(first).toMatchObject({
      status: 'unmatched',
      method: 'bank',
      provider: null,
      amount: 199_000,
      currency: null,
      value_date: '2026-11-02',
      payer_name: 'ТОВ "СОНЯЧНА КАВА"',
      payer_code: '41234567',
      payer_account: 'UA903052990000026001234567890',
      client_id: null,
      statement_id: done.body.data.id,
      created_by: accountant.id,
    });
    const again = { ...told, new: 0, known: 3, total: 0 };
    expect((await check(file)).body.data).toMatchObject({ ...again, certain: 0, suggested: 0 });
    expect((await bring(file)).body.data).toMatchObject(again);
    expect(await lines()).toHaveLength(3);
  });

  it('is listed, newest first, and as a file', async () => {
    await bring(sampleStatement('privatbank.csv'));
    app.clock.advance(60);
    await bring(sampleStatement('monobank.csv'));
    const { body } = await list();
    expect(body.meta.total).toBe(2);
    expect(body.data[0]).toMatchObject({
      name: 'monobank.csv',
      format: 'monobank',
      currency: 'UAH',
      created_by: { id: accountant.id, name: 'Рахівник' },
      created_by_name: 'Рахівник',
    });
    expect((await list('?filter[format][eq]=privatbank&sort[total]=desc')).body.meta.total).toBe(1);
    const csv = await list('?format=csv');
    expect(csv.body.split('\n')[0]).toContain('Imported,File,Format');
    expect(csv.body).toContain('PrivatBank, CSV');
  });

  it('brings two equal payments twice, and none of them again from a longer file', async () => {
    const line = { reference: '7', amount: '10.00' };
    const more = { reference: '8', amount: '20.00' };
    expect((await bring(privatbankFile([line, line]))).body.data).toMatchObject({ new: 2, known: 0 });
    expect((await bring(privatbankFile([line, line, more]))).body.data).toMatchObject({
      new: 1,
      known: 2,
      total: 2000,
    });
    expect((await bring(privatbankFile([line, line, line]))).body.data).toMatchObject({ new: 1, known: 2 });
    const noReference = { reference: '', purpose: 'one', amount: '5.00' };
    await bring(privatbankFile([noReference, { ...noReference, purpose: 'two' }]));
    expect((await bring(privatbankFile([noReference]))).body.data).toMatchObject({ new: 0, known: 1 });
  });

  it('takes the same number and sum from two payers for two payments, whatever comes first', async () => {
    const common = { reference: '1', amount: '199.00', purpose: 'За послуги' };
    const [third, fourth] = ['ТРЕТІЙ', 'ЧЕТВЕРТИЙ'].map((name) => ({ ...common, name }));
    if (!third || !fourth) throw new Error('two payers');
    expect((await bring(privatbankFile([third]))).body.data).toMatchObject({ new: 1 });
    expect((await bring(privatbankFile([fourth, third]))).body.data).toMatchObject({ new: 1, known: 1 });
    expect((await lines()).map(({ payer_name }) => payer_name).sort()).toEqual(['ТРЕТІЙ', 'ЧЕТВЕРТИЙ']);
  });

  it('reads a file that mixes the ends of lines', async () => {
    const { name, content } = privatbankFile([{}, {}, {}]);
    const mixed = Buffer.from(content, 'base64').toString().replace('\n', '\r\n');
    const file = { name, content: Buffer.from(mixed).toString('base64') };
    expect((await bring(file)).body.data).toMatchObject({ new: 3 });
  });

  it('counts each line once when two people import it at once', async () => {
    const file = privatbankFile(Array.from({ length: 30 }, () => ({})));
    const answers = await Promise.all([bring(file), bring(file), bring(file)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.reduce((sum, { body }) => sum + body.data.new, 0)).toBe(30);
    expect(await lines()).toHaveLength(30);
  });

  it('is imported once for a key, and refused for another file under it', async () => {
    const file = privatbankFile([{}]);
    const [one, two] = [await bring(file, { key: 'k1' }), await bring(file, { key: 'k1' })];
    expect(two.body).toEqual(one.body);
    expect((await list()).body.meta.total).toBe(1);
    const other = await bring(privatbankFile([{}]), { key: 'k1' });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  });

  it('keeps lines of another currency apart', async () => {
    const answer = await bring(privatbankFile([{ currency: 'USD', amount: '7.00' }, { amount: '1.00' }]));
    expect(answer.body.data).toMatchObject({ new: 2, foreign: 1, total: 100 });
    expect((await lines()).map(({ currency }) => currency).toSorted()).toEqual(['USD', null]);
  });

  it('of money that has not come yet is refused by its line and day, but for a day of time zones', async () => {
    app.clock.hold();
    const day = (ahead: number) => {
      const date = new Date(app.clock.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
      return { iso: date, date: date.split('-').toReversed().join('.') };
    };
    const out = { date: day(5).date, amount: '-3.00' };
    expect((await check(privatbankFile([{ date: day(1).date }, out]))).status).toBe(200);
    const file = privatbankFile([{}, { date: day(2).date }, out]);
    for (const answer of [await check(file), await bring(file)]) {
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({
        'lines.3.date': [expect.stringContaining(day(2).iso.slice(0, 4))],
      });
    }
    expect(await lines()).toEqual([]);
  });

  it('is in the audit log', async () => {
    await bring(sampleStatement('privatbank.csv'));
    const { body } = await app.call('GET', '/api/admin/audit?filter[action][eq]=bank_statement.import', {
      token: accountant.token,
    });
    expect(body.data[0]).toMatchObject({ subject: { type: 'bank_statement', name: 'privatbank.csv' } });
  });
});

describe('the account of a statement', () => {
  const ours = async (account: string) => {
    const value = { name: 'Ми', code: '', bank: '', account, address: '', vat_number: '' };
    await database()
      .insertInto('settings')
      .values({
        id: newId(app.clock.now()),
        key: 'company_details',
        value: JSON.stringify(value),
        updated_at: app.clock.now(),
      })
      .execute();
  };
  const refusedAt = async (body: object, field: string, text: string) => {
    const answer = await check(body);
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [expect.stringContaining(text)] }]);
  };

  it('is ours when the company details say so, in any spelling', async () => {
    await ours('UA21 3223 1300 0002 6007 2335 66001');
    expect((await check(sampleStatement('privatbank.csv'))).status).toBe(200);
  });

  it('of a stranger is refused, unless somebody says that it is ours; then it is known', async () => {
    await ours('UA000000000000000000000000001');
    const file = sampleStatement('privatbank.csv');
    await refusedAt(file, 'account', ourAccount);
    await refusedAt({ ...file, account: 'UA999999999999999999999999999' }, 'account', 'another account');
    expect((await bring({ ...file, account: ourAccount })).status).toBe(201);
    expect((await check(sampleStatement('monobank.csv'))).status).toBe(200);
  });

  it('is that of the company where the file names none, or has to be said', async () => {
    const file = { ...sampleStatement('other-bank.csv'), mapping };
    await refusedAt(file, 'account', 'Fill in');
    expect((await check({ ...file, account: 'LT 1' })).body.data.account).toBe('LT1');
    await ours('26007233566001');
    expect((await check(file)).body.data.account).toBe('26007233566001');
    expect((await check(sampleStatement('privatbank.csv'))).status).toBe(200);
  });

  it('is one in a file', async () => {
    const one = Buffer.from(privatbankFile([{}]).content, 'base64').toString();
    const [, row = ''] = privatbankRows({ account: 'UA000000000000000000000000002' });
    const content = Buffer.from(`${one}${row}\n`).toString('base64');
    await refusedAt({ name: 'x', content }, 'content', 'several accounts');
  });
});

function privatbankRows(options: { account: string }): string[] {
  return Buffer.from(privatbankFile([{}], options).content, 'base64')
    .toString()
    .split('\n');
}

const mapping = {
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
} as const;

describe('the mapping of a CSV', () => {
  it('is asked for once, and remembered for the same headings', async () => {
    const file = { ...sampleStatement('other-bank.csv'), account: 'LT1' };
    const asked = await check(file);
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['mapping']]);
    expect((await check({ ...file, mapping })).status).toBe(200);
    expect((await check(file)).status).toBe(422);
    expect((await bring({ ...file, mapping })).body.data).toMatchObject({
      format: 'csv',
      new: 2,
      outgoing: 1,
    });
    expect((await bring(file)).body.data).toMatchObject({ new: 0, known: 2 });
    const changed = { ...mapping, columns: { ...mapping.columns, purpose: 'Payer' } };
    expect((await bring({ ...file, mapping: changed })).status).toBe(201);
  });

  it.each([
    [{ ...mapping, columns: { date: 'Value' } }, 'mapping.columns.amount'],
    [{ ...mapping, columns: { date: 'Value', debit: 'Out' } }, 'mapping.columns.credit'],
    [{ ...mapping, columns: { date: 'Value', credit: 'In' } }, 'mapping.columns.debit'],
    [{ ...mapping, columns: { date: 'Value', amount: 'In', debit: 'Out' } }, 'mapping.columns.amount'],
    [{ ...mapping, columns: { ...mapping.columns, date: 'Day' } }, 'mapping.columns.date'],
    [{ ...mapping, columns: { ...mapping.columns, other: 'In' } }, 'mapping.columns.other'],
    [{ ...mapping, date_format: 'YY' }, 'mapping.date_format'],
    [{ ...mapping, decimal: ';' }, 'mapping.decimal'],
    [{ ...mapping, delimiter: 'x' }, 'mapping.delimiter'],
    [{ ...mapping, encoding: 'koi8-r' }, 'mapping.encoding'],
    [{ ...mapping, date_format: 'DD.MM.YYYY' }, 'lines.2.date'],
    [{ ...mapping, decimal: '.' }, 'lines.2.amount'],
  ])('%o is refused', async (wrong, field) => {
    const answer = await check({ ...sampleStatement('other-bank.csv'), account: 'LT1', mapping: wrong });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
  });
});

describe('a bad file', () => {
  it.each([
    ['no name', { name: '' }, 'name', 'Fill in'],
    ['nothing', { content: '' }, 'content', 'Fill in'],
    ['no base64', { content: 'Сума' }, 'content', 'base64'],
    ['half of it', { content: 'abcde' }, 'content', 'base64'],
    [
      'a letter',
      { content: Buffer.from('Dear Sir').toString('base64') },
      'content',
      'can’t be read as a statement',
    ],
    ['an unknown key', { x: 1 }, 'x', 'Unknown'],
    [
      'entities',
      { content: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><BkToCstmrStmt/>').toString('base64') },
      'content',
      'entities',
    ],
    [
      'a million lines',
      { content: Buffer.from('a;b;c\n'.repeat(1_000_000)).toString('base64') },
      'content',
      'too many lines',
    ],
    [
      'too large',
      {
        content: 'A'.repeat(statementLimits.fileBytes * 1.34 + 4 - ((statementLimits.fileBytes * 1.34) % 4)),
      },
      'content',
      'too large',
    ],
  ])('%s is one sentence', async (_, changes, field, text) => {
    for (const path of ['/check', '']) {
      const answer = await send(path, { ...privatbankFile([{}]), ...changes });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { [field]: [expect.stringContaining(text)] },
      ]);
    }
    expect(await lines()).toEqual([]);
  });

  it('larger than any body is refused as such', async () => {
    const answer = await check({ name: 'x', content: 'A'.repeat(statementLimits.bodyBytes) });
    expect(answer.status).toBe(413);
  });
});

describe('who may', () => {
  it('import and look at statements', async () => {
    const reader = await staffMember(app, { permissions: ['payments.read'] });
    const stranger = await staffMember(app, { permissions: ['clients.write', 'settings.write'] });
    const looker = await staffMember(app, { permissions: ['payments.write', 'read_only'] });
    const file = privatbankFile([{}]);
    const statuses = async (token: string) => [
      (await list('', token)).status,
      (await send('/check', file, { token })).status,
      (await bring(file, { token })).status,
    ];
    expect(await statuses(reader.token)).toEqual([200, 403, 403]);
    expect(await statuses(stranger.token)).toEqual([403, 403, 403]);
    expect(await statuses(looker.token)).toEqual([200, 403, 403]);
    expect(await statuses('')).toEqual([401, 401, 401]);
    expect(await lines()).toEqual([]);
  });
});
