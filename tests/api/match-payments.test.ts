import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentCode } from '#contract/money/proforma.ts';
import {
  paymentsWaitingFor,
  suggestedOf,
  waitingPayments,
} from '#server/payments/suggestions/suggest-for-payments.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { draws } from '#tests/support/draws.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { type BankLine, privatbankFile } from '#tests/support/money/statements.ts';
import { confirmedCustomer, type Person, staffMember } from '#tests/support/people.ts';
import { certainPayments } from '#server/payments/suggestions/certain-payments.ts';
import { clientRow, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let accountant: Person;
let colleague: Person;
let client: Person;
let year: number;
beforeAll(async () => {
  app = await startApp();
  const permissions = ['payments.write', 'audit.read'] as const;
  accountant = await staffMember(app, { permissions, name: 'Рахівник' });
  colleague = await staffMember(app, { permissions, name: 'Колега' });
  year = app.clock.now().getUTCFullYear();
});
afterAll(() => app.close());

const database = () => app.platform.database.db;
beforeEach(async () => {
  await database().deleteFrom('payments').where('status', 'in', ['unmatched', 'ignored']).execute();
  client = await confirmedCustomer(app);
});

const call = (method: string, path: string, body?: object, { token = accountant.token, key = '' } = {}) =>
  app.call(method, `/api/admin/payments/${path}`, {
    token,
    locale: 'en',
    ...(body && { body }),
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const match = (id: string, body: object, options = {}) => call('POST', `${id}/match`, body, options);
const unmatch = (id: string, reason = 'wrong', options = {}) =>
  call('POST', `${id}/unmatch`, { reason }, options);
const ignore = (id: string, reason = 'interest', options = {}) =>
  call('POST', `${id}/ignore`, { reason }, options);
const matchCertain = (options = {}) => call('POST', 'match-certain', {}, options);
const inbox = async (query = '?filter[status][eq]=unmatched') =>
  (await call('GET', `inbox${query}`)).body.data;

/** Lines of a file; answers their ids in the order of the amounts. */
async function waiting(...lines: BankLine[]): Promise<string[]> {
  const dated = lines.map((line) => ({ date: `01.01.${year}`, ...line }));
  const { status, body } = await app.call('POST', '/api/admin/bank-statements', {
    token: accountant.token,
    body: privatbankFile(dated),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const rows = await database()
    .selectFrom('payments')
    .select('id')
    .where('statement_id', '=', body.data.id)
    .orderBy('amount')
    .execute();
  return rows.map(({ id }) => id);
}
const one = async (line: BankLine = {}): Promise<string> => (await waiting(line))[0] ?? '';
const balance = async ({ id }: Pick<Person, 'id'> = client) =>
  (await database().selectFrom('clients').select('balance').where('id', '=', id).executeTakeFirst())?.balance;
const documentOf = (id: string) =>
  database()
    .selectFrom('documents')
    .select(['status', 'paid_amount'])
    .where('id', '=', id)
    .executeTakeFirst();
const unknown = '00000000-0000-7000-8000-000000000000';

describe('a proforma whose client was deleted', () => {
  it('stays what it is, its money waits for the client, and pays it after the restoring', async () => {
    const boss = await staffMember(app);
    const admin = (method: string, path: string, body?: object) =>
      app.call(method, `/api/admin/${path}`, { token: boss.token, locale: 'en', ...(body && { body }) });
    const openSum = async () => (await admin('GET', 'documents/summary')).body.data.open;
    const before = await openSum();
    const proforma = await openProforma(app, client.id, { year });
    expect(await openSum()).toEqual({ count: before.count + 1, amount: before.amount + 50_000 });
    const line = await one({ amount: '500.00', purpose: `Оплата за ${proforma.number}` });
    await admin('DELETE', `clients/${client.id}/delete`);
    expect(await openSum()).toEqual(before);
    const { data } = (await admin('GET', `documents/${proforma.id}`)).body;
    expect(data).toMatchObject({ status: 'open', client_deleted: true });
    const listed = async (deleted: boolean) =>
      (
        await admin(
          'GET',
          `documents?filter[client_id][eq]=${client.id}&filter[client_deleted][eq]=${deleted}`,
        )
      ).body.meta.total;
    expect([await listed(true), await listed(false)]).toEqual([1, 0]);

    expect((await inbox())[0].suggestions).toMatchObject([
      { certainty: 'possible', reasons: ['number', 'amount', 'client_deleted'] },
    ]);
    expect((await matchCertain()).body.data.matched).toBe(0);
    const refused = await match(line, { client_id: client.id, document_id: proforma.id });
    expect([refused.status, refused.body.code]).toEqual([409, 'deleted']);
    expect(await inbox()).toMatchObject([{ id: line, status: 'unmatched' }]);

    await admin('POST', `clients/${client.id}/restore`);
    expect(await openSum()).toEqual({ count: before.count + 1, amount: before.amount + 50_000 });
    expect((await matchCertain()).body.data).toMatchObject({ matched: 1, amount: 50_000 });
    expect(await documentOf(proforma.id)).toEqual({ status: 'paid', paid_amount: 50_000 });
    expect(await balance()).toBe(50_000);
  });
});

describe('a client whose data is deleted', () => {
  it('is nobody’s for certain: one by one alone does money open a new cabinet', async () => {
    const tariffId = await newTariff(app, { month: 30_000 });
    const gone = await subscriber(app, { tariffId, status: 'archived', endsIn: -60 });
    const proforma = await openProforma(app, gone.id, { year });
    const line = await one({ amount: '500.00', purpose: `Оплата за ${proforma.number}` });
    expect((await inbox())[0].suggestions).toMatchObject([
      {
        client: { id: gone.id },
        document: { id: proforma.id },
        certainty: 'likely',
        reasons: ['number', 'amount', 'client_archived'],
      },
    ]);
    expect((await call('GET', 'certain')).body.data).toEqual({ count: 0, amount: 0 });
    expect((await matchCertain()).body.data).toMatchObject({ matched: 0, left: 0 });
    expect(await balance(gone)).toBe(0);

    expect((await match(line, { client_id: gone.id, document_id: proforma.id })).status).toBe(200);
    expect(await clientRow(app, gone.id)).toMatchObject({ status: 'active', balance: 20_000 });
  });
});

describe('a line that waits', () => {
  it('is in the inbox with whose it may be, and why', async () => {
    const { id, number } = await openProforma(app, client.id, { year });
    const line = await one({
      amount: '500.00',
      purpose: `Оплата за ${number}`,
      name: 'ТОВ "Лан"',
      code: '11122233',
    });
    const [row] = await inbox();
    expect(row).toMatchObject({
      id: line,
      status: 'unmatched',
      amount: 50_000,
      currency: 'UAH',
      payer_name: 'ТОВ "Лан"',
      client: null,
      suggestions: [
        {
          client: { id: client.id },
          document: { id, number, due: 50_000 },
          certainty: 'certain',
          reasons: ['number', 'amount'],
        },
      ],
    });
    expect((await call('GET', 'inbox/summary')).body.data).toEqual({
      count: 1,
      amount: 50_000,
      oldest: `${year}-01-01`,
      foreign: 0,
    });
    expect((await call('GET', 'certain')).body.data).toEqual({ count: 1, amount: 50_000 });
    const found = await call('GET', `inbox?filter[search][ilike]=%25${encodeURIComponent(number)}%25`);
    expect(found.body.meta.total).toBe(1);
    expect((await call('GET', 'inbox?format=csv')).status).toBe(200);
  });

  it('is booked for a client: money, document, receipt and activity, once', async () => {
    const proforma = await openProforma(app, client.id, { year });
    const line = await one({ amount: '500.00' });
    const body = { client_id: client.id, document_id: proforma.id };
    const answer = await match(line, body, { key: 'm1' });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        status: 'matched',
        client: { id: client.id },
        document: { id: proforma.id, number: proforma.number },
        matched_by: { id: accountant.id, name: 'Рахівник' },
        suggestions: [],
      },
    ]);
    expect((await match(line, body, { key: 'm1' })).status).toBe(200);
    expect(await balance()).toBe(50_000);
    expect(await documentOf(proforma.id)).toEqual({ status: 'paid', paid_amount: 50_000 });
    const emails = await database()
      .selectFrom('emails')
      .select('data')
      .where('client_id', '=', client.id)
      .where('kind', '=', 'top_up_receipt')
      .execute();
    expect(emails).toMatchObject([{ data: { paid: proforma.number, part: null, rest: 0 } }]);
    const again = await match(line, body, { token: colleague.token });
    expect([again.status, again.body.code]).toEqual([409, 'already_matched']);
  });

  it('of the next day, as another time zone has it, counts for its own day in the wallet too', async () => {
    app.clock.hold();
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    const line = await one({ date: tomorrow.split('-').toReversed().join('.') });
    const booked = await match(line, { client_id: client.id });
    expect(booked.body.data).toMatchObject({ status: 'matched', value_date: tomorrow });
    const days = database()
      .selectFrom('ledger_entries')
      .select('value_date')
      .where('client_id', '=', client.id);
    expect(await days.execute()).toEqual([{ value_date: tomorrow }]);
    await unmatch(line);
    expect(await days.execute()).toEqual([{ value_date: tomorrow }, { value_date: tomorrow }]);
  });

  it('is one of two people’s: the first one’s', async () => {
    const other = await confirmedCustomer(app);
    const line = await one({ amount: '70.00' });
    const answers = await Promise.all([
      match(line, { client_id: client.id }),
      match(line, { client_id: other.id }, { token: colleague.token }),
      ignore(line, 'mine', { token: colleague.token }),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 409, 409]);
    const money = Number(await balance()) + Number(await balance(other));
    expect(money).toBe(answers[2]?.status === 200 ? 0 : 7000);
  });

  it('is taken back by a reversal, and its document is open again', async () => {
    const proforma = await openProforma(app, client.id, { year });
    const line = await one({ amount: '500.00', purpose: proforma.number });
    await match(line, { client_id: client.id, document_id: proforma.id });
    const answer = await unmatch(line, 'Чужі гроші');
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        status: 'unmatched',
        client: null,
        document: null,
        reason: 'Чужі гроші',
        suggestions: [{ certainty: 'certain' }],
      },
    ]);
    expect(await balance()).toBe(0);
    expect(await documentOf(proforma.id)).toEqual({ status: 'open', paid_amount: 0 });
    expect((await unmatch(line)).body.code).toBe('not_matched');
    expect((await match(line, { client_id: client.id, document_id: proforma.id })).status).toBe(200);
    expect(await balance()).toBe(50_000);
  });

  it('is set aside with a reason, and waits again when that was wrong', async () => {
    const line = await one();
    const aside = await ignore(line, 'Відсотки банку');
    expect(aside.body.data).toMatchObject({ status: 'ignored', reason: 'Відсотки банку', suggestions: [] });
    expect((await ignore(line)).body.code).toBe('already_matched');
    expect((await match(line, { client_id: client.id })).body.code).toBe('already_matched');
    expect(await inbox()).toEqual([]);
    expect((await unmatch(line)).body.data).toMatchObject({ status: 'unmatched' });
    const actions = await database()
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', line)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['payment.ignore', 'payment.unmatch']);
  });
});

