import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertStatement } from '#server/bank-statements/statement-store.ts';
import type { PaymentTable } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import { bookPayment } from '#server/payments/book-payment.ts';
import { lockPayment } from '#server/payments/payment-store.ts';
import { unbookPayment } from '#server/payments/unbook-payment.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { walletOwner } from '#server/wallet/ledger-store.ts';
import type { Insertable } from 'kysely';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import {
  clientRow,
  daysAhead,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let cashier: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  cashier = await staffMember(app, { permissions: ['clients.replenish'] });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(async () => {
  const proof = await verifyLedger(app.platform, app.clock.now());
  await app.close();
  expect(proof).toMatchObject({ broken_client_ids: [], findings: [] });
});

const db = () => app.platform.database.db;
const client = async () => (await subscriber(app, { tariffId, status: 'trial' })).id;
const post = (path: string, body: unknown) =>
  app.call('POST', `/api/admin/clients/${path}`, { token: cashier.token, locale: 'en', body });
const topUp = (id: string, body: object) => post(`${id}/replenish`, { service: 'non_cash', ...body });
const reverse = (id: string, entry: string) => post(`${id}/ledger/${entry}/reverse`, { note: 'A mistake' });
const today = () => localDay(app.clock.now(), app.platform.timeZone);
const dayOf = (days: number) => localDay(daysAhead(app, days), app.platform.timeZone);
const paymentOf = (entry: string) =>
  db().selectFrom('payments').selectAll().where('ledger_entry_id', '=', entry).executeTakeFirst();
const documentOf = (id: string) =>
  db().selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function statement(): Promise<string> {
  const now = app.clock.now();
  const id = newId(now);
  await insertStatement(db(), {
    id,
    name: 'november.csv',
    format: 'csv',
    account: 'UA000000000000000000000000001',
    first_day: dayOf(-3),
    last_day: dayOf(-3),
    lines: 1,
    new_lines: 1,
    known_lines: 0,
    outgoing: 0,
    foreign_lines: 0,
    total: 5_000,
    created_by: null,
    created_at: now,
  });
  return id;
}

async function waiting(more: Partial<Insertable<PaymentTable>> = {}): Promise<string> {
  const now = app.clock.now();
  const id = newId(now);
  await db()
    .insertInto('payments')
    .values({
      id,
      status: 'unmatched',
      method: 'bank',
      amount: 5e3,
      value_date: dayOf(-3),
      statement_id: await statement(),
      created_at: now,
      updated_at: now,
      ...more,
    })
    .execute();
  return id;
}
const asSystem = () => systemCaller(app.clock.now(), 'en');
const book = (paymentId: string, clientId: string, documentId?: string) =>
  db()
    .transaction()
    .execute(async (tx) => {
      const owner = await walletOwner(tx, clientId);
      const payment = await lockPayment(tx, paymentId);
      if (!owner || !payment) throw new Error('nothing to book');
      return bookPayment(app.platform, tx, asSystem(), owner, { payment, documentId, matchedBy: 'rule' });
    });
const unbook = (paymentId: string) =>
  db()
    .transaction()
    .execute((tx) => unbookPayment(app.platform, tx, asSystem(), { paymentId, note: 'Not theirs' }));
const rowOf = (id: string) =>
  db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a top-up by hand', () => {
  it('is a payment that succeeded, of the day on which it was paid', async () => {
    const id = await client();
    const { status, body } = await topUp(id, {
      amount: 700,
      invoice: 'A-1',
      year: 2026,
      value_date: dayOf(-2),
    });
    expect(status).toBe(201);
    expect(body.data.entry).toMatchObject({ value_date: dayOf(-2), invoice: 'A-1' });
    expect(await paymentOf(body.data.entry.id)).toMatchObject({
      status: 'succeeded',
      method: 'bank',
      amount: 700,
      value_date: dayOf(-2),
      client_id: id,
      document_id: null,
      created_by: cashier.id,
    });
    const other = await topUp(id, { amount: 1, invoice: 'A-2', year: 2026 });
    expect(other.body.data.entry.value_date).toBe(today());
  });

  it.each([
    ['a day that has not come', { value_date: '2999-01-01' }, 'value_date'],
    ['a day that is none', { value_date: '2026-02-30' }, 'value_date'],
    ['a day with a mistyped year', { value_date: '1026-03-10' }, 'value_date'],
    ['a document that is none', { document_id: 'x' }, 'document_id'],
    ['a document that nobody knows', { document_id: '0197a3c0-0000-7000-8000-000000000001' }, 'document_id'],
  ])('refuses %s at its field', async (_what, more, field) => {
    const id = await client();
    const answer = await topUp(id, { amount: 700, invoice: `B-${field}`, year: 2026, ...more });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect(await linesOf(app, id)).toEqual([]);
  });

  it.each([['act'], ['credit_note']] as const)('refuses an %s, by its id and by its number', async (kind) => {
    const id = await client();
    const { id: documentId, number } = await openProforma(app, id, { amount: 1_000, kind });
    for (const [more, field] of [
      [{ document_id: documentId }, 'document_id'],
      [{ invoice: number.toLowerCase(), year: 2026 }, 'invoice'],
    ] as const) {
      const { status, body } = await topUp(id, { amount: 1_000, ...more });
      expect([status, body.errors]).toEqual([422, { [field]: [expect.stringContaining('can be paid')] }]);
    }
    const invoice = await openProforma(app, id, { amount: 1_000, kind: 'invoice' });
    expect((await topUp(id, { amount: 1_000, document_id: invoice.id })).status).toBe(201);
    expect(await linesOf(app, id)).toHaveLength(1);
  });

  it('pays a document in parts, by its id or by its number in any spelling, and no more after that', async () => {
    const id = await client();
    const { id: documentId, number } = await openProforma(app, id, { amount: 1_000 });
    const first = await topUp(id, { amount: 400, document_id: documentId });
    expect(first.body.data.entry).toMatchObject({ invoice: number, year: Number(number.slice(3, 7)) });
    expect(await documentOf(documentId)).toMatchObject({ status: 'open', paid_amount: 400, paid_at: null });
    const typed = ` № ${number.toLowerCase().replaceAll('-', '–')}`;
    const second = await topUp(id, { amount: 700, invoice: typed, year: 2024 });
    expect(second.status).toBe(201);
    expect(await documentOf(documentId)).toMatchObject({ status: 'paid', paid_amount: 1_100 });
    expect((await clientRow(app, id)).balance).toBe(1_100);
    for (const [more, field] of [
      [{ document_id: documentId }, 'document_id'],
      [{ invoice: number, year: 2026 }, 'invoice'],
      [{ invoice: number.replaceAll('-', ''), year: 2025 }, 'invoice'],
    ] as const) {
      const again = await topUp(id, { amount: 5, ...more });
      expect([again.status, again.body.code, Object.keys(again.body.errors)]).toEqual([
        422,
        'invoice_taken',
        [field],
      ]);
    }
    await reverse(id, second.body.data.entry.id);
    expect(await documentOf(documentId)).toMatchObject({ status: 'open', paid_amount: 400, paid_at: null });
  });

  it('pays a document once, however often it is sent and by how many at the same moment', async () => {
    const id = await client();
    const { id: documentId } = await openProforma(app, id, { amount: 1_000 });
    const body = { service: 'cash', amount: 1_000, value_date: dayOf(-1), document_id: documentId };
    const keyed = () =>
      app.call('POST', `/api/admin/clients/${id}/replenish`, {
        token: cashier.token,
        locale: 'en',
        body,
        headers: { 'Idempotency-Key': 'document-once' },
      });
    const [first, again] = [await keyed(), await keyed()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data.entry.id).toBe(first.body.data.entry.id);
    const { id: other } = await openProforma(app, id, { amount: 500 });
    const answers = await Promise.all([1, 2, 3].map(() => topUp(id, { amount: 500, document_id: other })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused.map(({ body: { code } }) => code)).toEqual(['invoice_taken', 'invoice_taken']);
    expect((await clientRow(app, id)).balance).toBe(1_500);
    expect(await documentOf(documentId)).toMatchObject({ status: 'paid', paid_amount: 1_000 });
  });

  it("refuses another client's document by its owner's name", async () => {
    const [owner, stranger] = [await client(), await client()];
    const { id: documentId, number } = await openProforma(app, owner, { amount: 1_000 });
    const { name } = await clientRow(app, owner);
    for (const [more, field] of [
      [{ document_id: documentId }, 'document_id'],
      [{ invoice: number, year: 2026 }, 'invoice'],
    ] as const) {
      const answer = await topUp(stranger, { amount: 1_000, ...more });
      expect([answer.status, answer.body.code]).toEqual([422, 'document_of_another']);
      expect(answer.body.errors[field][0]).toContain(name);
    }
    expect(await linesOf(app, stranger)).toEqual([]);
  });

  it('is failed once it is reversed, on the day of what is reversed', async () => {
    const id = await client();
    const { body } = await topUp(id, { amount: 700, invoice: 'C-1', year: 2026, value_date: dayOf(-5) });
    const back = await reverse(id, body.data.entry.id);
    expect(back.body.data.entry).toMatchObject({ amount: -700, value_date: dayOf(-5) });
    expect(await paymentOf(body.data.entry.id)).toMatchObject({ status: 'failed', reason: 'A mistake' });
  });
});

