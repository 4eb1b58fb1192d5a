import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import {
  clientRow,
  linesOf,
  mailsOf,
  newTariff,
  pour,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';

let app: TestApp;
let manager: Person;
let small: string;
let large: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  manager = await staffMember(app, { permissions: ['clients.write'] });
  small = await newTariff(app, { month: 3_000, year: 30_000, goods: 100 });
  large = await newTariff(app, { month: 9_000, year: 90_000 });
});
afterAll(() => app.close());

const client = (options: Partial<SubscriberOptions> = {}) => subscriber(app, { tariffId: small, ...options });
const change = (id: string, body: unknown, { path = '', key }: { path?: string; key?: string } = {}) =>
  app.call('POST', `/api/admin/clients/${id}/tariff${path}`, {
    token: manager.token,
    locale: 'en',
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const preview = (id: string, body: unknown) => change(id, body, { path: '/preview' });
const toLarge = (when: 'now' | 'period_end') => ({ tariff_id: large, when });

/** A client in the middle of a charged period. */
async function paying(balance: number) {
  const { id } = await client({ endsIn: 0, balance: 3_000 + balance });
  app.clock.advance(1);
  await runBilling(app.platform.subscriptions);
  expect(await clientRow(app, id)).toMatchObject({ status: 'active', balance });
  return id;
}

describe('a change of the tariff now', () => {
  it('refunds the unused days, charges a full period from now, and tells the client', async () => {
    const id = await paying(10_000);
    const told = await preview(id, toLarge('now'));
    expect(told.status).toBe(200);
    expect(await clientRow(app, id)).toMatchObject({ tariff_id: small, balance: 10_000 });

    const { status, body } = await change(id, toLarge('now'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ tariff_id: large, status: 'active', next_tariff: null });
    const [, , refund, charge] = await linesOf(app, id);
    expect(refund).toMatchObject({ kind: 'refund', amount: told.body.data.refund });
    expect(charge).toMatchObject({
      kind: 'charge',
      amount: -told.body.data.charge,
      balance_after: body.data.balance,
    });
    expect(told.body.data).toMatchObject({
      charge: 9_000,
      balance_after: body.data.balance,
      status: 'active',
    });
    expect(Math.abs(Date.parse(told.body.data.trialEnds) - Date.parse(body.data.trialEnds))).toBeLessThan(
      60_000,
    );
    const [mail] = await mailsOf(app, id);
    expect(mail).toMatchObject({ kind: 'tariff_changed', reason: 'tariff_changed' });
    expect(mail?.data).toMatchObject({
      former: expect.any(String),
      pays_monthly: null,
      pays_yearly: null,
      amount: 9_000,
      monthly: 9_000,
      yearly: null,
      refund: told.body.data.refund,
      charge: 9_000,
      balance: body.data.balance,
      sum: told.body.data.next_charge.amount,
      missing: Math.max(0, told.body.data.next_charge.amount - body.data.balance),
    });
    expect(String(mail?.data['next_date']).slice(0, 10)).toBe(told.body.data.next_charge.date.slice(0, 10));
  });

  it('refunds nothing of a charge that was reversed', async () => {
    const id = await paying(10_000);
    const charge = (await linesOf(app, id)).find(({ kind }) => kind === 'charge');
    const cashier = await staffMember(app, { permissions: ['clients.replenish'] });
    const reversed = await app.call('POST', `/api/admin/clients/${id}/ledger/${charge?.id}/reverse`, {
      token: cashier.token,
      body: { note: 'Goodwill' },
    });
    expect(reversed.status).toBe(201);
    const { body } = await change(id, toLarge('now'));
    expect(body.data.balance).toBe(13_000 - 9_000);
  });

  it('is refused while balance and refund do not cover it, and changes nothing', async () => {
    const id = await paying(100);
    const before = await clientRow(app, id);
    for (const answer of [await preview(id, toLarge('now')), await change(id, toLarge('now'))]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'balance_too_low']);
      expect(Object.keys(answer.body.errors)).toEqual(['tariff_id']);
      const { refund, price, missing } = answer.body.shortfall;
      expect(missing).toBe(price - refund - before.balance);
      expect([refund, missing].every((sum) => sum > 0)).toBe(true);
    }
    expect(await clientRow(app, id)).toEqual(before);
    expect(await mailsOf(app, id)).toEqual([]);
  });

  it('goes to yearly billing of the same tariff', async () => {
    const id = await paying(40_000);
    const { body } = await change(id, { tariff_id: small, billing_period: 'year', when: 'now' });
    expect(body.data).toMatchObject({ billing_period: 'year', status: 'active' });
    expect((await linesOf(app, id)).at(-1)).toMatchObject({ kind: 'charge', amount: -30_000 });
    const [mail] = await mailsOf(app, id);
    expect(mail?.data).toMatchObject({ former: null, pays_monthly: null, pays_yearly: 1 });
  });

  it.each([
    ['trial', 5, 0, 'trial'],
    ['grace', -2, 0, 'grace'],
    ['grace', -2, 3_000, 'active'],
    ['blocked', -20, 3_000, 'active'],
  ] as const)('holds at once in %s (%i days, balance %i)', async (status, endsIn, balance, reached) => {
    const { id } = await client({ tariffId: large, status, endsIn, balance });
    const { body } = await change(id, { tariff_id: small, when: 'period_end' });
    expect(body.data).toMatchObject({ tariff_id: small, next_tariff: null, status: reached });
  });
});