describe('a booking is refused', () => {
  it('for a document of another client, a cancelled one, and one paid before', async () => {
    const other = await confirmedCustomer(app);
    const theirs = await openProforma(app, other.id, { year });
    const line = await one({ amount: '500.00' });
    const foreign = await match(line, { client_id: client.id, document_id: theirs.id });
    expect([foreign.status, foreign.body.code, Object.keys(foreign.body.errors)]).toEqual([
      422,
      'document_of_another',
      ['document_id'],
    ]);
    await database()
      .updateTable('documents')
      .set({ status: 'cancelled' })
      .where('id', '=', theirs.id)
      .execute();
    expect((await match(line, { client_id: other.id, document_id: theirs.id })).body.code).toBe('not_open');
    expect([await balance(), await balance(other)]).toEqual([0, 0]);
  });

  it('in another currency', async () => {
    const line = await one({ currency: 'USD' });
    expect((await inbox())[0]).toMatchObject({ currency: 'USD', suggestions: [] });
    const answer = await match(line, { client_id: client.id });
    expect([answer.status, answer.body.code]).toEqual([409, 'other_currency']);
    expect((await call('GET', 'inbox/summary')).body.data).toMatchObject({ count: 0, foreign: 1 });
  });

  it('for a client who was deleted meanwhile', async () => {
    const line = await one();
    await database()
      .updateTable('clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', client.id)
      .execute();
    const answer = await match(line, { client_id: client.id });
    expect([answer.status, answer.body.code]).toEqual([409, 'deleted']);
  });

  it.each([
    [{}, 'client_id'],
    [{ client_id: 'x' }, 'client_id'],
    [{ client_id: unknown }, 'client_id'],
    [{ client_id: unknown, document_id: 'x' }, 'document_id'],
    [{ client_id: unknown, x: 1 }, 'x'],
  ])('with %j', async (body, field) => {
    const answer = await match(await one(), body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
  });

  it('with a document that there is not, or a reason that is none', async () => {
    const line = await one();
    const answer = await match(line, { client_id: client.id, document_id: unknown });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['document_id']]);
    for (const act of [ignore, unmatch]) {
      expect((await act(line, '')).status).toBe(422);
      expect((await act(line, 'x'.repeat(256))).status).toBe(422);
      expect((await act(unknown)).status).toBe(404);
    }
    expect((await match(unknown, { client_id: client.id })).status).toBe(404);
  });
});

