import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MonthReport, monthsBetween } from '#contract/money/month.ts';
import { localDay } from '#server/kernel/periods.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { waitsForLock } from '#tests/support/races/waits-for-lock.ts';
import { clientRow, linesOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let accountant: Person;
let reader: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  accountant = await staffMember(app, {
    permissions: ['payments.close', 'payments.write', 'clients.replenish'],
  });
  reader = await staffMember(app, { permissions: ['reports.read'] });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const call = (method: string, path: string, body?: unknown, token = accountant.token) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const report = async (month?: string): Promise<MonthReport> => {
  const { status, body } = await call('GET', `reports/month${month ? `?month=${month}` : ''}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const close = (month: string) => call('POST', 'reports/month/close', { month });
const reopen = (month: string) => call('POST', 'reports/month/reopen', { month, reason: 'A late invoice' });
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const client = async () => (await subscriber(app, { tariffId, status: 'trial', endsIn: 60 })).id;
let papers = 0;
const topUp = (id: string, amount: number, value_date?: string, service = 'cash') =>
  call('POST', `clients/${id}/replenish`, {
    service,
    amount,
    ...(value_date && { value_date }),
    ...(service !== 'cash' && { invoice: `M-${(papers += 1)}`, year: 2026 }),
  });
const reverse = (id: string, entry: string) =>
  call('POST', `clients/${id}/ledger/${entry}/reverse`, { note: 'A mistake' });
const today = () => localDay(app.clock.now(), app.platform.timeZone);
/** The month that is a number of months before the running one. */
const ago = (months: number) => {
  const [year = 0, month = 0] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
};
const moves = ({ top_ups, ...one }: MonthReport) =>
  Object.values(top_ups).reduce((sum, amount) => sum + amount, 0) +
  one.bonuses +
  one.charges +
  one.refunds +
  one.reversals +
  one.payouts;

beforeEach(async () => {
  for (;;) {
    const { latest_closed } = await report();
    if (latest_closed === null) return;
    expect((await reopen(latest_closed)).status).toBe(200);
  }
});

describe('a month', () => {
  it('adds up from its opening to its closing, which the next one opens with', async () => {
    const id = await client();
    await topUp(id, 100, `${ago(3)}-28`);
    const before = await report(ago(2));
    const first = `${ago(2)}-01`;
    const { body } = await topUp(id, 5_000, first, 'non_cash');
    await topUp(id, 700, `${ago(2)}-17`);
    await topUp(id, 11, `${ago(2)}-28`, 'card');
    await call('POST', `clients/${id}/bonus`, { amount: 40, note: 'Thanks' });
    await reverse(id, body.data.entry.id);
    const after = await report(ago(2));
    expect(after).toMatchObject({
      month: ago(2),
      state: 'open',
      opening: before.opening,
      top_ups: { cash: 700, bank: 5_000, card: 11, online: 0 },
      bonuses: 0,
      reversals: -5_000,
      closing: before.closing + 711,
      first_month: ago(3),
      running_month: ago(0),
      latest_closed: null,
    });
    const all = await Promise.all([3, 2, 1, 0].map((months) => report(ago(months))));
    for (const [place, one] of all.entries()) {
      expect(one.closing).toBe(one.opening + moves(one));
      expect(one.opening).toBe(all[place - 1]?.closing ?? 0);
    }
    expect(all[3]).toMatchObject({ state: 'running', bonuses: 40 });
    const { rows } = await sql<{ sum: number }>`
      select sum(balance)::bigint as sum from clients`.execute(db());
    expect(all[3]?.closing).toBe(rows[0]?.sum);
    expect((await report()).month).toBe(ago(1));
  });

  it('names the open months that closing it closes too, with what they hold', async () => {
    const id = await client();
    await topUp(id, 100, `${ago(3)}-28`);
    const of = async (month: string) => (await report(month)).closes_too;
    const before = await of(ago(1));
    await topUp(id, 300, `${ago(2)}-05`);
    await topUp(id, 50, `${ago(2)}-06`);
    const after = await of(ago(1));
    const first = (await report()).first_month;
    expect(after.map(({ month }) => month)).toEqual(monthsBetween(first, ago(2)).toReversed());
    const [was, is] = [before, after].map((months) => months.find(({ month }) => month === ago(2)));
    expect(is).toEqual({ month: ago(2), lines: (was?.lines ?? 0) + 2, sum: (was?.sum ?? 0) + 350 });
    const sums = await Promise.all(after.map(async ({ month }) => moves(await report(month))));
    expect(after.map(({ sum }) => sum)).toEqual(sums);
    expect(await of(first)).toEqual([]);
    expect(await of(ago(0))).toEqual([]);
    expect((await close(ago(2))).status).toBe(200);
    expect(await of(ago(1))).toEqual([]);
  });

  it('tells an online payment from a card, and what each tariff brought', async () => {
    const id = await client();
    const before = await report(ago(0));
    const { body } = await topUp(id, 300, undefined, 'card');
    await sql`update payments set method = 'online', provider = 'test' where ledger_entry_id = ${body.data.entry.id}`.execute(
      db(),
    );
    const line = (kind: string, amount: number, balance: number, more: object = {}) =>
      db()
        .insertInto('ledger_entries')
        .values({
          id: crypto.randomUUID(),
          client_id: id,
          kind: kind as 'charge',
          amount,
          balance_after: balance,
          created_at: app.clock.now(),
          value_date: today(),
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const charge = await line('charge', -250, 50, { tariff_id: tariffId });
    await line('refund', 100, 150, { tariff_id: tariffId });
    await line('reversal', 250, 400, { tariff_id: tariffId, reverses_id: charge.id });
    await line('charge', -1, 399);
    const after = await report(ago(0));
    expect(after.top_ups.online - before.top_ups.online).toBe(300);
    expect(after.top_ups.card).toBe(before.top_ups.card);
    expect(after.by_tariff).toEqual([
      { tariff: null, charges: -1, refunds: 0, reversals: 0, total: -1 },
      {
        tariff: { id: tariffId, name: expect.stringContaining('Tariff') },
        charges: -250,
        refunds: 100,
        reversals: 250,
        total: 100,
      },
    ]);
    const file = await call(
      'GET',
      `reports/month/csv?month=${ago(0)}&delimiter=semicolon`,
      undefined,
      reader.token,
    );
    const lines = String(file.body).split('\r\n');
    expect(lines).toContain('"Online payments";"";"3,00"');
    expect(lines.find((one) => one.includes('Tariff') && one.startsWith('"Charges"'))).toMatch(/"-2,50"$/);
    const plain = await call('GET', `reports/month/csv?month=${ago(0)}`);
    expect(String(plain.body)).toContain('Online payments,,3.00');
  });

  it('is read with either permission, and closed with its own', async () => {
    const month = `reports/month?month=${ago(1)}`;
    const documents = await staffMember(app, { permissions: ['payments.read'] });
    const stranger = await staffMember(app, { permissions: ['clients.read'] });
    const seen = await Promise.all(
      [reader, documents, stranger].map(({ token }) => call('GET', month, undefined, token)),
    );
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(codeOf(await call('POST', 'reports/month/close', { month: ago(1) }, reader.token))).toEqual([
      403,
      'forbidden',
    ]);
    const watcher = await staffMember(app, { permissions: ['payments.close', 'read_only'] });
    expect(codeOf(await call('POST', 'reports/month/close', { month: ago(1) }, watcher.token))).toEqual([
      403,
      'read_only',
    ]);
  });

  it.each([
    ['GET', 'reports/month?month=2026-13', undefined, 'month'],
    ['GET', 'reports/month?month=', undefined, 'month'],
    ['GET', 'reports/month?month=2099-01', undefined, 'month'],
    ['GET', 'reports/month?moon=1', undefined, 'moon'],
    ['GET', 'reports/month/csv', undefined, 'month'],
    ['GET', 'reports/month/csv?month=2026-01&delimiter=tab', undefined, 'delimiter'],
    ['POST', 'reports/month/close', { month: '2026-1' }, 'month'],
    ['POST', 'reports/month/close', {}, 'month'],
    ['POST', 'reports/month/reopen', { month: '2026-01', reason: ' ' }, 'reason'],
  ])('%s %s refuses bad input at its field', async (method, path, body, field) => {
    const answer = await call(method, path, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

describe('closing', () => {
  it('closes all months up to the first one that is closed, then one after the other', async () => {
    await topUp(await client(), 10, `${ago(3)}-28`);
    expect(codeOf(await close(ago(0)))).toEqual([409, 'month_running']);
    const { status, body } = await close(ago(2));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      month: ago(2),
      state: 'closed',
      closed_by: { id: accountant.id },
      closed_at: expect.any(String),
      latest_closed: ago(2),
    });
    expect(await report(ago(3))).toMatchObject({ state: 'closed', closed_by: { id: accountant.id } });
    expect(codeOf(await close(ago(2)))).toEqual([409, 'month_is_closed']);
    expect(codeOf(await close(ago(3)))).toEqual([409, 'month_is_closed']);
    expect((await close(ago(1))).status).toBe(200);
    expect(codeOf(await reopen(ago(2)))).toEqual([409, 'month_not_last']);
    const opened = await reopen(ago(1));
    expect(opened.body.data).toMatchObject({ state: 'open', closed_by: null, latest_closed: ago(2) });
    expect(codeOf(await reopen(ago(1)))).toEqual([409, 'month_not_last']);
    await reopen(ago(2));
    expect(codeOf(await close(ago(1)))).toEqual([409, 'month_not_next']);
    expect((await close(ago(2))).status).toBe(200);
    expect((await verifyLedger(app.platform, app.clock.now())).findings).toEqual([]);
  });

  it('is in the audit log with its figures, and so is opening again with its reason', async () => {
    await topUp(await client(), 10, `${ago(1)}-03`);
    const { closing, opening, top_ups } = (await close(ago(1))).body.data;
    await reopen(ago(1));
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'subject_name', 'changes'])
      .where('subject_type', '=', 'month')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const changed = ({ changes }: { changes: { field: string; after: unknown }[] }) =>
      Object.fromEntries(changes.map(({ field, after }) => [field, after]));
    const [opened, ...closed] = entries;
    expect(opened).toMatchObject({ action: 'month.reopen', subject_name: ago(1) });
    expect(opened && changed(opened)).toEqual({ reason: 'A late invoice', opening, closing });
    const own = closed.find(({ subject_name }) => subject_name === ago(1));
    expect(own && changed(own)).toMatchObject({ opening, cash: top_ups.cash, closing });
  });

  it('refuses a top-up with a day in the month, and books late lines on the first open day', async () => {
    const id = await client();
    const early = await topUp(id, 900, `${ago(1)}-05`, 'non_cash');
    await close(ago(1));
    const refused = await topUp(id, 5, `${ago(1)}-28`);
    expect([...codeOf(refused), Object.keys(refused.body.errors)]).toEqual([
      422,
      'month_closed',
      ['value_date'],
    ]);
    const closed = await report(ago(1));
    const back = await reverse(id, early.body.data.entry.id);
    expect(back.body.data.entry.value_date).toBe(`${ago(0)}-01`);
    const payment = await waitingLine(`${ago(1)}-20`, 321);
    const matched = await call('POST', `payments/${payment}/match`, { client_id: id });
    expect(matched.body.data).toMatchObject({ value_date: `${ago(1)}-20`, status: 'matched' });
    const lines = await linesOf(app, id);
    expect(lines.at(-1)).toMatchObject({ amount: 321, value_date: `${ago(0)}-01` });
    expect(await report(ago(1))).toEqual(closed);
    const unmatched = await call('POST', `payments/${payment}/unmatch`, { reason: 'Not theirs' });
    expect(unmatched.body.data).toMatchObject({ value_date: `${ago(1)}-20`, status: 'unmatched' });
    expect((await verifyLedger(app.platform, app.clock.now())).findings).toEqual([]);
    await reopen(ago(1));
    expect((await topUp(id, 5, `${ago(1)}-28`)).status).toBe(201);
  });

  it('waits for a top-up that is being booked, and counts it', async () => {
    const id = await client();
    const before = await report(ago(1));
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    // A booking holds the lock from the moment in which it asks for the open days.
    const booking = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select from clients where id = ${id} for update`.execute(tx);
        await sql`select ledger_open_from()`.execute(tx);
        begun.resolve();
        await end.promise;
        const { balance } = await clientRow(app, id);
        await sql`insert into ledger_entries (id, client_id, kind, amount, balance_after, created_at, value_date)
          values (gen_random_uuid(), ${id}, 'bonus', 77, ${balance + 77}, ${app.clock.now()}, ${`${ago(1)}-09`})`.execute(
          tx,
        );
      });
    await begun.promise;
    const closing = close(ago(1));
    await waitsForLock(app);
    end.resolve();
    await booking;
    expect((await closing).body.data).toMatchObject({ state: 'closed', closing: before.closing + 77 });
    expect((await verifyLedger(app.platform, app.clock.now())).findings).toEqual([]);
  });

  it('lets a top-up wait that comes meanwhile, and then refuses it; of two who close one does', async () => {
    const id = await client();
    await topUp(id, 50, `${ago(1)}-02`);
    const held = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const holder = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('tenantry months', 0))`.execute(tx);
        held.resolve();
        await end.promise;
      });
    await held.promise;
    const two = [close(ago(1)), close(ago(1))];
    await waitsForLock(app, 2);
    const late = topUp(id, 5, `${ago(1)}-28`);
    await waitsForLock(app, 3);
    end.resolve();
    await holder;
    const answers = await Promise.all(two);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(codeOf(await late)).toEqual([422, 'month_closed']);
    expect((await clientRow(app, id)).balance).toBe(50);
  });
});

/** A line of a bank statement that waits for its client. */
async function waitingLine(day: string, amount: number): Promise<string> {
  const [statement, payment] = [crypto.randomUUID(), crypto.randomUUID()];
  const now = app.clock.now();
  await sql`insert into bank_statements (id, name, format, account, first_day, last_day, lines, new_lines,
      known_lines, outgoing, foreign_lines, total, created_at)
    values (${statement}, 'late.csv', 'csv', 'UA21', ${day}, ${day}, 1, 1, 0, 0, 0, ${amount}, ${now})`.execute(
    db(),
  );
  await sql`insert into payments (id, status, method, amount, value_date, statement_id, created_at, updated_at)
    values (${payment}, 'unmatched', 'bank', ${amount}, ${day}, ${statement}, ${now}, ${now})`.execute(db());
  return payment;
}
