import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#server/kernel/caller.ts';
import { forgetOldKeys } from '#server/db/idempotency.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { readEmail } from '#server/mail/log/read-email.ts';
import { cleanUp } from '#server/clean-up.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import {
  clientRow,
  daysAhead,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let cashier: Person;
let colleague: Person;
let tariffId: string;
beforeAll(async () => {
  // Without workers, so that only the test runs billing.
  app = await startApp({ ROLES: 'web' });
  cashier = await staffMember(app, { permissions: ['clients.replenish'], name: 'Ірина Касир' });
  colleague = await staffMember(app, { permissions: ['clients.replenish'] });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const client = (options: Partial<SubscriberOptions> = {}) => subscriber(app, { tariffId, ...options });
const post = (path: string, body: unknown, { by = cashier, key }: { by?: Person; key?: string } = {}) =>
  app.call('POST', `/api/admin/clients/${path}`, {
    token: by.token,
    locale: 'en',
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const topUp = (id: string, body: unknown, options?: { by?: Person; key?: string }) =>
  post(`${id}/replenish`, body, options);
const cash = (amount: number) => ({ service: 'cash', amount });
let invoices = 0;
const paper = () => ({ invoice: `INV-${(invoices += 1)}`, year: app.clock.now().getUTCFullYear() });

describe('topping up', () => {
  it('writes a line, adds it to the balance, and tells the client once', async () => {
    const { id, email } = await client({ balance: 500 });
    const body = { service: 'card', amount: 2_000, ...paper(), note: 'Terminal 4' };
    const answer = await topUp(id, body);
    expect(answer.status).toBe(201);
    expect(answer.body.data.entry).toMatchObject({
      ...body,
      kind: 'top_up',
      balance_after: 2_500,
      created_by: cashier.id,
      created_by_name: 'Ірина Касир',
      reversed_by_id: null,
    });
    expect(answer.body.data.client).toMatchObject({
      balance: 2_500,
      last_top_up: { amount: 2_000 },
      recommended_amount: 7_500,
    });
    const [receipt, ...others] = await mailsOf(app, id);
    expect(receipt).toMatchObject({ kind: 'top_up_receipt', to_address: email, reason: 'topped_up' });
    expect(receipt?.data).toMatchObject({
      before: 500,
      amount: 2_000,
      charged: null,
      balance: 2_500,
      next: 10_000,
      lacking: null,
    });
    expect(others).toEqual([]);
  });

  it.each([
    ['nothing', {}, ['service', 'amount']],
    ['an unknown service', { service: 'cheque', amount: 1 }, ['service']],
    ['no amount', { service: 'cash' }, ['amount']],
    ['zero', cash(0), ['amount']],
    ['less than zero', cash(-1), ['amount']],
    ['a part of a unit', cash(1.5), ['amount']],
    ['too much', cash(100_000_000_001), ['amount']],
    ['an amount as text', { service: 'cash', amount: '100' }, ['amount']],
    ['a card without its paper', { service: 'card', amount: 1 }, ['invoice', 'year']],
    ['an invoice without its year', { ...cash(1), invoice: 'A' }, ['year']],
    ['a year without its invoice', { ...cash(1), year: 2026 }, ['invoice']],
    ['an empty invoice', { service: 'non_cash', amount: 1, invoice: ' ', year: 2026 }, ['invoice']],
    ['a long invoice', { service: 'non_cash', amount: 1, invoice: 'x'.repeat(51), year: 2026 }, ['invoice']],
    ['an old year', { service: 'non_cash', amount: 1, invoice: 'A', year: 1999 }, ['year']],
    ['a far year', { service: 'non_cash', amount: 1, invoice: 'A', year: 2099 }, ['year']],
    ['a long note', { ...cash(1), note: 'x'.repeat(1001) }, ['note']],
    ['a key that nobody knows', { ...cash(1), bonus: true }, ['bonus']],
  ])('refuses %s at its field, and writes nothing', async (_what, body, fields) => {
    const { id } = await client();
    const answer = await topUp(id, body);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect(Object.keys(answer.body.errors)).toEqual(fields);
    expect(await linesOf(app, id)).toEqual([]);
  });

  it('takes an invoice of the next year, and the largest amount', async () => {
    const { id } = await client();
    const year = app.clock.now().getUTCFullYear() + 1;
    const body = { service: 'non_cash', amount: 100_000_000_000, invoice: `N-${year}`, year };
    expect((await topUp(id, body)).status).toBe(201);
  });

  it('knows no client under a strange id, and refuses a deleted one', async () => {
    expect((await topUp('0197a3c0-0000-7000-8000-000000000001', cash(1))).status).toBe(404);
    expect((await topUp('nobody', cash(1))).status).toBe(404);
    const { id } = await client({ more: { deleted_at: app.clock.now(), next_event_at: null } });
    const answer = await topUp(id, cash(1));
    expect([answer.status, answer.body.code]).toEqual([409, 'deleted']);
    expect(await linesOf(app, id)).toEqual([]);
  });
});

describe('an invoice', () => {
  it('is accepted once for its year, by any colleague and for any client', async () => {
    const [one, other] = [await client(), await client()];
    const body = { service: 'non_cash', amount: 300, ...paper() };
    expect((await topUp(one.id, body)).status).toBe(201);
    for (const { id } of [one, other]) {
      const again = await topUp(
        id,
        { ...body, invoice: ` ${body.invoice.toLowerCase()} ` },
        { by: colleague },
      );
      expect([again.status, again.body.code]).toEqual([422, 'invoice_taken']);
      expect(Object.keys(again.body.errors)).toEqual(['invoice']);
    }
    expect((await topUp(other.id, { ...body, year: body.year + 1 })).status).toBe(201);
    expect((await clientRow(app, one.id)).balance).toBe(300);
  });

  it('is free again once its line is reversed', async () => {
    const { id } = await client();
    const body = { service: 'card', amount: 300, ...paper() };
    const { entry } = (await topUp(id, body)).body.data;
    expect((await post(`${id}/ledger/${entry.id}/reverse`, { note: 'Wrong client' })).status).toBe(201);
    expect((await topUp(id, body)).status).toBe(201);
  });
});

describe('the same request sent again', () => {
  it('credits once for its key and answers the same line', async () => {
    const { id } = await client();
    const first = await topUp(id, cash(700), { key: 'a-1' });
    const again = await topUp(id, cash(700), { key: 'a-1' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data.entry).toEqual(first.body.data.entry);
    expect((await clientRow(app, id)).balance).toBe(700);
  });

  it('credits once when both come at the same time', async () => {
    const { id } = await client();
    const answers = await Promise.all(Array.from({ length: 8 }, () => topUp(id, cash(700), { key: 'b-1' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.data.entry.id)).size).toBe(1);
    expect((await clientRow(app, id)).balance).toBe(700);
  });

  it('is refused with another body', async () => {
    const { id } = await client();
    await topUp(id, cash(700), { key: 'c-1' });
    const other = await topUp(id, cash(701), { key: 'c-1' });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect((await clientRow(app, id)).balance).toBe(700);
  });

  it('counts a key per account and per client', async () => {
    const [one, other] = [await client(), await client()];
    await topUp(one.id, cash(700), { key: 'd-1' });
    expect((await topUp(one.id, cash(700), { key: 'd-1', by: colleague })).status).toBe(201);
    expect((await topUp(other.id, cash(5), { key: 'd-1' })).status).toBe(201);
    expect((await clientRow(app, one.id)).balance).toBe(1_400);
  });

  it('may be tried again after a refusal', async () => {
    const { id } = await client();
    const body = { service: 'card', amount: 300, ...paper() };
    const { entry } = (await topUp(id, body)).body.data;
    expect((await topUp(id, { ...body, amount: 301 }, { key: 'e-1' })).status).toBe(422);
    await post(`${id}/ledger/${entry.id}/reverse`, { note: 'Wrong amount' });
    expect((await topUp(id, { ...body, amount: 301 }, { key: 'e-1' })).status).toBe(201);
  });

  it('knows a key for two days, and not for ever', async () => {
    const { id } = await client();
    const { db } = app.platform.database;
    const first = await topUp(id, cash(700), { key: 'f-1' });
    await forgetOldKeys(db, daysAhead(app, 2));
    const again = await topUp(id, cash(700), { key: 'f-1' });
    expect(again.body.data.entry.id).toBe(first.body.data.entry.id);
    expect(await linesOf(app, id)).toHaveLength(1);
    await cleanUp(app.platform, daysAhead(app, 4)); // which ends sessions, too
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([]);
    cashier = await staffMember(app, { permissions: ['clients.replenish'], name: 'Ірина Касир' });
    colleague = await staffMember(app, { permissions: ['clients.replenish'] });
  });

  it.each(['', ' ', 'x'.repeat(256), 'ключ'.normalize()])('refuses the key %j', async (key) => {
    const { id } = await client();
    const ascii = key === 'ключ' ? 'a b' : key;
    const answer = await topUp(id, cash(1), { key: ascii });
    expect(answer.status).toBe(422);
  });
});

describe('money in every state', () => {
  it('waits in the wallet of a free period', async () => {
    const { id } = await client({ status: 'trial', endsIn: 5 });
    const { body } = await topUp(id, cash(25_000));
    expect(body.data.client).toMatchObject({ status: 'trial', balance: 25_000 });
    expect(new Date(body.data.client.lasts_until) > daysAhead(app, 5 + 58)).toBe(true);
    expect(await linesOf(app, id)).toHaveLength(1);
  });

  it('charges a client in grace at once, from the old end', async () => {
    const { id } = await client({ status: 'grace', endsIn: -3 });
    const before = await clientRow(app, id);
    const little = await topUp(id, cash(9_999));
    expect(little.body.data.client).toMatchObject({ status: 'grace', balance: 9_999 });
    const { body } = await topUp(id, cash(1));
    expect(body.data.client).toMatchObject({ status: 'active', balance: 0 });
    expect(body.data.entry).toMatchObject({ amount: 1, balance_after: 10_000 });
    const lines = await linesOf(app, id);
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['top_up', 9_999],
      ['top_up', 1],
      ['charge', -10_000],
    ]);
    expect(lines[2]?.period_start).toEqual(before.trial_ends);
    expect((await clientRow(app, id)).anchor).toEqual(before.anchor);
  });

  it('opens a blocked cabinet with a period that begins now', async () => {
    const { id } = await client({ status: 'blocked', endsIn: -20, more: { cabinet_status: 'suspended' } });
    const { body } = await topUp(id, cash(10_500));
    expect(body.data.client).toMatchObject({ status: 'active', balance: 500, blocked_at: null });
    const [, charge] = await linesOf(app, id);
    expect(charge?.period_start).toEqual((await clientRow(app, id)).anchor);
    expect(charge && charge.period_start && charge.period_start > daysAhead(app, -1)).toBe(true);
    const kinds = (await mailsOf(app, id)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['access_resumed', 'top_up_receipt']);
  });

  it('brings an archived client back without a second free period', async () => {
    const { id } = await client({ status: 'archived', endsIn: -60, more: { cabinet_status: 'deleted' } });
    expect((await topUp(id, cash(100))).body.data.client).toMatchObject({ status: 'archived', balance: 100 });
    const { body } = await topUp(id, cash(10_000));
    expect(body.data.client).toMatchObject({ status: 'active', balance: 100 });
  });

  it('waits while a client is blocked by hand', async () => {
    const more = { blocked_from: 'grace' as const, next_event_at: null };
    const { id } = await client({ status: 'blocked', endsIn: -1, more });
    const { body } = await topUp(id, cash(30_000));
    expect(body.data.client).toMatchObject({ status: 'blocked', blocked_by_hand: true, balance: 30_000 });
    expect(await linesOf(app, id)).toHaveLength(1);
  });

  it('of a client blocked by hand lasts for the periods that come after it', async () => {
    const more = { blocked_from: 'active' as const, next_event_at: null };
    const { id } = await client({ status: 'blocked', endsIn: 5, more });
    const { body } = await topUp(id, cash(30_000));
    expect(Date.parse(body.data.client.lasts_until)).toBeGreaterThan(daysAhead(app, 90).getTime());
  });

  it('waits for a client who has not confirmed', async () => {
    const more = { trial_ends: null, settled_at: null, next_event_at: null, anchor: null };
    const { id } = await client({ status: 'unconfirmed', more });
    const { body } = await topUp(id, cash(30_000));
    expect(body.data.client).toMatchObject({ status: 'unconfirmed', balance: 30_000 });
  });

  it.each([
    ['trial', 5],
    ['active', 5],
    ['grace', -2],
    ['blocked', -20],
    ['archived', -60],
  ] as const)('previews in %s exactly what it then does', async (status, endsIn) => {
    const one = await client({ status, endsIn });
    const told = await post(`${one.id}/replenish/preview`, cash(21_000));
    expect(told.status).toBe(200);
    expect((await post(`${one.id}/replenish?preview=1`, cash(21_000))).status).toBe(422);
    expect(await linesOf(app, one.id)).toEqual([]);
    const { body } = await topUp(one.id, cash(21_000));
    const { balance, status: reached } = body.data.client;
    expect(told.body.data).toMatchObject({ balance_after: balance, status: reached });
    const close = (one: string, two: string) => Math.abs(Date.parse(one) - Date.parse(two)) < 60_000;
    expect(close(told.body.data.trialEnds, body.data.client.trialEnds)).toBe(true);
    expect(close(told.body.data.lasts_until, body.data.client.lasts_until)).toBe(true);
    const charged = (await linesOf(app, one.id)).filter(({ kind }) => kind === 'charge');
    expect(told.body.data.charge).toBe(charged.reduce((sum, { amount }) => sum - amount, 0));
  });
});

describe('a bonus', () => {
  it('is money given and no top-up, with its reason and an email', async () => {
    const { id } = await client();
    const answer = await post(`${id}/bonus`, { amount: 1_500, note: 'For the outage' }, { key: 'bonus-1' });
    await post(`${id}/bonus`, { amount: 1_500, note: 'For the outage' }, { key: 'bonus-1' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      entry: { kind: 'bonus', service: null, amount: 1_500, note: 'For the outage' },
      client: { balance: 1_500, last_top_up: null },
    });
    expect((await mailsOf(app, id)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['bonus_given', 'bonus_given'],
    ]);
  });

  it.each([
    [{ amount: 5 }, 'note'],
    [{ amount: 5, note: '' }, 'note'],
    [{ amount: 0, note: 'x' }, 'amount'],
    [{ note: 'x' }, 'amount'],
  ])('refuses %j at its field', async (body, field) => {
    const { id } = await client();
    const answer = await post(`${id}/bonus`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

describe('taking a line back', () => {
  const reverse = (id: string, entry: string, body: unknown = { note: 'A mistake' }) =>
    post(`${id}/ledger/${entry}/reverse`, body);

  it('writes another line, even below zero, and the last top-up is the one before', async () => {
    const { id } = await client();
    await topUp(id, cash(400));
    const { entry } = (await topUp(id, cash(1_000))).body.data;
    await post(`${id}/bonus`, { amount: 1, note: 'x' });
    const answer = await reverse(id, entry.id);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      entry: {
        kind: 'reversal',
        amount: -1_000,
        reverses_id: entry.id,
        note: 'A mistake',
        balance_after: 401,
      },
      client: { balance: 401, last_top_up: { amount: 400 } },
    });
  });

  it('leaves a debt that is paid first', async () => {
    const { id } = await client({ status: 'grace', endsIn: -1 });
    const { entry } = (await topUp(id, cash(10_000))).body.data;
    const { body } = await reverse(id, entry.id);
    expect(body.data.client).toMatchObject({
      status: 'active',
      balance: -10_000,
      recommended_amount: 20_000,
    });
    expect((await topUp(id, cash(12_000))).body.data.client.balance).toBe(2_000);
  });

  it('is told to the client with the amount and the balance, without the note', async () => {
    const { id } = await client();
    const { entry } = (await topUp(id, cash(5_000))).body.data;
    await reverse(id, entry.id, { note: 'Wrong client, see Olena' });
    const told = (await mailsOf(app, id)).find(({ kind }) => kind === 'balance_corrected');
    expect(told).toMatchObject({
      reason: 'reversed',
      data: { amount: -5_000, balance: 0, date: entry.created_at },
    });
    const { text } = await readEmail(app.platform.mail, systemCaller(app.clock.now(), 'en'), told?.id ?? '');
    expect(text).toMatch(/reversed: −₴50\.00\. Your balance is now ₴0\.00\./);
    expect(text).not.toContain('Olena');
  });

  it('happens once, and a reversal itself stays', async () => {
    const { id } = await client();
    const { entry } = (await topUp(id, cash(400))).body.data;
    const first = await reverse(id, entry.id);
    const second = await reverse(id, entry.id);
    expect([second.status, second.body.code]).toEqual([409, 'already_reversed']);
    const again = await reverse(id, first.body.data.entry.id);
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['entry']]);
    expect((await clientRow(app, id)).balance).toBe(0);
  });

  it('happens once when several try at the same time', async () => {
    const { id } = await client();
    const { entry } = (await topUp(id, cash(400))).body.data;
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(id, entry.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await clientRow(app, id)).balance).toBe(0);
  });

  it('needs a note, and a line of this very client', async () => {
    const [one, other] = [await client(), await client()];
    const { entry } = (await topUp(one.id, cash(400))).body.data;
    expect((await reverse(one.id, entry.id, {})).status).toBe(422);
    expect((await reverse(one.id, entry.id, { note: ' ' })).status).toBe(422);
    expect((await reverse(other.id, entry.id)).status).toBe(404);
    expect((await reverse(one.id, one.id)).status).toBe(404);
    expect((await clientRow(app, one.id)).balance).toBe(400);
  });
});

describe('a charge that is taken back', () => {
  it.each(['grace', 'blocked', 'active'] as const)(
    'does what a top-up would, as that says before: %s',
    async (status) => {
      const { database, subscriptions } = app.platform;
      const { id } = await client({ endsIn: -0.01, balance: 10_000 });
      await runBilling(subscriptions);
      const charge = (await linesOf(app, id)).at(-1);
      const past = { status, trial_ends: daysAhead(app, -2), blocked_at: daysAhead(app, -1) };
      if (status !== 'active') {
        await database.db.updateTable('clients').set(past).where('id', '=', id).execute();
      }
      const preview = await post(`${id}/replenish/preview`, cash(10_000));
      const { balance_after: balance, status: then, trialEnds } = preview.body.data;
      const answer = await post(`${id}/ledger/${charge?.id}/reverse`, { note: 'A gift' });
      expect(answer.status).toBe(201);
      const same = { balance, status: then };
      expect(answer.body.data.client).toMatchObject(same);
      expect(Math.abs(Date.parse(answer.body.data.client.trialEnds) - Date.parse(trialEnds))).toBeLessThan(
        60_000,
      );
      expect(balance).toBe(status === 'active' ? 10_000 : 0);
    },
  );
});

describe('the list of lines', () => {
  it('is newest first, can be sorted and filtered, and downloaded as a file', async () => {
    const { id } = await client();
    for (const amount of [300, 100, 200]) await topUp(id, cash(amount));
    const list = async (query = '') =>
      (
        await app.call('GET', `/api/admin/clients/${id}/ledger?${query}`, {
          token: cashier.token,
          locale: 'en',
        })
      ).body;
    const amounts = ({ data }: { data: { amount: number }[] }) => data.map(({ amount }) => amount);
    expect(amounts(await list())).toEqual([200, 100, 300]);
    expect(amounts(await list('sort[created_at]=asc'))).toEqual([300, 100, 200]);
    expect(amounts(await list('sort[amount]=desc&limit=2'))).toEqual([300, 200]);
    expect((await list('filter[amount][gte]=200')).meta.total).toBe(2);
    expect((await list('filter[kind][eq]=charge')).data).toEqual([]);
    expect((await list('filter[balance][eq]=1')).code).toBe('validation_failed');
    const file = String(await list('format=csv'));
    expect(file.split('\r\n')).toHaveLength(5);
    expect(file).toContain('3.00');
  });

  it('is a 404 for a strange id', async () => {
    const strange = await app.call('GET', '/api/admin/clients/0197a3c0-0000-7000-8000-000000000001/ledger', {
      token: cashier.token,
    });
    expect(strange.status).toBe(404);
  });

  it("shows customers their own lines alone, without the staff's names and notes", async () => {
    const customer = await registeredCustomer(app);
    await topUp(customer.id, { ...cash(250), note: 'Told at the counter' });
    await topUp((await client()).id, cash(999));
    const own = await app.call('GET', '/api/auth/me/ledger', { token: customer.token });
    expect(own.body.meta.total).toBe(1);
    expect(own.body.data[0]).toMatchObject({ kind: 'top_up', amount: 250, balance_after: 250 });
    expect(JSON.stringify(own.body)).not.toMatch(/counter|Касир|created_by/);
    const hidden = await app.call('GET', '/api/auth/me/ledger?filter[note][ilike]=%25', {
      token: customer.token,
    });
    expect(hidden.status).toBe(422);
  });
});

describe('sixteen writers on one wallet', () => {
  it('lose nothing, and each line leads to the balance after it', async () => {
    const { id } = await client();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, writer) =>
        Promise.all([
          topUp(id, cash(1_000 + writer)),
          post(`${id}/bonus`, { amount: 10 + writer, note: 'x' }),
        ]),
      ),
    );
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([201]));
    const lines = await linesOf(app, id);
    expect(lines).toHaveLength(32);
    let balance = 0;
    for (const line of lines) {
      balance += line.amount;
      expect(line.balance_after).toBe(balance);
    }
    expect((await clientRow(app, id)).balance).toBe(16_400);
    expect(balance).toBe(16_400);
    const proof = await verifyLedger(app.platform, app.clock.now());
    expect(proof.broken_client_ids).toEqual([]);
  });
});
