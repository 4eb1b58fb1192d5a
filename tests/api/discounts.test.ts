import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { waitsForLock } from '#tests/support/races/waits-for-lock.ts';
import {
  clientRow,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';

/** Discounts of clients (GROWTH section 17, "Discounts"). */

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const client = async (options: Partial<SubscriberOptions> = {}) =>
  (await subscriber(app, { tariffId, ...options })).id;
const call = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/clients/${path}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
const twenty = { percent: 20, periods: 3, reason: 'Late start' };
const give = (id: string, body: object = twenty, by: Pick<Person, 'token'> = admin) =>
  call('POST', `${id}/discounts`, body, by);
const listed = async (id: string) => (await call('GET', `${id}/discounts`)).body.data;
const run = () => runBilling(app.platform.subscriptions);
const charges = async (id: string) =>
  (await linesOf(app, id)).filter(({ kind }) => kind === 'charge').map(({ amount }) => amount);

describe('a discount', () => {
  it('is on the next periods alone, with who gave it, why, and what remains of it', async () => {
    const id = await client({ endsIn: 5, balance: 100_000 });
    const given = await give(id, { percent: 20, periods: 2, reason: 'Late start' });
    expect(given.status).toBe(201);
    expect(given.body.data).toMatchObject({
      percent: 20,
      amount: null,
      periods: 2,
      periods_left: 2,
      state: 'running',
      reason: 'Late start',
      created_by: { id: admin.id },
      ended_at: null,
    });
    expect(await charges(id)).toEqual([]);
    const forecast = (await call('GET', `${id}/forecast`)).body.data.filter(
      ({ event }: { event: string }) => event === 'charge',
    );
    expect(forecast.slice(0, 3)).toMatchObject([
      { amount: 8_000, discount: 2_000 },
      { amount: 8_000, discount: 2_000 },
      { amount: 10_000 },
    ]);
    for (const _month of [1, 2, 3]) {
      app.clock.advance(31 * 86_400);
      await run();
    }
    admin = await staffMember(app);
    expect(await charges(id)).toEqual([-8_000, -8_000, -10_000]);
    expect(await listed(id)).toMatchObject([{ state: 'used', periods_left: 0 }]);
    expect(await clientRow(app, id)).toMatchObject({ discounts: null, due_price: null });
    const lines = (await call('GET', `${id}/ledger?filter[kind][eq]=charge`)).body.data;
    expect(
      lines.map(({ price, discount, amount }: Record<string, number>) => [price, discount, amount]),
    ).toEqual([
      [10_000, 0, -10_000],
      [10_000, 2_000, -8_000],
      [10_000, 2_000, -8_000],
    ]);
    const found = await call('GET', `${id}/ledger?filter[discount][gte]=1`);
    expect(found.body.meta.total).toBe(2);
    const all = await app.call('GET', `/api/admin/ledger?filter[client_id][eq]=${id}&limit=1`, admin);
    expect(all.body.data[0]).toMatchObject({ price: 10_000, discount: 0 });
  });

  it('that leaves nothing to pay writes a line of nothing and sends no email', async () => {
    const id = await client({ endsIn: 5, balance: 0 });
    await give(id, { amount: 10_000, periods: 1, reason: 'A month free' });
    expect(await clientRow(app, id)).toMatchObject({ due_price: 0 });
    app.clock.advance(6 * 86_400);
    await run();
    admin = await staffMember(app);
    expect(await clientRow(app, id)).toMatchObject({ status: 'active', balance: 0, discounts: null });
    const [line] = (await call('GET', `${id}/ledger`)).body.data;
    expect(line).toMatchObject({ kind: 'charge', amount: 0, price: 10_000, discount: 10_000 });
    // Being given one is told, the period and its end are not.
    expect((await mailsOf(app, id)).map(({ kind }) => kind)).toEqual(['discount_given']);
    // It gave nothing that could come back.
    const back = await call('POST', `${id}/ledger/${line.id}/reverse`, { note: 'No' });
    expect(back.status).toBe(422);
    expect(await verifyLedger(app.platform.database, app.clock.now())).toMatchObject({ findings: [] });
  });

  it('is told to the client when staff give and end it, and when its last period has begun', async () => {
    const id = await client({ endsIn: 5, balance: 100_000 });
    const told = async () =>
      (await mailsOf(app, id)).map(({ kind, reason, data }) => ({ kind, reason, data }));
    const first = (await give(id, { percent: 20, periods: 1, reason: 'Late start' })).body.data;
    const { trial_ends: end } = await clientRow(app, id);
    expect(await told()).toMatchObject([
      {
        kind: 'discount_given',
        data: { percent: 20, off: null, periods: 1, price: 10_000, sum: 8_000, date: end?.toISOString() },
      },
    ]);
    await call('DELETE', `${id}/discounts/${first.id}`);
    expect((await told())[1]).toMatchObject({
      kind: 'discount_ended',
      reason: 'discount_ended',
      data: { sum: 10_000, date: end?.toISOString() },
    });
    await give(id, { amount: 1_000, periods: 1, reason: 'Sorry' });
    app.clock.advance(6 * 86_400);
    await run();
    admin = await staffMember(app);
    const { trial_ends: next } = await clientRow(app, id);
    expect((await told()).slice(3)).toMatchObject([
      {
        kind: 'discount_ended',
        reason: 'discount_used',
        data: { sum: 10_000, date: next?.toISOString() },
      },
    ]);
  });

  it('is in what is recommended, told as missing and previewed', async () => {
    const own = await newTariff(app, { month: 20_000 });
    const id = await client({ tariffId: own, endsIn: 2, balance: 1_000 });
    await give(id, { percent: 50, periods: null, reason: 'Partner' });
    const row = (await call('GET', id)).body.data;
    expect(row.recommended_amount).toBe(9_000);
    const preview = await call('POST', `${id}/tariff/preview`, { tariff_id: tariffId, when: 'period_end' });
    expect(preview.body.data).toMatchObject({
      charge: 0,
      discount: 0,
      next_charge: { price: 10_000, discount: 5_000, amount: 5_000 },
    });
    app.clock.advance(3 * 86_400);
    await run();
    admin = await staffMember(app);
    expect((await mailsOf(app, id)).slice(1)).toMatchObject([{ data: { amount: 9_000 } }]);
  });

  it('lets a blocked client go on when the balance pays what is left of the price', async () => {
    const id = await client({ status: 'blocked', endsIn: -20, balance: 6_000 });
    await give(id, { percent: 50, periods: 1, reason: 'Come back' });
    expect(await clientRow(app, id)).toMatchObject({ status: 'active', balance: 1_000, discounts: null });
  });

  it('can be ended once; the next period costs the price again', async () => {
    const id = await client({ endsIn: 5, balance: 50_000 });
    const { id: discount } = (await give(id)).body.data;
    const ended = await call('DELETE', `${id}/discounts/${discount}`);
    expect(ended.body.data).toMatchObject({ state: 'ended', periods_left: 0, ended_by: { id: admin.id } });
    expect((await call('DELETE', `${id}/discounts/${discount}`)).body.code).toBe('discount_over');
    app.clock.advance(6 * 86_400);
    await run();
    admin = await staffMember(app);
    expect(await charges(id)).toEqual([-10_000]);
    const other = await client();
    expect((await call('DELETE', `${other}/discounts/${discount}`)).status).toBe(404);
    const audit = await app.call('GET', `/api/admin/audit?filter[client_id][eq]=${id}&limit=10`, admin);
    expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['client.discount', 'client.discount_ended']),
    );
  });

  it('stays as it is while the client, its settings and its account change', async () => {
    const id = await client();
    await give(id);
    const { discounts } = await clientRow(app, id);
    expect(discounts).toHaveLength(1);
    const changed = await call('PUT', id, { contact_person: 'Олена' });
    expect(changed.body.data, JSON.stringify(changed.body)).toMatchObject({ contact_person: 'Олена' });
    expect((await call('POST', `${id}/settings`, { term_without_payment_days: 9 })).status).toBe(200);
    expect((await call('DELETE', `${id}/delete`)).status).toBe(200);
    expect((await call('POST', `${id}/restore`)).status).toBe(200);
    expect(await clientRow(app, id)).toMatchObject({ discounts });
  });

  it('is given to a client whose tariff changes at the same moment', async () => {
    const id = await client({ endsIn: 5, balance: 100_000 });
    const another = await newTariff(app, { month: 30_000 });
    const connection = await app.platform.database.pool.connect();
    await connection.query('begin');
    await connection.query('update clients set tariff_id = $2 where id = $1', [id, another]);
    const given = give(id);
    await waitsForLock(app);
    await connection.query('commit');
    connection.release();
    expect((await given).status).toBe(201);
  });

  it('is given once for its key', async () => {
    const id = await client();
    const send = () =>
      app.call('POST', `/api/admin/clients/${id}/discounts`, {
        token: admin.token,
        body: twenty,
        headers: { 'idempotency-key': `discount-${id}` },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(await listed(id)).toHaveLength(1);
  });

  it('waits while the client is blocked by hand, and its own balance lasts longer', async () => {
    const id = await client({ endsIn: 5, balance: 10_000 });
    const blocked = await call('PUT', id, { status: 'blocked', reason: 'Asked' });
    expect(blocked.body.data.status).toBe('blocked');
    await give(id, { percent: 50, periods: 1, reason: 'Sorry' });
    expect(await clientRow(app, id)).toMatchObject({ due_price: 5_000 });
    app.clock.advance(6 * 86_400);
    await run();
    admin = await staffMember(app);
    expect(await charges(id)).toEqual([]);
    // Its time stood still.
    const back = await call('PUT', id, { status: 'active' });
    expect(back.body.data, JSON.stringify(back.body)).toMatchObject({ status: 'active' });
    app.clock.advance(6 * 86_400);
    await run();
    admin = await staffMember(app);
    expect(await charges(id)).toEqual([-5_000]);
  });
});

describe('a discount is refused', () => {
  it.each([
    [{ percent: 101, periods: 1, reason: 'x' }, 'percent'],
    [{ percent: 0, periods: 1, reason: 'x' }, 'percent'],
    [{ percent: 1.5, periods: 1, reason: 'x' }, 'percent'],
    [{ amount: -5, periods: 1, reason: 'x' }, 'amount'],
    [{ amount: 0, periods: 1, reason: 'x' }, 'amount'],
    [{ percent: 5, amount: 5, periods: 1, reason: 'x' }, 'amount'],
    [{ periods: 1, reason: 'x' }, 'percent'],
    [{ percent: 5, periods: 0, reason: 'x' }, 'periods'],
    [{ percent: 5, periods: 121, reason: 'x' }, 'periods'],
    [{ percent: 5, reason: 'x' }, 'periods'],
    [{ percent: 5, periods: 1 }, 'reason'],
    [{ percent: 5, periods: 1, reason: ' ' }, 'reason'],
  ])('%j', async (body, field) => {
    const refused = await give(await client(), body);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  });

  it('for a deleted client, a stranger, and without the permission', async () => {
    const id = await client();
    const { id: discount } = (await give(id)).body.data;
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    expect((await give(id, twenty, reader)).status).toBe(403);
    expect((await call('DELETE', `${id}/discounts/${discount}`, undefined, reader)).status).toBe(403);
    expect((await call('GET', `${id}/discounts`, undefined, reader)).status).toBe(200);
    const readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
    expect((await give(id, twenty, readOnly)).status).toBe(403);
    const customer = await registeredCustomer(app);
    expect((await give(id, twenty, customer)).status).toBe(401);
    await call('DELETE', `${id}/delete`);
    expect((await give(id)).body.code).toBe('deleted');
    expect((await call('DELETE', `${id}/discounts/${discount}`)).body.code).toBe('deleted');
    expect((await give('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await call('DELETE', `${id}/discounts/nothing`)).status).toBe(404);
  });
});