describe('a payment that is there', () => {
  it('is booked once, with its line, its document, its receipt and its audit entries', async () => {
    const id = await client();
    const { id: documentId, number } = await openProforma(app, id, { amount: 5_000 });
    const paymentId = await waiting();
    await book(paymentId, id, documentId);
    const [line] = await linesOf(app, id);
    expect(line).toMatchObject({
      kind: 'top_up',
      service: 'non_cash',
      amount: 5_000,
      invoice: number,
      created_by: null,
    });
    expect(await rowOf(paymentId)).toMatchObject({
      status: 'matched',
      client_id: id,
      document_id: documentId,
      ledger_entry_id: line?.id,
      matched_by: null,
      matched_by_rule: true,
      value_date: dayOf(-3),
    });
    expect(await documentOf(documentId)).toMatchObject({ status: 'paid', paid_amount: 5_000 });
    expect((await mailsOf(app, id)).map(({ kind }) => kind)).toEqual(['top_up_receipt']);
    expect(await clientRow(app, id)).toMatchObject({ balance: 5_000, last_top_up_amount: 5_000 });
    await expect(book(paymentId, id)).rejects.toMatchObject({ code: 'already_matched' });
  });

  it('is one of two at the same moment', async () => {
    const clients = await Promise.all([client(), client(), client()]);
    const paymentId = await waiting();
    const ends = await Promise.allSettled(clients.map((id) => book(paymentId, id)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const lines = await Promise.all(clients.map((id) => linesOf(app, id)));
    expect(lines.flat()).toHaveLength(1);
  });

  it('is nobody’s again when a bank line is unbooked, and may be booked to another', async () => {
    const [wrong, right] = [await client(), await client()];
    const { id: documentId } = await openProforma(app, wrong, { amount: 5_000 });
    const paymentId = await waiting();
    await book(paymentId, wrong, documentId);
    await unbook(paymentId);
    expect(await rowOf(paymentId)).toMatchObject({
      status: 'unmatched',
      client_id: null,
      document_id: null,
      ledger_entry_id: null,
      matched_by: null,
      matched_by_rule: false,
      reason: 'Not theirs',
    });
    expect(await documentOf(documentId)).toMatchObject({ status: 'open', paid_amount: 0 });
    await expect(unbook(paymentId)).rejects.toMatchObject({ code: 'not_matched' });
    await book(paymentId, right);
    expect([(await clientRow(app, wrong)).balance, (await clientRow(app, right)).balance]).toEqual([
      0, 5_000,
    ]);
  });

  it('of another currency is never booked, and one from online succeeds', async () => {
    const id = await client();
    await expect(book(await waiting({ currency: 'EUR' }), id)).rejects.toMatchObject({
      code: 'other_currency',
    });
    const online = await waiting({
      method: 'online',
      provider: 'test',
      status: 'pending',
      statement_id: null,
    });
    await book(online, id);
    expect(await rowOf(online)).toMatchObject({ status: 'succeeded', client_id: id });
    await unbook(online);
    expect(await rowOf(online)).toMatchObject({ status: 'failed', client_id: id });
    await expect(unbook(online)).rejects.toMatchObject({ code: 'not_matched' });
  });
});
