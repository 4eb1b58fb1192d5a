import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentCode } from '#contract/money/proforma.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { type BankLine, privatbankFile } from '#tests/support/money/statements.ts';
import { registeredCustomer, type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let accountant: Person;
let client: Person;
let year: number;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  const permissions = ['payments.write', 'clients.replenish', 'clients.delete'] as const;
  accountant = await staffMember(app, { permissions, name: 'Рахівник' });
  client = await registeredCustomer(app);
  year = app.clock.now().getUTCFullYear();
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const get = (path: string, token = accountant.token) =>
  app.call('GET', `/api/admin/${path}`, { token, locale: 'en' });
const post = (path: string, body: object, token = accountant.token) =>
  app.call('POST', `/api/admin/${path}`, { token, locale: 'en', body });
const listed = async (query: string): Promise<{ id: string }[]> => {
  const { status, body } = await get(`payments?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data;
};
const found = (text: string) => listed(`filter[search][ilike]=${encodeURIComponent(`%${text}%`)}`);
const topUp = async (id: string, body: object = {}) =>
  (await post(`clients/${id}/replenish`, { service: 'cash', amount: 700, ...body })).body.data.entry;

async function imported(line: BankLine = {}): Promise<string> {
  const body = privatbankFile([{ date: `01.01.${year}`, ...line }]);
  const { id } = (await post('bank-statements', body)).body.data;
  const rows = await db().selectFrom('payments').select('id').where('statement_id', '=', id).execute();
  return rows[0]?.id ?? '';
}

describe('the list of payments', () => {
  it('has money of every kind, newest first, each in its form', async () => {
    const entry = await topUp(client.id, {
      service: 'non_cash',
      invoice: 'A-1',
      year,
      value_date: `${year}-01-02`,
    });
    const line = await imported({
      amount: '99.00',
      name: 'ТОВ "Лан"',
      code: '11122233',
      purpose: 'За послуги',
    });
    const [newest, before] = (await get('payments')).body.data;
    expect(newest).toMatchObject({
      id: line,
      value_date: `${year}-01-01`,
      status: 'unmatched',
      method: 'bank',
      provider: null,
      amount: 9_900,
      refunded: 0,
      currency: 'UAH',
      client: null,
      document: null,
      payer: { name: 'ТОВ "Лан"', code: '11122233', account: null },
      purpose: 'За послуги',
      ledger_entry_id: null,
      matched_by: null,
    });
    expect(before).toMatchObject({
      status: 'succeeded',
      method: 'bank',
      amount: 700,
      value_date: `${year}-01-02`,
      client: { id: client.id, name: 'Олена Ковальчук' },
      payer: null,
      ledger_entry_id: entry.id,
      created_by: { id: accountant.id, name: 'Рахівник' },
    });
    const csv = await get('payments?format=csv');
    expect([csv.status, csv.body]).toEqual([200, expect.stringContaining('ТОВ ""Лан""')]);
  });

  it.each([
    ['status', 'unmatched'],
    ['method', 'bank'],
    ['client_id', ''],
    ['value_date', '10'],
    ['amount', '12345'],
  ])('is filtered by %s', async (field, value) => {
    const other = (await subscriber(app, { tariffId: await newTariff(app, { month: 100 }), status: 'trial' }))
      .id;
    const line = await imported({ amount: '123.45' });
    await topUp(other);
    const asked = { client_id: other, value_date: `${year}-01-01` }[field] ?? value;
    const rows = (await get(`payments?filter[${field}][eq]=${asked}&limit=200`)).body.data;
    const isOfLine = field !== 'client_id';
    expect(rows.some(({ id }: { id: string }) => id === line)).toBe(isOfLine);
    expect(rows.some(({ client: of }: { client: { id: string } | null }) => of?.id === other)).toBe(
      !isOfLine,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('is searched by payer, purpose and client, and by numbers and codes in any spelling', async () => {
    const owner = await registeredCustomer(app, { name: 'Сад Марії' });
    const { id, serial } = await openProforma(app, owner.id, { year, amount: 4_000 });
    const paid = await imported({ amount: '40.00', purpose: 'без номера', name: 'Пекарня' });
    await post(`payments/${paid}/match`, { client_id: owner.id, document_id: id });
    const waits = await imported({
      amount: '41.00',
      purpose: `сплата рах. РF ${year} № ${String(serial).padStart(6, '0')} дякую`,
    });
    const ids = async (text: string) => (await found(text)).map((row) => row.id).sort();
    expect(await ids('Пекарня')).toEqual([paid]);
    expect(await ids('без номера')).toEqual([paid]);
    expect(await ids('Сад Марії')).toEqual([paid]);
    for (const spelling of [
      `PF-${year}-${String(serial).padStart(6, '0')}`,
      `рf ${year} ${String(serial).padStart(6, '0')}`,
      `PF${serial}`,
    ]) {
      expect(await ids(spelling), spelling).toEqual([paid, waits].sort());
    }
    const code = paymentCode(owner.id);
    expect(await ids(code.toLowerCase())).toEqual([paid]);
    for (const sum of ['40', '40,00', '40.0']) expect(await ids(sum), sum).toContain(paid);
    expect(await ids('40')).not.toContain(waits);
    // More than any sum can be.
    expect(await ids('9'.repeat(40))).toEqual([]);
    expect(await ids('nothing of the kind')).toEqual([]);
  });

  it.each(['filter[status][eq]=gone', 'filter[nothing][eq]=1', 'sort[payer][eq]=asc', 'sort[payer]=asc'])(
    'refuses %s',
    async (query) => expect((await get(`payments?${query}`)).status).toBe(422),
  );
});

describe('one payment', () => {
  it('that waits says whose it may be', async () => {
    const { id, number } = await openProforma(app, client.id, { year, amount: 77_700 });
    const line = await imported({ amount: '777.00', purpose: number });
    expect((await get(`payments/${line}`)).body.data).toMatchObject({
      status: 'unmatched',
      suggestions: [{ client: { id: client.id }, document: { id, number }, certainty: 'certain' }],
      entries: [],
      refunds: [],
      refundable: 0,
      client_balance: null,
    });
  });

  it('that came has its lines in the wallet, also after it was taken back', async () => {
    const { id } = await registeredCustomer(app);
    const entry = await topUp(id);
    const [{ id: payment } = { id: '' }] = await listed(`filter[client_id][eq]=${id}`);
    expect((await get(`payments/${payment}`)).body.data).toMatchObject({
      suggestions: [],
      entries: [{ id: entry.id, kind: 'top_up', amount: 700 }],
      refundable: 700,
      refund_by: 'hand',
      client_balance: 700,
    });
    await post(`clients/${id}/ledger/${entry.id}/reverse`, { note: 'A mistake' });
    expect((await get(`payments/${payment}`)).body.data).toMatchObject({
      status: 'failed',
      reason: 'A mistake',
      entries: [{ kind: 'top_up' }, { kind: 'reversal', amount: -700, reverses_id: entry.id }],
      refundable: 0,
    });
  });

  it('is not there for strangers', async () => {
    expect((await get('payments/00000000-0000-7000-8000-000000000000')).status).toBe(404);
    const seller = await staffMember(app, { permissions: ['clients.read', 'clients.replenish'] });
    for (const path of ['payments', 'ledger', `payments/${client.id}`]) {
      expect((await get(path, seller.token)).status).toBe(403);
    }
  });
});

describe('the ledger of all', () => {
  it('has lines of all clients with sums by kind over everything that matches', async () => {
    const tariffId = await newTariff(app, { month: 10_000 });
    const { id } = await subscriber(app, { tariffId, status: 'trial', balance: 0 });
    const day = `${year}-01-05`;
    const first = await topUp(id, { amount: 300, value_date: day });
    await topUp(id, { amount: 500, value_date: day });
    await post(`clients/${id}/ledger/${first.id}/reverse`, { note: 'Twice' });
    await post(`clients/${id}/bonus`, { amount: 40, note: 'Thanks' });
    const { body } = await get(`ledger?filter[client_id][eq]=${id}&limit=2`);
    expect(body.meta).toEqual({
      total: 4,
      sums: { top_up: 800, charge: 0, refund: 0, bonus: 40, reversal: -300, payout: 0 },
    });
    expect(body.data).toMatchObject([
      { kind: 'bonus', client: { id }, client_name: expect.any(String), tariff_name: null },
      { kind: 'reversal', value_date: day, reverses_id: first.id },
    ]);
    const dated = await get(
      `ledger?filter[value_date][lte]=${day}&filter[client_id][eq]=${id}&filter[amount][gt]=0`,
    );
    expect(dated.body.meta).toMatchObject({ total: 2, sums: { top_up: 800, reversal: 0 } });
    const none = await get(`ledger?filter[tariff_id][eq]=${tariffId}&filter[kind][eq]=charge`);
    expect(none.body.meta).toMatchObject({ total: 0, sums: { top_up: 0 } });
    const csv = await get(`ledger?filter[client_id][eq]=${id}&format=csv`);
    expect(csv.body.trim().split('\r\n')).toHaveLength(5);
  });

  it('names the tariff of a charge in the reader’s language', async () => {
    const tariffId = await newTariff(app, { month: 600 });
    const { id } = await subscriber(app, { tariffId, status: 'blocked', balance: 0 });
    await topUp(id, { amount: 900 });
    const { body } = await get(`ledger?filter[client_id][eq]=${id}&filter[kind][eq]=charge`);
    expect(body).toMatchObject({
      meta: { total: 1, sums: { charge: -600 } },
      data: [{ tariff_id: tariffId }],
    });
    expect(body.data[0].tariff_name).toEqual(expect.any(String));
  });
});