describe('all certain lines', () => {
  it('are booked by one act, those that are not stay', async () => {
    const [first, second] = [
      await openProforma(app, client.id, { year }),
      await openProforma(app, client.id, { year, amount: 7000 }),
    ];
    const lines = await waiting(
      { amount: '10.00', purpose: 'nothing known' },
      { amount: '70.00', purpose: second.number.replaceAll('-', ' ') },
      { amount: '500.00', purpose: first.number },
      { amount: '500.01', purpose: first.number },
    );
    const statement = await call('GET', 'certain');
    expect(statement.body.data).toEqual({ count: 2, amount: 57_000 });
    const answer = await matchCertain();
    const entries = [expect.any(String), expect.any(String)];
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { matched: 2, amount: 57_000, left: 0, entries, batch_id: expect.any(String) },
    ]);
    expect(await balance()).toBe(57_000);
    const row = (await inbox('?filter[status][eq]=matched')).find(
      ({ id }: { id: string }) => id === lines[1],
    );
    expect(row).toMatchObject({ matched_by: 'rule', document: { id: second.id } });
    expect((await inbox()).map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [lines[0], lines[3]].toSorted(),
    );
    const again = (await matchCertain()).body.data;
    expect(again).toEqual({ matched: 0, amount: 0, left: 0, entries: [], batch_id: again.batch_id });
  });

  it('are refused while the clocks differ, instead of none being said to be booked, and so is taking them back', async () => {
    const tariffId = await newTariff(app, { month: 10_000 });
    const { id } = await subscriber(app, { tariffId, endsIn: 5 });
    const proforma = await openProforma(app, id, { year });
    await one({ amount: '500.00', purpose: proforma.number });
    app.clock.drift(120);
    const refused = await matchCertain();
    app.clock.drift(-120);
    expect([refused.status, refused.body.code]).toEqual([503, 'clock_differs']);
    const { entries } = (await matchCertain()).body.data;
    expect(entries).toHaveLength(1);
    app.clock.drift(120);
    const kept = await call('POST', 'unmatch', { entries, reason: 'wrong' });
    app.clock.drift(-120);
    expect([kept.status, kept.body.code]).toEqual([503, 'clock_differs']);
    expect((await call('POST', 'unmatch', { entries, reason: 'wrong' })).body.data.unmatched).toBe(1);
  });

  it('are booked once by two people at once, and once for two payments of one proforma', async () => {
    const proforma = await openProforma(app, client.id, { year });
    const line = { amount: '500.00', purpose: proforma.number };
    await waiting(line, line);
    const answers = await Promise.all([matchCertain(), matchCertain({ token: colleague.token })]);
    expect(answers.reduce((sum, { body }) => sum + body.data.matched, 0)).toBe(1);
    expect(await balance()).toBe(50_000);
    const [left] = await inbox();
    expect(left.suggestions[0]).toMatchObject({ certainty: 'likely', document: null });
  });

  it('are not those of a payer known as another client', async () => {
    const other = await confirmedCustomer(app);
    const account = 'UA903052990000026001234567890';
    await match(await one({ amount: '5.00', account }), { client_id: other.id });
    const proforma = await openProforma(app, client.id, { year });
    await waiting({ amount: '500.00', purpose: proforma.number, account });
    expect((await matchCertain()).body.data.matched).toBe(0);
    const [row] = await inbox();
    expect(row.suggestions).toMatchObject([
      { client: { id: client.id }, certainty: 'likely', reasons: ['number', 'amount', 'account_of_another'] },
      { client: { id: other.id }, certainty: 'likely', reasons: ['account'] },
    ]);
  });
});