describe("a change at the period's end", () => {
  it('keeps the old tariff until the period ends', async () => {
    const id = await paying(20_000);
    const before = await clientRow(app, id);
    const { body } = await change(id, toLarge('period_end'));
    expect(body.data).toMatchObject({ tariff_id: small, balance: 20_000, next_tariff: { id: large } });
    expect(body.data.trialEnds).toBe(before.trial_ends?.toISOString());
    app.clock.advance(32 * 86_400);
    await runBilling(app.platform.subscriptions);
    const after = await clientRow(app, id);
    expect(after).toMatchObject({ tariff_id: large, next_tariff_id: null, balance: 11_000 });
    expect(after.anchor).toEqual(before.anchor);
    manager = await staffMember(app, { permissions: ['clients.write'] });
  });

  it('of a client blocked by hand is previewed without being written', async () => {
    const { id } = await client({
      status: 'blocked',
      endsIn: 5,
      more: { blocked_from: 'active', next_event_at: null },
    });
    const before = await clientRow(app, id);
    const told = await preview(id, toLarge('period_end'));
    expect(told.body.data).toMatchObject({ refund: 0, charge: 0, status: 'blocked' });
    expect(told.body.data.from).toBe(before.trial_ends?.toISOString());
    expect(await clientRow(app, id)).toEqual(before);
    await change(id, toLarge('period_end'));
    expect(await clientRow(app, id)).toMatchObject({ tariff_id: small, next_tariff_id: large });
  });

  it('is replaced by a second choice and cancelled by the present tariff', async () => {
    const id = await paying(20_000);
    await change(id, toLarge('period_end'));
    const yearly = await change(id, { tariff_id: large, billing_period: 'year', when: 'period_end' });
    expect(yearly.body.data.next_tariff).toMatchObject({ id: large, billing_period: 'year' });
    const cancelled = await change(id, { tariff_id: small, when: 'period_end' });
    expect(cancelled.body.data.next_tariff).toBeNull();
    expect(await linesOf(app, id)).toHaveLength(2);
  });
});

