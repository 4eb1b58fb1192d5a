import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceEmailSeconds } from '#contract/entities/tariff.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { localDay, startOfDay } from '#server/kernel/periods.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { reschedule } from '#server/subscriptions/change-terms.ts';
import { notifyPrice } from '#server/tariffs/prices/notify-price.ts';
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

/** Prices of tariffs as dated versions (GROWTH section 17, "Prices keep promises"). */

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
});
afterAll(() => app.close());

const timeZone = 'Europe/Kyiv';
const dayAhead = (days: number) => localDay(daysAhead(app, days), timeZone);
const send = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/tariffs${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const change = (id: string, body: object) => send('PUT', `/${id}`, body);
const preview = async (id: string, body: object) =>
  (await send('POST', `/${id}/price-preview`, { price_year: 100_000, existing: 'change', ...body })).body;
const versions = async (id: string) => (await send('GET', `/${id}/prices`)).body.data;
const client = async (tariffId: string, options: Partial<SubscriberOptions> = {}) =>
  (await subscriber(app, { tariffId, ...options })).id;
const mailsAbout = async (id: string) => (await mailsOf(app, id)).map(({ kind, data }) => ({ kind, data }));

/** What the worker does after a change: all rows that it concerns, and the emails. */
async function settle(tariffId: string, priceId?: string): Promise<void> {
  await reschedule(app.platform.subscriptions, { tariffId, since: app.clock.now().toISOString() });
  await runBilling(app.platform.subscriptions);
  if (priceId) await notifyPrice(app.platform, priceId, app.clock.now());
}

/** So much later that the emails about a price go; a session ends in that time. */
async function letEmailsGo(): Promise<void> {
  app.clock.advance(priceEmailSeconds);
  admin = await staffMember(app);
}

describe('another price', () => {
  it('is paid by newcomers at once, by present clients after its notice, and they are told the day and the sum', async () => {
    const tariffId = await newTariff(app);
    const early = await client(tariffId, { endsIn: 5, balance: 50_000 });
    const late = await client(tariffId, { endsIn: 20, balance: 50_000 });
    const trial = await client(tariffId, { status: 'trial', endsIn: 16, balance: 50_000 });
    const yearly = await client(tariffId, { endsIn: 20, billingPeriod: 'year' });
    expect((await change(tariffId, { price_month: 15_000 })).body.data).toMatchObject({
      price_month: 15_000,
    });
    const newcomer = await client(tariffId, {
      status: 'trial',
      endsIn: 5,
      balance: 50_000,
      more: { created_at: daysAhead(app, 0.01) },
    });
    const [version] = await versions(tariffId);
    await settle(tariffId, version.id);

    const firstDate = (await clientRow(app, late)).trial_ends?.toISOString();
    expect(await mailsAbout(late)).toEqual([
      { kind: 'price_announced', data: expect.objectContaining({ amount: 15_000, date: firstDate }) },
    ]);
    expect(await mailsAbout(trial)).toMatchObject([{ kind: 'price_announced', data: { amount: 15_000 } }]);
    const [told] = await mailsAbout(early);
    const month = (Date.parse(String(told?.data?.date)) - daysAhead(app, 5).getTime()) / 86_400_000;
    expect(month).toBeGreaterThan(27.9);
    expect(month).toBeLessThan(31.1);
    expect(await mailsAbout(newcomer)).toEqual([]);
    expect(await mailsAbout(yearly)).toEqual([]);
    // Twice is once.
    await notifyPrice(app.platform, version.id, app.clock.now());
    expect(await mailsAbout(late)).toHaveLength(1);

    app.clock.advance(21 * 86_400);
    await runBilling(app.platform.subscriptions);
    admin = await staffMember(app);
    const charged = async (id: string) =>
      (await linesOf(app, id)).filter(({ kind }) => kind === 'charge').map(({ amount }) => amount);
    expect(await charged(early)).toEqual([-10_000]);
    expect(await charged(late)).toEqual([-15_000]);
    expect(await charged(trial)).toEqual([-15_000]);
    expect(await charged(newcomer)).toEqual([-15_000]);
    app.clock.advance(20 * 86_400);
    await runBilling(app.platform.subscriptions);
    admin = await staffMember(app);
    expect(await charged(early)).toEqual([-10_000, -15_000]);
  });

  it('is asked of a suspended client from the moment at which it holds, and what is asked is enough', async () => {
    const tariffId = await newTariff(app);
    const id = await client(tariffId, { status: 'blocked', endsIn: -10, balance: 6000 });
    await runBilling(app.platform.subscriptions);
    await change(tariffId, { price_month: 15_000 });
    await settle(tariffId);
    const asked = async () =>
      (await app.call('GET', `/api/admin/clients/${id}`, admin)).body.data.next_payment;
    expect(await asked()).toEqual({ amount: 10_000, missing: 4000, date: null });
    app.clock.advance(16 * 86_400);
    admin = await staffMember(app);
    // Before a run has looked at the client, and after it.
    expect(await asked()).toEqual({ amount: 15_000, missing: 9000, date: null });
    await runBilling(app.platform.subscriptions);
    expect(await clientRow(app, id)).toMatchObject({ status: 'blocked', due_price: 15_000 });
    const pay = (amount: number) =>
      app.call('POST', `/api/admin/clients/${id}/replenish`, { ...admin, body: { service: 'cash', amount } });
    expect((await pay(8999)).body.data.client.status).toBe('blocked');
    expect((await pay(1)).body.data.client).toMatchObject({ status: 'active', balance: 0 });
  });

  it('is what forecast, runway and recommended amount go by', async () => {
    const tariffId = await newTariff(app);
    const id = await client(tariffId, { endsIn: 20, balance: 45_000 });
    await runBilling(app.platform.subscriptions);
    const read = async (path = '') =>
      (await app.call('GET', `/api/admin/clients/${id}${path}`, admin)).body.data;
    const before = await read();
    await change(tariffId, { price_month: 15_000 });
    await settle(tariffId);
    const after = await read();
    expect(before.recommended_amount).toBe(0);
    // Four periods before, three now.
    expect(Date.parse(before.lasts_until) - Date.parse(after.lasts_until)).toBeGreaterThan(27 * 86_400_000);
    const charges = (await read('/forecast')).filter(({ event }: { event: string }) => event === 'charge');
    expect(charges.map(({ amount }: { amount: number }) => amount)).toEqual([15_000, 15_000, 15_000]);
    const poor = await client(tariffId, { endsIn: 5, balance: 1_000 });
    await settle(tariffId);
    const listed = await app.call('GET', `/api/admin/clients?filter[id][in]=${id},${poor}&limit=10`, admin);
    expect(
      listed.body.data.map((row: { recommended_amount: number }) => row.recommended_amount).sort(),
    ).toEqual([0, 9_000]);
  });

  it('kept by present clients changes nothing for them, until a later one says so', async () => {
    const tariffId = await newTariff(app);
    const id = await client(tariffId, { endsIn: 20, balance: 100_000 });
    await change(tariffId, { price_month: 15_000, existing: 'keep' });
    await settle(tariffId, (await versions(tariffId))[0].id);
    expect(await mailsAbout(id)).toEqual([]);
    expect(await clientRow(app, id)).toMatchObject({ due_price: 10_000 });
    expect(await versions(tariffId)).toMatchObject([
      { price_month: 15_000, existing: 'keep', state: 'present', clients: 0, present_from: null },
      { price_month: 10_000, state: 'past', clients: 1, can_withdraw: false },
    ]);
    const held = async () => {
      const found = (await versions(tariffId)).map(async ({ clients_held }: { clients_held: string[] }) => {
        if (clients_held.length === 0) return [];
        const query = `filter[price_held][in]=${clients_held.join(',')}&limit=10`;
        const { body } = await app.call('GET', `/api/admin/clients?${query}`, admin);
        return body.data.map((row: { id: string }) => row.id);
      });
      return Promise.all(found);
    };
    expect(await held()).toEqual([[], [id]]);
    await change(tariffId, { price_month: 20_000 });
    await settle(tariffId, (await versions(tariffId))[0].id);
    expect(await mailsAbout(id)).toMatchObject([{ kind: 'price_announced', data: { amount: 20_000 } }]);
    expect(await clientRow(app, id)).toMatchObject({ due_price: 20_000 });
    // The price after it waits for its notice.
    expect(await held()).toEqual([[], [], [id]]);
  });

  it('is told with what discounts leave of it by then', async () => {
    const tariffId = await newTariff(app);
    const [ending, lasting] = [await client(tariffId, { endsIn: 2 }), await client(tariffId, { endsIn: 2 })];
    const give = (id: string, body: object) =>
      app.call('POST', `/api/admin/clients/${id}/discounts`, {
        ...admin,
        body: { ...body, reason: 'Sorry' },
      });
    await give(ending, { percent: 50, periods: 1 });
    await give(lasting, { percent: 50, periods: null });
    await change(tariffId, { price_month: 20_000, existing: 'change' });
    await settle(tariffId, (await versions(tariffId))[0].id);
    const priceMails = async (id: string) =>
      (await mailsAbout(id)).filter(({ kind }) => kind === 'price_announced');
    expect(await priceMails(ending)).toMatchObject([{ data: { amount: 20_000, sum: 20_000, discount: 0 } }]);
    expect(await priceMails(lasting)).toMatchObject([
      { data: { amount: 20_000, sum: 10_000, discount: 10_000 } },
    ]);
  });

  it('that is lower holds from the next period without notice', async () => {
    const tariffId = await newTariff(app);
    const id = await client(tariffId, { endsIn: 2, balance: 100_000 });
    await change(tariffId, { price_month: 8_000 });
    await settle(tariffId, (await versions(tariffId))[0].id);
    const { trial_ends, due_price } = await clientRow(app, id);
    expect(due_price).toBe(8_000);
    expect(await mailsAbout(id)).toMatchObject([
      { data: { amount: 8_000, date: trial_ends?.toISOString() } },
    ]);
  });

  it('from a later day begins with that day, for newcomers too', async () => {
    const tariffId = await newTariff(app);
    const { body } = await change(tariffId, { price_month: 15_000, price_year: 150_000, from: dayAhead(3) });
    const announced = { price_month: 15_000, price_year: 150_000, from: dayAhead(3) };
    expect(body.data).toMatchObject({ price_month: 10_000, price_year: 100_000, coming_price: announced });
    const [coming, present] = await versions(tariffId);
    expect(coming).toMatchObject({
      state: 'coming',
      from: dayAhead(3),
      can_withdraw: true,
      created_by: { name: expect.any(String) },
    });
    expect(present).toMatchObject({ state: 'present', price_month: 10_000, created_by: null });
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${tariffId}`, admin);
    expect(log.body.data[0].changes).toEqual([
      { field: 'price_month', before: 10_000, after: 15_000 },
      { field: 'price_year', before: 100_000, after: 150_000 },
      { field: 'from', before: null, after: dayAhead(3) },
    ]);
    app.clock.advance((startOfDay(dayAhead(3), timeZone).getTime() - app.clock.now().getTime()) / 1000 + 1);
    await runBilling(app.platform.subscriptions);
    admin = await staffMember(app);
    expect((await send('GET', `/${tariffId}`)).body.data).toMatchObject({
      price_month: 15_000,
      coming_price: null,
    });
    expect((await versions(tariffId))[0]).toMatchObject({ state: 'present' });
  });

  it.each([
    [{ from: '2020-01-01' }, 'from'],
    [{ from: '2126-01-01' }, 'from'],
    [{ from: 'soon' }, 'from'],
    [{ existing: 'some' }, 'existing'],
    [{ price_month: -1 }, 'price_month'],
  ])('with %j is refused', async (wrong, field) => {
    const tariffId = await newTariff(app);
    const { status, body } = await change(tariffId, { price_month: 15_000, ...wrong });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    const told = await preview(tariffId, { price_month: 15_000, ...wrong });
    expect(Object.keys(told.errors)).toEqual([field]);
    expect(await versions(tariffId)).toHaveLength(1);
  });

  it('without a difference makes no version', async () => {
    const tariffId = await newTariff(app);
    await change(tariffId, { price_month: 10_000, goods_quantity: 5, existing: 'keep' });
    expect(await versions(tariffId)).toHaveLength(1);
  });

  it('for a client who waits for the tariff is the one that holds when it comes', async () => {
    const [from, to] = [await newTariff(app), await newTariff(app, { month: 20_000 })];
    const id = await client(from, { endsIn: 5, balance: 100_000 });
    const choice = { tariff_id: to, when: 'period_end' };
    const chosen = await app.call('POST', `/api/admin/clients/${id}/tariff`, {
      token: admin.token,
      body: choice,
    });
    expect(chosen.status).toBe(200);
    await change(to, { price_month: 25_000, from: dayAhead(2) });
    await settle(to);
    expect(await clientRow(app, id)).toMatchObject({ due_price: 25_000 });
    app.clock.advance(6 * 86_400);
    await runBilling(app.platform.subscriptions);
    admin = await staffMember(app);
    expect((await linesOf(app, id)).at(-1)).toMatchObject({ kind: 'charge', amount: -25_000 });
  });
});

describe('a customer', () => {
  it('sees the own price and the one that comes, with its day', async () => {
    const tariffId = await newTariff(app);
    const customer = await registeredCustomer(app);
    const own = async () =>
      (await app.call('GET', '/api/auth/me/subscription', { token: customer.token })).body.data;
    const ends = daysAhead(app, 5);
    const running = { status: 'active' as const, trial_ends: ends, anchor: ends, tariff_id: tariffId };
    await app.platform.db.updateTable('clients').set(running).where('id', '=', customer.id).execute();
    await app.platform.db
      .updateTable('clients')
      .set({ settled_at: app.clock.now(), next_event_at: ends })
      .where('id', '=', customer.id)
      .execute();
    expect(await own()).toMatchObject({ price: 10_000, coming_price: null });
    await change(tariffId, { price_month: 15_000, price_year: 90_000 });
    const { price, coming_price, coming_charges, tariff, tariffs } = await own();
    expect([price, coming_price.price, tariff.price_month, tariff.price_year]).toEqual([
      10_000, 15_000, 10_000, 90_000,
    ]);
    expect(tariffs.find(({ id }: { id: string }) => id === tariffId)).toEqual(tariff);
    const days = (Date.parse(coming_price.from) - ends.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(27.9);
    expect(days).toBeLessThan(31.1);
    expect(coming_charges.map(({ amount }: { amount: number }) => amount)).toEqual([
      10_000,
      ...Array.from({ length: 11 }, () => 15_000),
    ]);
    expect(coming_charges[1].date).toBe(coming_price.from);
  });
});

describe('the preview of a price', () => {
  it('counts who would pay it, the difference of a month, and when the first is charged', async () => {
    const tariffId = await newTariff(app, { month: 10_000, year: 100_000 });
    await client(tariffId, { endsIn: 20 });
    const soon = await client(tariffId, { status: 'trial', endsIn: 15 });
    await client(tariffId, { endsIn: 3 });
    await client(tariffId, { status: 'blocked', endsIn: -20 });
    await client(tariffId, { status: 'archived', endsIn: -60 });
    await client(tariffId, { endsIn: 20, billingPeriod: 'year' });
    await client(tariffId, { more: { deleted_at: app.clock.now() } });
    const { data } = await preview(tariffId, { price_month: 12_000, price_year: 100_006 });
    const first = (await clientRow(app, soon)).trial_ends?.toISOString();
    // Three months and a year whose half is rounded away from zero.
    expect(data).toEqual({
      clients: 5,
      mails: 5,
      paying: { month: { clients: 3, difference: 6_000 }, year: { clients: 1, difference: 6 } },
      month_difference: 6_001,
      first_charge_at: first,
    });
    const lower = await preview(tariffId, { price_month: 10_000, price_year: 99_994 });
    expect(lower.data).toMatchObject({ clients: 1, month_difference: -1 });
    expect((await preview(tariffId, { price_month: 12_000, existing: 'keep' })).data).toEqual({
      clients: 0,
      mails: 0,
      paying: { month: { clients: 0, difference: 0 }, year: { clients: 0, difference: 0 } },
      month_difference: 0,
      first_charge_at: null,
    });
    expect(await versions(tariffId)).toHaveLength(1);
    await change(tariffId, { price_month: 12_000, price_year: 100_006 });
    await notifyPrice(app.platform, (await versions(tariffId))[0].id, app.clock.now());
    const sent = await app.platform.db
      .selectFrom('emails')
      .select(['data'])
      .where('once_key', 'like', `%:price:${(await versions(tariffId))[0].id}`)
      .execute();
    expect(sent).toHaveLength(5);
  });

  it('says the first charge by the calendar of the anchor', async () => {
    const tariffId = await newTariff(app);
    const anchor = new Date(app.clock.now().getTime() - 40 * 86_400_000);
    const id = await client(tariffId, { endsIn: 1, more: { anchor } });
    const { data } = await preview(tariffId, { price_month: 12_000 });
    await change(tariffId, { price_month: 12_000 });
    await notifyPrice(app.platform, (await versions(tariffId))[0].id, app.clock.now());
    const [told] = await mailsAbout(id);
    expect(data.first_charge_at).toBe(told?.data?.date);
  });
});

describe('a price that holds for nobody', () => {
  it('is taken back, and who was told of it is told so', async () => {
    const tariffId = await newTariff(app);
    const id = await client(tariffId, { endsIn: 20, balance: 1_000 });
    await change(tariffId, { price_month: 15_000 });
    const [version] = await versions(tariffId);
    await settle(tariffId, version.id);
    const late = await client(tariffId, { endsIn: 20 });
    const { id: newcomer } = await subscriber(app, { tariffId, more: { created_at: daysAhead(app, 0.01) } });
    expect((await send('DELETE', `/${tariffId}/prices/${version.id}`)).body.code).toBe('in_force');
    await app.platform.db
      .updateTable('clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', newcomer)
      .execute();
    expect((await send('DELETE', `/${tariffId}/prices/${version.id}`)).status).toBe(200);
    expect((await send('GET', `/${tariffId}`)).body.data).toMatchObject({ price_month: 10_000 });
    await settle(tariffId, version.id);
    expect((await mailsAbout(id)).map(({ kind }) => kind).sort()).toEqual([
      'price_announced',
      'price_withdrawn',
    ]);
    expect(await mailsAbout(late)).toEqual([]);
    expect(await clientRow(app, id)).toMatchObject({ due_price: null });
    // Twice is once.
    expect((await send('DELETE', `/${tariffId}/prices/${version.id}`)).status).toBe(200);
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${tariffId}`, admin);
    const withdrawals = log.body.data.filter(
      ({ action }: { action: string }) => action === 'tariff.price_withdrawn',
    );
    expect(withdrawals).toHaveLength(1);
  });

  it('may be a lower one that was set by mistake, until its emails go', async () => {
    const tariffId = await newTariff(app);
    await client(tariffId, { endsIn: 20 });
    await change(tariffId, { price_month: 1_000 });
    const [slip] = await versions(tariffId);
    expect(slip).toMatchObject({ clients: 1, can_withdraw: true });
    expect((await send('DELETE', `/${tariffId}/prices/${slip.id}`)).status).toBe(200);
    expect((await send('GET', `/${tariffId}`)).body.data).toMatchObject({ price_month: 10_000 });
    expect(await versions(tariffId)).toHaveLength(1);

    await change(tariffId, { price_month: 1_000 });
    const [meant] = await versions(tariffId);
    await letEmailsGo();
    expect(await versions(tariffId)).toMatchObject([{ can_withdraw: false }, {}]);
    expect((await send('DELETE', `/${tariffId}/prices/${meant.id}`)).body.code).toBe('in_force');
  });

  it('may be one whose yearly price stayed, also when somebody pays by the year', async () => {
    const tariffId = await newTariff(app);
    await client(tariffId, { endsIn: 20 });
    await client(tariffId, { endsIn: 20, billingPeriod: 'year' });
    await change(tariffId, { price_month: 15_000 });
    await letEmailsGo();
    const [version] = await versions(tariffId);
    expect(version).toMatchObject({ clients: 1, can_withdraw: true });
    expect((await send('DELETE', `/${tariffId}/prices/${version.id}`)).status).toBe(200);
    expect((await send('GET', `/${tariffId}`)).body.data).toMatchObject({ price_month: 10_000 });
  });

  it('stays when a charge has used it, or somebody came by it', async () => {
    const charged = await newTariff(app);
    await client(charged, { endsIn: 0, balance: 50_000 });
    await change(charged, { price_month: 1_000 });
    const [used] = await versions(charged);
    app.clock.advance(1);
    await settle(charged);
    expect(await versions(charged)).toMatchObject([{ can_withdraw: false }, {}]);
    expect((await send('DELETE', `/${charged}/prices/${used.id}`)).body.code).toBe('in_force');

    const joined = await newTariff(app);
    await change(joined, { price_month: 1_000 });
    await client(joined, { status: 'trial', more: { created_at: daysAhead(app, 0.001) } });
    const [promised] = await versions(joined);
    expect((await send('DELETE', `/${joined}/prices/${promised.id}`)).body.code).toBe('in_force');
  });

  it('is never the first one, another tariff’s, or one that has been', async () => {
    const [tariffId, other] = [await newTariff(app), await newTariff(app)];
    const [first] = await versions(tariffId);
    const withdraw = (id: string, version: string) => send('DELETE', `/${id}/prices/${version}`);
    expect((await withdraw(tariffId, first.id)).body.code).toBe('in_force');
    expect((await withdraw(other, first.id)).status).toBe(404);
    await change(tariffId, { price_month: 15_000 });
    const [second] = await versions(tariffId);
    await change(tariffId, { price_month: 17_000 });
    expect((await withdraw(tariffId, second.id)).body.code).toBe('in_force');
  });
});

describe('who may', () => {
  it('reads versions with tariffs.read, and changes them with tariffs.write alone', async () => {
    const reader = await staffMember(app, { permissions: ['tariffs.read'] });
    const readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
    const tariffId = await newTariff(app);
    await change(tariffId, { price_month: 15_000, from: dayAhead(3) });
    const [version] = await versions(tariffId);
    expect((await send('GET', `/${tariffId}/prices`, undefined, reader)).status).toBe(200);
    const body = { price_month: 1, price_year: 1, existing: 'keep' };
    for (const [person, code] of [
      [reader, 'forbidden'],
      [readOnly, 'read_only'],
    ] as const) {
      const asked = await send('POST', `/${tariffId}/price-preview`, body, person);
      const taken = await send('DELETE', `/${tariffId}/prices/${version.id}`, undefined, person);
      expect([asked.body.code, taken.body.code]).toEqual([code, code]);
    }
    const stranger = await app.call('GET', `/api/admin/tariffs/${tariffId}/prices`, {});
    expect(stranger.status).toBe(401);
    const unknown = '0198c000-0000-7000-8000-0000000000ff';
    expect((await send('GET', `/${unknown}/prices`)).status).toBe(404);
  });
});