describe('a payer who is three clients', () => {
  it('is nobody for certain, until it names the proforma of one', async () => {
    const payers = [client, await confirmedCustomer(app), await confirmedCustomer(app)];
    const account = 'UA843052990000026009876543210';
    for (const { id } of payers) await match(await one({ amount: '5.00', account }), { client_id: id });
    const [first] = payers;
    const proforma = await openProforma(app, first?.id ?? '', { year });
    await waiting({ amount: '500.00', purpose: 'За послуги', account });
    expect((await matchCertain()).body.data.matched).toBe(0);
    const [row] = await inbox();
    const told: { client: { id: string }; certainty: string; reasons: string[] }[] = row.suggestions;
    expect(told.map(({ client: { id } }) => id).toSorted()).toEqual(payers.map(({ id }) => id).toSorted());
    expect(told.filter(({ reasons }) => !reasons.includes('account'))).toEqual([]);
    await waiting({ amount: '500.00', purpose: proforma.number, account });
    expect((await matchCertain()).body.data).toMatchObject({ matched: 1, amount: 50_000 });
    expect(await balance(first)).toBe(50_500);
  });
});

describe('who is known', () => {
  it('by a code, a payment code, a name', async () => {
    const { ident, name } = await database()
      .updateTable('clients')
      .set({ ident: '87654321', name: 'ТОВ «Кобзар Плюс»' })
      .where('id', '=', client.id)
      .returning(['ident', 'name'])
      .executeTakeFirstOrThrow();
    await waiting({ amount: '1.00', code: ident }, { amount: '2.00', name: 'КОБЗАР ПЛЮС, ТОВ' });
    const rows = await inbox('?filter[status][eq]=unmatched&sort[amount]=asc');
    expect(rows.map(({ suggestions }: { suggestions: unknown }) => suggestions)).toMatchObject([
      [{ client: { id: client.id, name }, certainty: 'likely', reasons: ['payer_code'] }],
      [{ client: { id: client.id }, certainty: 'possible', reasons: ['name'] }],
    ]);
  });
});