describe('what is asked', () => {
  it.each([
    [{}, ['tariff_id', 'when']],
    [{ tariff_id: 'x', when: 'now' }, ['tariff_id']],
    [{ tariff_id: '0197a3c0-0000-7000-8000-000000000001', when: 'now' }, ['tariff_id']],
    [{ tariff_id: null, when: 'now' }, ['tariff_id']],
  ])('is refused at its field: %j', async (body, fields) => {
    const { id } = await client();
    const answer = await change(id, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  it('is refused for another word, an unknown key and the preview as it was once asked for', async () => {
    const { id } = await client();
    expect((await change(id, { ...toLarge('now'), when: 'later' })).body.errors).toHaveProperty('when');
    expect((await change(id, { ...toLarge('now'), billing_period: 'week' })).body.errors).toHaveProperty(
      'billing_period',
    );
    expect((await change(id, { ...toLarge('now'), price: 1 })).body.errors).toHaveProperty('price');
    expect((await change(id, toLarge('now'), { path: '?preview=1' })).status).toBe(422);
    expect((await clientRow(app, id)).tariff_id).toBe(small);
  });

  it('is a 404 for a strange client and a 409 for a deleted one', async () => {
    expect((await change('0197a3c0-0000-7000-8000-000000000001', toLarge('now'))).status).toBe(404);
    const { id } = await client({ more: { deleted_at: app.clock.now(), next_event_at: null } });
    for (const answer of [await change(id, toLarge('now')), await preview(id, toLarge('now'))]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'deleted']);
    }
  });

  it('may keep an archived tariff, but not choose one', async () => {
    const gone = await newTariff(app, { month: 2_000 });
    await app.platform.database.db
      .updateTable('tariffs')
      .set({ archived_at: app.clock.now() })
      .where('id', '=', gone)
      .execute();
    const { id } = await client({ status: 'trial' });
    expect((await change(id, { tariff_id: gone, when: 'now' })).body.errors).toHaveProperty('tariff_id');
    const other = await client({ tariffId: gone, status: 'trial' });
    const kept = await change(other.id, { tariff_id: gone, billing_period: 'year', when: 'now' });
    expect(kept.body.data).toMatchObject({ tariff_id: gone, billing_period: 'year' });
  });

  it('is done once for its key', async () => {
    const id = await paying(30_000);
    const first = await change(id, toLarge('now'), { key: 'change-1' });
    const again = await change(id, toLarge('now'), { key: 'change-1' });
    expect(again.body.data.balance).toBe(first.body.data.balance);
    expect((await linesOf(app, id)).filter(({ kind }) => kind === 'charge')).toHaveLength(2);
  });
});

describe('a customer', () => {
  it('sees the subscription, previews a change, makes it, and nobody else is touched', async () => {
    const customer = await registeredCustomer(app);
    const other = await client();
    const { db } = app.platform.database;
    const now = app.clock.now();
    const running = { status: 'active' as const, trial_ends: new Date(now.getTime() + 10 * 86_400_000) };
    await db
      .updateTable('clients')
      .set({ ...running, tariff_id: small, settled_at: now, next_event_at: now, anchor: running.trial_ends })
      .where('id', '=', customer.id)
      .execute();
    await pour(app, customer.id, 12_000);
    await runBilling(app.platform.subscriptions);
    const own = (method: string, path: string, body?: unknown) =>
      app.call(method, `/api/auth/me/${path}`, { token: customer.token, body, locale: 'en' });
    const { body } = await own('GET', 'subscription');
    expect(body.data).toMatchObject({
      status: 'active',
      balance: 12_000,
      price: 3_000,
      billing_period: 'month',
      tariff: { id: small, goods_quantity: 100 },
      limits: { goods_quantity: 100, monthly_turnover: null },
      next_tariff: null,
    });
    expect(body.data.tariffs.map(({ id }: { id: string }) => id)).toContain(large);
    expect(body.data.forecast[0]).toMatchObject({ event: 'charge', amount: 3_000 });

    const told = await own('POST', 'tariff/preview', toLarge('now'));
    expect(told.body.data).toMatchObject({ refund: 0, charge: 9_000, balance_after: 3_000 });
    const changed = await own('POST', 'tariff', toLarge('now'));
    expect(changed.body.data).toMatchObject({ tariff: { id: large }, balance: 3_000 });
    expect((await clientRow(app, other.id)).tariff_id).toBe(small);
    const audit = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('client_id', '=', customer.id)
      .execute();
    expect(audit.find(({ action }) => action === 'client.tariff')).toMatchObject({ actor_kind: 'customer' });
  });
});

describe('a client who has not confirmed', () => {
  it('may choose, and nothing is written to the address', async () => {
    const customer = await registeredCustomer(app);
    const before = await mailsOf(app, customer.id);
    const { status, body } = await app.call('POST', '/api/auth/me/tariff', {
      token: customer.token,
      body: toLarge('now'),
    });
    expect([status, body.data.tariff.id]).toEqual([200, large]);
    expect(await mailsOf(app, customer.id)).toEqual(before);
  });
});

describe('a new price of a tariff', () => {
  it('is looked at by its clients at once where it could matter', async () => {
    const admin = await staffMember(app);
    const dear = await newTariff(app, { month: 9_000 });
    const poor = await client({ tariffId: dear, status: 'grace', endsIn: -1, balance: 5_000 });
    const other = await client({ status: 'grace', endsIn: -1, balance: 500 });
    const more = { next_tariff_id: dear, next_billing_period: 'month' as const };
    const chooser = await client({ endsIn: 2, balance: 5_000, more });
    await runBilling(app.platform.subscriptions);
    const { status } = await app.call('PUT', `/api/admin/tariffs/${dear}`, {
      token: admin.token,
      body: { price_month: 4_000 },
    });
    expect(status).toBe(200);
    await runBilling(app.platform.subscriptions);
    expect(await clientRow(app, poor.id)).toMatchObject({ status: 'active', balance: 1_000 });
    expect(await clientRow(app, other.id)).toMatchObject({ status: 'grace', balance: 500 });
    const { trial_ends, lasts_until } = await clientRow(app, chooser.id);
    expect(lasts_until && trial_ends && lasts_until > trial_ends).toBe(true);
  });
});
