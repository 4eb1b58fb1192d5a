import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differingLimits, exceeded } from '#server/clients/plan/compare-tariffs.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
});
afterAll(() => app.close());

const unknown = '0198c000-0000-7000-8000-0000000000ff';
const call = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const between = (a: string, b: string, more = '', person?: Person) =>
  call('GET', `admin/tariffs/difference?a=${a}&b=${b}${more}`, undefined, person);
const own = (a: string, b: string, person: Pick<Person, 'token'>) =>
  call('GET', `auth/me/tariffs/difference?a=${a}&b=${b}`, undefined, person);

async function feature(name: string): Promise<{ id: string; key: string }> {
  const key = `difference_${name.toLowerCase()}`;
  const { status, body } = await call('POST', 'admin/tariff-permissions', {
    key,
    parent_id: null,
    translations: { uk: { name: `укр ${name}` }, en: { name } },
  });
  expect(status).toBe(201);
  return body.data;
}

describe('the difference of two tariffs', () => {
  it('has features and limits of one alone, in the language of the reader, and the prices', async () => {
    const [shared, sales, reports] = [
      await feature('Shared'),
      await feature('Sales'),
      await feature('Reports'),
    ];
    const a = await newTariff(app, { month: 5_000, year: 50_000, goods: 100 });
    const b = await newTariff(app, { month: 9_000, year: 90_000, goods: 100, turnover: 70_000 });
    await call('PUT', `admin/tariffs/${a}`, { permissions: [shared.id, sales.id] });
    await call('PUT', `admin/tariffs/${b}`, { permissions: [shared.id, reports.id] });
    const { status, body } = await between(a, b);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      a: { id: a, price_month: 5_000, price_year: 50_000, coming: null },
      b: { id: b, price_month: 9_000, price_year: 90_000, coming: null },
      only_a: [{ key: sales.key, name: 'Sales' }],
      only_b: [{ key: reports.key, name: 'Reports' }],
      limits: [{ metric: 'monthly_turnover', a: null, b: 70_000 }],
    });
    expect(body.data).not.toHaveProperty('exceeds');
    expect((await between(a, a)).body.data).toMatchObject({ only_a: [], only_b: [], limits: [] });
  });

  it('says what a client would exceed, whose own limit holds instead of the tariff’s', async () => {
    const a = await newTariff(app);
    const b = await newTariff(app, { goods: 30, turnover: 500 });
    const { id } = await subscriber(app, { tariffId: a });
    await app.platform.database.db
      .updateTable('clients')
      .set({ goods_count: 569, monthly_turnover: 900 })
      .where('id', '=', id)
      .execute();
    await call('PUT', `admin/clients/${id}`, { monthly_turnover_limit: 1_000 });
    const { body } = await between(a, b, `&client_id=${id}`);
    expect(body.data.exceeds).toEqual([
      { metric: 'goods_count', name: expect.any(String), unit: 'count', period: 'now', used: 569, limit: 30 },
    ]);
  });

  it('has the prices that hold for the client, and those that come', async () => {
    const a = await newTariff(app, { month: 5_000, year: 50_000 });
    const b = await newTariff(app, { month: 9_000, year: 90_000 });
    const { id } = await subscriber(app, { tariffId: a });
    await call('PUT', `admin/tariffs/${a}`, { price_month: 6_000, existing: 'keep' });
    const from = new Date(app.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
    await call('PUT', `admin/tariffs/${b}`, { price_month: 9_900, from });
    const { body } = await between(a, b, `&client_id=${id}`);
    expect(body.data.a).toMatchObject({ price_month: 5_000, coming: null });
    expect(body.data.b).toMatchObject({ price_month: 9_000, coming: { price_month: 9_900 } });
    // Newcomers pay the new price at once.
    expect((await between(a, b)).body.data.a).toMatchObject({ price_month: 6_000 });
    const preview = await call('POST', `admin/clients/${id}/tariff/preview`, {
      tariff_id: b,
      when: 'period_end',
    });
    expect(preview.body.data.next_charge).toMatchObject({ price: 9_000, discount: 0, amount: 9_000 });
  });

  it('is refused where something does not exist or may not be seen', async () => {
    const a = await newTariff(app);
    const fields = async (answer: ReturnType<typeof between>) => {
      const { status, body } = await answer;
      return [status, Object.keys(body.errors)];
    };
    expect(await fields(between(a, unknown))).toEqual([422, ['b']]);
    expect(await fields(between('x', a))).toEqual([422, ['a']]);
    expect(await fields(between(a, a, `&client_id=${unknown}`))).toEqual([422, ['client_id']]);
    const { id } = await subscriber(app, { tariffId: a });
    const [product, support] = [
      await staffMember(app, { permissions: ['tariffs.read'] }),
      await staffMember(app, { permissions: ['clients.read'] }),
    ];
    expect((await between(a, a, '', product)).status).toBe(200);
    expect((await between(a, a, `&client_id=${id}`, product)).status).toBe(403);
    expect((await between(a, a, '', support)).status).toBe(403);
  });

  it('is the customer’s own, among the tariffs that the customer may choose or has', async () => {
    const customer = await registeredCustomer(app);
    const { body } = await call('GET', 'auth/me/subscription', undefined, customer);
    const present = body.data.tariff.id;
    const open = await newTariff(app, { goods: 10 });
    const hidden = await newTariff(app);
    await call('PUT', `admin/tariffs/${hidden}`, { visibility: 'private' });
    const seen = await own(present, open, customer);
    expect(seen.status).toBe(200);
    expect(seen.body.data).toMatchObject({ b: { id: open }, exceeds: [] });
    const refused = await own(present, hidden, customer);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['b']]);
    expect((await own(present, `${open}&client_id=${unknown}`, customer)).status).toBe(422);
    expect(
      (await call('GET', `auth/me/tariffs/difference?a=${open}&b=${open}`, undefined, admin)).status,
    ).toBe(401);
  });
});

describe('limits that differ', () => {
  const limit = (metric: string, most: number) => ({
    metric,
    limit: most,
    name: metric,
    unit: 'count' as const,
  });

  it('are those of one alone and those with another number', () => {
    expect(
      differingLimits(
        [limit('x', 1), limit('y', 2), limit('z', 0)],
        [limit('x', 1), limit('y', 3), limit('w', 4)],
      ),
    ).toMatchObject([
      { metric: 'y', a: 2, b: 3 },
      { metric: 'z', a: 0, b: null },
      { metric: 'w', a: null, b: 4 },
    ]);
  });

  it('are exceeded by what is over them, and not by what reaches them', () => {
    const used = (metric: string, count: number) => ({
      ...limit(metric, 0),
      used: count,
      period: 'now' as const,
      limit: null,
    });
    const usage = [used('x', 5), used('y', 6), used('z', 7)];
    expect(exceeded({ usage, limits: [] }, [limit('x', 5), limit('y', 5)])).toMatchObject([
      { metric: 'y', used: 6, limit: 5 },
    ]);
  });
});