describe('who may', () => {
  it('look, and decide', async () => {
    const reader = await staffMember(app, { permissions: ['payments.read'] });
    const stranger = await staffMember(app, { permissions: ['clients.replenish', 'settings.write'] });
    const looker = await staffMember(app, { permissions: ['payments.write', 'read_only'] });
    const line = await one();
    const statuses = async (token: string) => [
      (await call('GET', 'inbox', undefined, { token })).status,
      (await call('GET', 'inbox/summary', undefined, { token })).status,
      (await call('GET', 'certain', undefined, { token })).status,
      (await match(line, { client_id: client.id }, { token })).status,
      (await unmatch(line, 'x', { token })).status,
      (await ignore(line, 'x', { token })).status,
      (await matchCertain({ token })).status,
    ];
    expect(await statuses(reader.token)).toEqual([200, 200, 200, 403, 403, 403, 403]);
    expect(await statuses(looker.token)).toEqual([200, 200, 200, 403, 403, 403, 403]);
    expect(await statuses(stranger.token)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await statuses('')).toEqual([401, 401, 401, 401, 401, 401, 401]);
  });
});

describe('taking a line back', () => {
  const details = async (id: string) => (await call('GET', id)).body.data;

  it('is told of before: what was charged since stays', async () => {
    const tariffId = await newTariff(app, { month: 30_000 });
    const due = await subscriber(app, { tariffId, status: 'grace', endsIn: -1 });
    const line = await one({ amount: '500.00' });
    expect((await details(line)).kept).toBeNull();
    await match(line, { client_id: due.id });
    const { kept, client_balance, matched_at } = await details(line);
    expect(kept).toEqual({ charged: 30_000, period_end: expect.any(String) });
    expect([client_balance, matched_at]).toEqual([20_000, app.clock.now().toISOString()]);
    await unmatch(line);
    expect(await balance(due)).toBe(-30_000);
    expect(await details(line)).toMatchObject({ kept: null, matched_at: null });
  });

  it('leaves nothing where nothing was charged', async () => {
    const line = await one({ amount: '500.00' });
    await match(line, { client_id: client.id });
    expect(await details(line)).toMatchObject({ kept: null, client_balance: 50_000, batch: null });
  });
});

describe('lines that were booked together', () => {
  const unmatchAll = (
    entries: unknown,
    { reason = 'wrong', ...options }: { reason?: string; token?: string } = {},
  ) => call('POST', 'unmatch', { entries, reason }, options);

  /** Some certain lines, booked by one act. */
  async function booked(count: number) {
    const proformas = [];
    for (let n = 0; n < count; n += 1)
      proformas.push(await openProforma(app, client.id, { year, amount: 1_000 }));
    const lines = await waiting(...proformas.map(({ number }) => ({ amount: '10.00', purpose: number })));
    const { entries } = (await matchCertain()).body.data;
    expect(entries).toHaveLength(count);
    return { proformas, lines, entries: entries as string[] };
  }

  it('are taken back together: the money, the proformas, the lines', async () => {
    const { proformas, entries, lines } = await booked(3);
    expect(await balance()).toBe(3_000);
    const { status, body } = await unmatchAll(entries);
    const kept = { changed: 0, refunded: 0 };
    expect([status, body.data]).toEqual([200, { unmatched: 3, amount: 3_000, kept }]);
    expect(await balance()).toBe(0);
    for (const { id } of proformas) expect(await documentOf(id)).toEqual({ status: 'open', paid_amount: 0 });
    const rows = (await inbox()).filter(({ id }: { id: string }) => lines.includes(id));
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ client: null, reason: 'wrong', matched_by: null });
    // As certain as they were.
    expect((await matchCertain()).body.data.matched).toBe(3);
  });

  it('name their batch, as long as they are booked', async () => {
    const { lines } = await booked(3);
    const [first = '', ...others] = lines;
    const { id } = (await call('GET', first)).body.data.batch;
    const ofBatch = () => inbox(`?filter[batch_id][eq]=${id}&filter[status][eq]=matched`);
    const rows = await ofBatch();
    expect(rows.map((row: { id: string }) => row.id).toSorted()).toEqual(lines.toSorted());
    expect(rows.map((row: { batch: unknown }) => row.batch)).toEqual(lines.map(() => ({ id, lines: 3 })));
    await unmatch(first);
    expect((await ofBatch()).map((row: { id: string }) => row.id).toSorted()).toEqual(others.toSorted());
    expect((await call('GET', first)).body.data.batch).toBeNull();
    const again = await call('POST', 'match-certain', { batch_id: id });
    expect(again.body.data).toMatchObject({ matched: 1, batch_id: id });
    expect((await call('GET', first)).body.data.batch).toEqual({ id, lines: 3 });
  });

  it('are taken back once, also when asked twice or at once', async () => {
    const { entries } = await booked(2);
    const answers = await Promise.all([
      unmatchAll([...entries, ...entries]),
      unmatchAll(entries, { token: colleague.token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.data.unmatched, 0)).toBe(2);
    const again = await unmatchAll(entries);
    expect(again.body.data).toEqual({ unmatched: 0, amount: 0, kept: { changed: 2, refunded: 0 } });
    expect(await balance()).toBe(0);
  });

  it('stay where somebody changed them since, or gave the money back, and this is said', async () => {
    const { entries, lines } = await booked(3);
    const [moved = '', refunded = ''] = lines;
    const other = await confirmedCustomer(app);
    await unmatch(moved);
    await match(moved, { client_id: other.id });
    const back = { amount: 100, reason: 'asked for', reference: 'T-1' };
    expect((await call('POST', `${refunded}/refund`, back)).status).toBe(200);
    const { body } = await unmatchAll(entries);
    expect(body.data).toEqual({ unmatched: 1, amount: 1_000, kept: { changed: 1, refunded: 1 } });
    expect([await balance(), await balance(other)]).toEqual([900, 1_000]);
  });

  it('are bank lines: a top-up by hand stays', async () => {
    const boss = await staffMember(app);
    const topUp = await app.call('POST', `/api/admin/clients/${client.id}/replenish`, {
      token: boss.token,
      body: { service: 'cash', amount: 700 },
    });
    const { body } = await unmatchAll([topUp.body.data.entry.id, unknown]);
    expect(body.data).toEqual({ unmatched: 0, amount: 0, kept: { changed: 2, refunded: 0 } });
    expect(await balance()).toBe(700);
  });

  it.each([
    ['nothing', { entries: [], reason: 'wrong' }, 'entries'],
    ['no list', { entries: 'x', reason: 'wrong' }, 'entries'],
    ['no id', { entries: ['x'], reason: 'wrong' }, 'entries.0'],
    ['too many', { entries: Array.from({ length: 201 }, () => unknown), reason: 'wrong' }, 'entries'],
    ['no reason', { entries: [unknown] }, 'reason'],
    ['an unknown key', { entries: [unknown], reason: 'wrong', force: true }, 'force'],
  ])('refuses %s', async (_what, input, field) => {
    const { status, body } = await call('POST', 'unmatch', input);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('need the permission to write', async () => {
    for (const permissions of [
      ['payments.read'],
      ['payments.write', 'read_only'],
      ['clients.replenish'],
    ] as const) {
      const { token } = await staffMember(app, { permissions: [...permissions] });
      expect((await unmatchAll([unknown], { token })).status).toBe(403);
    }
  });
});

describe('the payments that wait for a client', () => {
  const waitingFor = (id: string, token = accountant.token) =>
    app.call('GET', `/api/admin/clients/${id}/waiting-payments`, { token, locale: 'en' });

  it('are those that may be this client’s, the newest first, with what is suggested of it alone', async () => {
    const other = await confirmedCustomer(app);
    const proforma = await openProforma(app, client.id, { year });
    const [one = '', two = ''] = await waiting(
      { amount: '500.00', purpose: `Оплата за ${proforma.number}` },
      { amount: '600.00', purpose: `Оплата за ${proforma.number}` },
      { amount: '700.00', purpose: 'Щось інше', name: 'Невідомий' },
    );
    const { body } = await waitingFor(client.id);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([two, one]);
    for (const { suggestions } of body.data)
      expect(suggestions.map((suggested: { client: object }) => suggested.client)).toEqual([
        expect.objectContaining({ id: client.id }),
      ]);
    expect((await waitingFor(other.id)).body.data).toEqual([]);
    await match(one, { client_id: client.id });
    await ignore(two);
    expect((await waitingFor(client.id)).body.data).toEqual([]);
  });

  it('are found by each thing that the inbox suggests a client for', async () => {
    const proforma = await openProforma(app, client.id, { year, amount: 77_700 });
    const account = 'UA213223130000026007233566002';
    await database()
      .updateTable('clients')
      .set({
        name: "Дем'яна Незвична",
        ident: '31987654',
        payment_code: '41987654',
        payment_account: account,
      })
      .where('id', '=', client.id)
      .execute();
    const serial = proforma.number.slice(-6);
    await waiting(
      { amount: '500.00', purpose: `Оплата за ${proforma.number}` },
      { amount: '510.00', purpose: `Оплата ${year}-${serial}` },
      { amount: '520.00', purpose: `Код ${paymentCode(client.id)}` },
      { amount: '530.00', code: '31987654' },
      { amount: '540.00', code: '41987654' },
      { amount: '550.00', account },
      { amount: '560.00', name: 'ФОП НЕЗВИЧНА ДЕМ’ЯНА' },
      { amount: '777.00', purpose: 'За послуги', name: 'Хтось Інший' },
      { amount: '570.00', purpose: 'Щось інше', name: 'Невідомий' },
    );
    const ascending = (a: number, b: number) => a - b;
    const isOwn = (suggested: { client: { id: string } }) => suggested.client.id === client.id;
    const lines: { id: string; amount: number; suggestions: { client: { id: string } }[] }[] = await inbox();
    const judged = lines.filter(({ suggestions }) => suggestions.some(isOwn)).map(({ amount }) => amount);
    expect(judged.toSorted(ascending)).toEqual([
      50_000, 51_000, 52_000, 53_000, 54_000, 55_000, 56_000, 77_700,
    ]);
    const found: { amount: number }[] = (await waitingFor(client.id)).body.data;
    expect(found.map(({ amount }) => amount).toSorted(ascending)).toEqual(judged.toSorted(ascending));
  });

  it.each([1, 2])('are the same as when all lines are judged (random lines %i)', async (seed) => {
    const { below, from } = draws(seed);
    const codes = ['31987654', '41987654', '51987654'];
    const accounts = ['UA213223130000026007233566002', 'UA213223130000026007233566003'];
    const names = ['Оріана Незвична', 'ТОВ «Незвична Оріана»', 'ФОП Сорока', "Сорока Дем'ян", 'UAB Šarka'];
    const clients = [client, ...(await Promise.all(Array.from({ length: 6 }, () => confirmedCustomer(app))))];
    const numbers: string[] = [];
    for (const { id } of clients) {
      const known = { name: from(names), ident: from(['', ...codes]), payment_code: from(['', ...codes]) };
      await database()
        .updateTable('clients')
        .set({ ...known, payment_account: from(['', ...accounts]) })
        .where('id', '=', id)
        .execute();
      numbers.push(paymentCode(id));
      for (const kind of ['proforma', 'proforma', 'invoice'] as const) {
        const amount = from([50_000, 60_000, 77_700 + seed]);
        numbers.push((await openProforma(app, id, { year, amount, kind })).number);
      }
    }
    const written = [
      (number: string) => number,
      (number: string) => number.toLowerCase().replace('p', 'р').replaceAll('-', ' '),
      (number: string) => number.replace(/^\D+/, ''),
      (number: string) => number.replace(/-\d{4}-0*/, ' № '),
      (number: string) => number.replace(/(\d)(\d)$/, '$1 $2'),
      (number: string) =>
        number.normalize('NFKC').replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
    ];
    await waiting(
      ...Array.from({ length: 120 }, () => ({
        amount: from(['500.00', '600.00', (777 + seed / 100).toFixed(2), `${below(900) + 1}.00`]),
        purpose: `Оплата ${below(3) === 0 ? '' : from(written)(from(numbers))} ${below(2) === 0 ? `${below(40)}/2` : 'послуг'}`,
        name: from([...names, 'НЕЗВИЧНА ОРIАНА', 'Хтось Інший', '']),
        code: from(['', '', '', '00000000', ...codes]),
        account: from(['', '', '', ...accounts]),
      })),
    );
    const all = await waitingPayments(app.platform, database());
    expect(all).toHaveLength(120);
    const isCertain = ({ certainty }: { certainty: string }) => certainty === 'certain';
    const certain = all.flatMap(({ payment, suggestions }) => {
      const suggestion = suggestions.find(isCertain);
      return suggestion ? [{ payment, suggestion }] : [];
    });
    expect(certain.length).toBeGreaterThan(0);
    expect(await certainPayments(app.platform, database())).toEqual(certain);
    for (const { id } of clients)
      expect(await paymentsWaitingFor(app.platform, database(), id)).toEqual(suggestedOf(all, id));
    expect(clients.some(({ id }) => suggestedOf(all, id).length > 10)).toBe(true);
  });

  it('are there for who sees payments, and for a known client', async () => {
    const { token } = await staffMember(app, { permissions: ['clients.read'] });
    expect((await waitingFor(client.id, token)).status).toBe(403);
    expect((await waitingFor(unknown)).status).toBe(404);
    expect((await waitingFor('x')).status).toBe(404);
  });
});
