import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Usage } from '#contract/cabinets/cabinet.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { readEntitlements } from '#server/cabinets/access/read-entitlements.ts';
import { reportUsage } from '#server/subscriptions/watch-usage.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { clientRow, mailsOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web,worker' });
  admin = await staffMember(app);
});
afterAll(() => app.close());

const unknown = '0198c000-0000-7000-8000-0000000000ff';
let counter = 0;
const metric = (changes: Record<string, unknown> = {}) => ({
  key: `metric_${(counter += 1)}`,
  unit: 'count',
  period: 'now',
  translations: { uk: { name: 'Бронювання' }, en: { name: 'Bookings' } },
  ...changes,
});
const call = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
async function made(changes: Record<string, unknown> = {}) {
  const { status, body } = await call('POST', 'metrics', metric(changes));
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data as { id: string; key: string; updated_at: string };
}
const report = (id: string, usage: Partial<Usage>) => {
  const now = app.clock.now();
  const { db, subscriptions } = app.platform;
  return db
    .transaction()
    .execute((tx) =>
      reportUsage(subscriptions, tx, { clientId: id, usage: { last_visit: null, ...usage }, now }),
    );
};
const builtIn = async (key: string) =>
  (await call('GET', `metrics?filter[key][eq]=${key}`)).body.data[0] as { id: string };
const errorsOf = ({ status, body }: { status: number; body: { errors: object } }) => [
  status,
  Object.keys(body.errors),
];

describe('a metric', () => {
  it('is listed after the three of the first start, which nobody limits or reports yet', async () => {
    const { key } = await made();
    const { body } = await call('GET', 'metrics?limit=200');
    // Newest first, as every list.
    const rows = body.data
      .map((row: Record<string, unknown>) => [row['key'], row['unit'], row['period']])
      .reverse();
    expect(rows.slice(0, 3)).toEqual([
      ['monthly_turnover', 'money', 'month'],
      ['goods_count', 'count', 'now'],
      ['cash_registers', 'count', 'now'],
    ]);
    expect(rows.at(-1)).toEqual([key, 'count', 'now']);
    expect(body.data[0]).toMatchObject({ name: 'Bookings', built_in: false, tariffs_count: 0 });
    const found = await call('GET', `metrics?filter[search][ilike]=%25book%25&sort[name]=desc`);
    expect(found.body.meta.total).toBeGreaterThan(0);
    const file = await call('GET', 'metrics?format=csv&filter[key][eq]=cash_registers');
    expect(file.body).toContain('cash_registers,Cash registers,Count,Current total,0,');
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['the key of another', { key: 'goods_count' }, ['key']],
    ["the specification's name of a limit", { key: 'goods_quantity' }, ['key']],
    ['a strange key', { key: 'a:b' }, ['key']],
    ['an unknown unit', { unit: 'pieces' }, ['unit']],
    ['no period', { period: undefined }, ['period']],
    ['no name', { translations: { en: { name: 'Bookings' } } }, ['translations.uk.name']],
    ['an unknown field', { built_in: true }, ['built_in']],
  ])('is refused with %s', async (_, changes, fields) => {
    expect(errorsOf(await call('POST', 'metrics', metric(changes)))).toEqual([422, fields]);
  });

  it('keeps its kind while a tariff limits it, because the numbers would mean something else', async () => {
    const { id, key } = await made();
    const tariffId = await newTariff(app);
    const limited = await call('PUT', `tariffs/${tariffId}`, { limits: [{ metric: key, limit: 100 }] });
    expect(limited.status).toBe(200);
    expect(errorsOf(await call('PUT', `metrics/${id}`, { unit: 'money' }))).toEqual([422, ['unit']]);
    await call('PUT', `tariffs/${tariffId}`, { limits: [] });
    expect((await call('PUT', `metrics/${id}`, { unit: 'money' })).status).toBe(200);
  });

  it('may change until a cabinet has reported more than nothing', async () => {
    const { id, key, updated_at } = await made();
    const { id: client } = await subscriber(app, { tariffId: await newTariff(app) });
    await report(client, { metrics: { [key]: 0 } });
    const changed = await call('PUT', `metrics/${id}`, { unit: 'bytes', updated_at });
    expect(changed.body.data).toMatchObject({ unit: 'bytes', reported_at: null });
    expect((await call('PUT', `metrics/${id}`, { unit: 'count', updated_at })).body.code).toBe('stale');
    await report(client, { metrics: { [key]: 5 } });
    expect(errorsOf(await call('PUT', `metrics/${id}`, { unit: 'count', key: 'other' }))).toEqual([
      422,
      ['key', 'unit'],
    ]);
    const named = await call('PUT', `metrics/${id}`, {
      unit: 'bytes',
      translations: { uk: { name: 'Дані' } },
    });
    expect([named.status, named.body.data.name]).toEqual([200, 'Дані']);
    const log = await call('GET', `audit?filter[subject_id][eq]=${id}`);
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'metric.change',
      'metric.change',
      'metric.create',
    ]);
    const first = await builtIn('cash_registers');
    expect(errorsOf(await call('PUT', `metrics/${first.id}`, { period: 'month' }))).toEqual([
      422,
      ['period'],
    ]);
    expect(
      (await call('PUT', `metrics/${first.id}`, { translations: { uk: { name: 'Каси' } } })).status,
    ).toBe(200);
  });

  it('is deleted when nobody limits it and no cabinet has reported it for a while', async () => {
    const [limited, own, reported, free] = [await made(), await made(), await made(), await made()];
    const tariffId = await newTariff(app);
    const { id: client } = await subscriber(app, { tariffId });
    await call('PUT', `tariffs/${tariffId}`, { limits: [{ metric: limited.key, limit: 5 }] });
    await call('PUT', `clients/${client}`, { limits: [{ metric: own.key, limit: 5 }] });
    await report(client, { metrics: { [reported.key]: 5, [free.key]: 0 } });
    const remove = async (id: string) => {
      const { status, body } = await call('DELETE', `metrics/${id}`);
      return [status, body.code];
    };
    const first = await builtIn('goods_count');
    for (const { id } of [limited, own, reported, first]) expect(await remove(id)).toEqual([409, 'in_use']);
    expect(await remove(free.id)).toEqual([200, undefined]);
    expect((await remove(free.id))[0]).toBe(404);
    app.clock.advance(36 * 86_400);
    admin = await staffMember(app);
    expect((await remove(reported.id))[0]).toBe(200);
    await expect(report(client, { metrics: { [reported.key]: 5 } })).rejects.toThrow('validation_failed');
  });

  it('is not written by those who may not', async () => {
    const reader = await staffMember(app, { permissions: ['tariffs.read'] });
    const readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
    const { id } = await made();
    for (const [method, path, body] of [
      ['POST', 'metrics', metric()],
      ['PUT', `metrics/${id}`, { unit: 'money' }],
      ['DELETE', `metrics/${id}`, undefined],
    ] as const) {
      expect((await call(method, path, body, reader)).body.code).toBe('forbidden');
      expect((await call(method, path, body, readOnly)).body.code).toBe('read_only');
    }
    expect((await call('GET', 'metrics', undefined, reader)).status).toBe(200);
    expect((await call('PUT', `metrics/${unknown}`, { unit: 'x' })).status).toBe(404);
  });
});

describe('the limits of a tariff', () => {
  it('are the same numbers as the fields of the specification, whichever are sent', async () => {
    const { key } = await made();
    const tariffId = await newTariff(app);
    const put = async (body: object) => (await call('PUT', `tariffs/${tariffId}`, body)).body;
    const all = [
      { metric: 'monthly_turnover', limit: 500 },
      { metric: 'cash_registers', limit: 2 },
      { metric: key, limit: 0 },
    ];
    const sent = await put({ limits: [...all].reverse() });
    expect(sent.data).toMatchObject({ limits: all, monthly_turnover_limit: 500, goods_quantity: null });
    const field = await put({ goods_quantity: 7 });
    expect(field.data).toMatchObject({ monthly_turnover_limit: 500, goods_quantity: 7 });
    expect(field.data.limits).toEqual([all[0], { metric: 'goods_count', limit: 7 }, all[1], all[2]]);
    const both = await put({ limits: [{ metric: 'goods_count', limit: 8 }], goods_quantity: 8 });
    expect(both.data).toMatchObject({
      monthly_turnover_limit: null,
      limits: [{ metric: 'goods_count', limit: 8 }],
    });
    const log = await call('GET', `audit?filter[subject_id][eq]=${tariffId}`);
    expect(log.body.data[2].changes).toEqual([
      { field: 'monthly_turnover_limit', before: null, after: 500 },
      { field: 'limits', before: [], after: ['cash_registers: 2', `${key}: 0`] },
    ]);
    expect((await put({ limits: [] })).data).toMatchObject({ limits: [], goods_quantity: null });
  });

  it('need not be said at all by a new one', async () => {
    const features = (await call('GET', 'tariff-permissions')).body.data;
    const body = {
      price_month: 1,
      price_year: 1,
      recommended_days: 30,
      permissions: [features[0].id],
      translations: { uk: { name: 'Клініка', description: '', subtitle: '' } },
    };
    const none = await call('POST', 'tariffs', body);
    expect(none.body.data).toMatchObject({ limits: [], monthly_turnover_limit: null, goods_quantity: null });
    const some = await call('POST', 'tariffs', { ...body, limits: [{ metric: 'goods_count', limit: 3 }] });
    expect(some.body.data).toMatchObject({ goods_quantity: 3, monthly_turnover_limit: null });
  });

  it.each<[string, object, string]>([
    ['two truths', { limits: [], goods_quantity: 5 }, 'limits'],
    ['two numbers', { limits: [{ metric: 'goods_count', limit: 4 }], goods_quantity: 5 }, 'limits'],
    [
      'a null against a number',
      { limits: [{ metric: 'goods_count', limit: 4 }], goods_quantity: null },
      'limits',
    ],
    ['a metric twice', { limits: [1, 2].map((limit) => ({ metric: 'goods_count', limit })) }, 'limits'],
    ['an unknown metric', { limits: [{ metric: 'bookings.of.nobody', limit: 4 }] }, 'limits.0.metric'],
    ['a limit below zero', { limits: [{ metric: 'goods_count', limit: -1 }] }, 'limits.0.limit'],
    ['a fraction', { limits: [{ metric: 'goods_count', limit: 1.5 }] }, 'limits.0.limit'],
    ['too many goods', { limits: [{ metric: 'goods_count', limit: 2 ** 31 }] }, 'limits.0.limit'],
    ['no list', { limits: { goods_count: 1 } }, 'limits'],
  ])('are refused with %s, for clients too', async (_, body, field) => {
    const tariffId = await newTariff(app);
    const { id } = await subscriber(app, { tariffId });
    expect(errorsOf(await call('PUT', `tariffs/${tariffId}`, body))).toEqual([422, [field]]);
    expect(errorsOf(await call('PUT', `clients/${id}`, body))).toEqual([422, [field]]);
  });
});

describe('the metrics that screens show', () => {
  const used = async (person = admin) => {
    const { status, body } = await call('GET', 'metrics/used', undefined, person);
    expect(status).toBe(200);
    return body.data.map((row: { key: string }) => row.key) as string[];
  };
  const headings = async (list: string) =>
    String((await call('GET', `${list}?format=csv`)).body).split('\r\n')[0] ?? '';

  it('are those that a tariff limits or a cabinet reports, for every colleague', async () => {
    const anybody = await staffMember(app, { permissions: ['audit.read'] });
    const [limited, reported, neither] = [await made(), await made(), await made()];
    const tariffId = await newTariff(app);
    await call('PUT', `tariffs/${tariffId}`, { limits: [{ metric: limited.key, limit: 5 }] });
    const { id } = await subscriber(app, { tariffId });
    await report(id, { metrics: { [reported.key]: 1, [neither.key]: 0 } });
    const keys = await used(anybody);
    expect(keys).toEqual(expect.arrayContaining([limited.key, reported.key]));
    expect(keys).not.toContain(neither.key);
    const { body } = await call('GET', `metrics?filter[key][in]=${limited.key},${neither.key}`);
    expect(body.data.map((row: Record<string, unknown>) => [row['key'], row['in_use']])).toEqual([
      [neither.key, false],
      [limited.key, true],
    ]);
    // A client's own limit shows its metric with this client alone.
    await call('PUT', `clients/${id}`, { limits: [{ metric: neither.key, limit: 5 }] });
    expect(await used()).not.toContain(neither.key);
    const own = await call('GET', `clients/${id}`);
    expect(own.body.data.usage.map((row: { metric: string }) => row.metric)).toContain(neither.key);
  });

  it('have columns of their own in files, and the others only by name', async () => {
    await app.platform.db.updateTable('metrics').set({ reported_at: null }).execute();
    await app.platform.db
      .updateTable('tariffs')
      .set({ monthly_turnover_limit: null, goods_quantity: null })
      .execute();
    expect(await used()).not.toContain('goods_count');
    for (const list of ['clients', 'tariffs']) {
      expect(await headings(list)).not.toMatch(/goods|turnover|cash register/i);
    }
    const named = await call('GET', 'clients?format=csv&columns=name,goods_count');
    expect([named.status, String(named.body).split('\r\n')[0]]).toEqual([200, 'Name,Products']);
    const tariffId = await newTariff(app);
    await call('PUT', `tariffs/${tariffId}`, { goods_quantity: 5 });
    expect(await headings('clients')).toMatch(/Products.*Custom product limit/);
    expect(await headings('clients')).not.toMatch(/turnover|cash register/i);
  });
});

describe('usage over a limit', () => {
  it('flags the client, tells it once a month by the name of the metric, and its own limit holds instead', async () => {
    const { key } = await made({ unit: 'bytes', translations: { uk: { name: 'Сховище' } } });
    const tariffId = await newTariff(app);
    const { id } = await subscriber(app, { tariffId });
    const put = (body: object) => call('PUT', `clients/${id}`, body);
    await call('PUT', `tariffs/${tariffId}`, { limits: [{ metric: key, limit: 1_500_000_000 }] });
    await report(id, { metrics: { [key]: 1_500_000_000 } });
    expect(await clientRow(app, id)).toMatchObject({ over_limit: false });
    await report(id, { metrics: { [key]: 2_000_000_000 } });
    await report(id, { metrics: { [key]: 2_100_000_000 } });
    expect(await clientRow(app, id)).toMatchObject({ over_limit: true, status: 'active' });
    const mails = await mailsOf(app, id);
    expect(mails.map(({ kind, data }) => [kind, data.metric, data.used, data.limit])).toEqual([
      ['limit_exceeded', 'Сховище', 2_000_000_000, 1_500_000_000],
    ]);
    const listed = await call('GET', `emails?filter[client_id][eq]=${id}`);
    const { body } = await call('GET', `emails/${listed.body.data[0].id}`);
    expect(body.data.subject).toContain('Сховище');
    expect(JSON.stringify(body.data)).toMatch(/2[\s\u00a0]GB/);
    const resent = await call('POST', `emails/${listed.body.data[0].id}/resend`, {});
    expect(resent.status).toBe(201);
    expect((await mailsOf(app, id)).at(-1)?.data).toMatchObject({ used: 2_100_000_000 });

    const own = await put({ limits: [{ metric: key, limit: 3_000_000_000 }] });
    expect(own.body.data).toMatchObject({
      over_limit: false,
      limits: [{ metric: key, limit: 3_000_000_000 }],
    });
    expect(own.body.data.usage).toContainEqual({
      metric: key,
      name: 'Сховище',
      unit: 'bytes',
      period: 'now',
      used: 2_100_000_000,
      limit: 3_000_000_000,
    });
    expect((await call('POST', `emails/${listed.body.data[0].id}/resend`, {})).body.code).toBe(
      'mail_outdated',
    );
    const stays = await put({ contact_person: 'Оля' });
    expect(stays.body.data.limits).toHaveLength(1);
    expect((await put({ limits: [], updated_at: own.body.data.updated_at })).body.code).toBe('stale');
    expect((await put({ limits: [] })).body.data).toMatchObject({ over_limit: true, limits: [] });
  });

  it('of cash registers counts like any other', async () => {
    const tariffId = await newTariff(app);
    const { id } = await subscriber(app, { tariffId });
    await report(id, { cash_registers: 3 });
    await call('PUT', `tariffs/${tariffId}`, { limits: [{ metric: 'cash_registers', limit: 2 }] });
    expect(await clientRow(app, id)).toMatchObject({ over_limit: true });
    await until('the email', async () => (await mailsOf(app, id)).length > 0);
    expect((await mailsOf(app, id))[0]).toMatchObject({
      kind: 'limit_exceeded',
      data: { metric_key: 'cash_registers' },
    });
    await call('PUT', `clients/${id}`, { limits: [{ metric: 'cash_registers', limit: 3 }] });
    expect(await clientRow(app, id)).toMatchObject({ over_limit: false });
  });

  it('is foretold before a limit is lowered, in the answer and in the list', async () => {
    const { key } = await made();
    const tariffId = await newTariff(app);
    const [many, few, own] = [
      await subscriber(app, { tariffId, more: { name: 'Багато' } }),
      await subscriber(app, { tariffId, more: { name: 'Мало' } }),
      await subscriber(app, { tariffId, more: { name: 'Власний' } }),
    ];
    await report(many.id, { metrics: { [key]: 50 } });
    await report(few.id, { metrics: { [key]: 5 } });
    await report(own.id, { metrics: { [key]: 50 } });
    await call('PUT', `clients/${own.id}`, { limits: [{ metric: key, limit: 10 }] });
    const asked = await call('GET', `tariffs/${tariffId}/exceeding?limits=${key}:20`);
    expect(asked.body).toMatchObject({
      data: [{ id: many.id, used: [{ metric: key, used: 50 }] }],
      meta: { total: 1 },
    });
    const query = `filter[tariff_id][eq]=${tariffId}&filter[over_tariff_limit][in]=${key}:20,goods_count:9`;
    const list = await call('GET', `clients?${query}`);
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([many.id]);
    for (const wrong of [key, `${key}:x`, `${key}:1,`, `${key}:1:2`])
      expect(errorsOf(await call('GET', `tariffs/${tariffId}/exceeding?limits=${wrong}`))).toEqual([
        422,
        ['limits'],
      ]);
  });
});

describe('a customer', () => {
  it('sees what is limited or reported, by name, and nothing else', async () => {
    const other = await startApp();
    try {
      const staff = await staffMember(other);
      const customer = await registeredCustomer(other);
      const own = () =>
        other.call('GET', '/api/auth/me/subscription', { token: customer.token, locale: 'en' });
      const send = (method: string, path: string, body: object) =>
        other.call(method, `/api/admin/${path}`, { token: staff.token, body });
      const before = (await own()).body.data;
      expect([before.metrics, before.tariff.limits]).toEqual([[], []]);
      await send('POST', 'metrics', metric({ key: 'bookings' }));
      expect((await own()).body.data.metrics).toEqual([]);
      await send('PUT', `tariffs/${before.tariff.id}`, { limits: [{ metric: 'bookings', limit: 9 }] });
      const after = (await own()).body.data;
      const shown = { metric: 'bookings', name: 'Bookings', unit: 'count' };
      expect(after.metrics).toEqual([{ ...shown, period: 'now', used: 0, limit: 9 }]);
      expect(after.tariff.limits).toEqual([{ ...shown, limit: 9 }]);
      const page = await other.call('GET', `/api/admin/clients/${customer.id}`, staff);
      expect(page.body.data.usage).toMatchObject([{ metric: 'bookings', used: 0, limit: 9 }]);
    } finally {
      await other.close();
    }
  });

  it("'s cabinet learns limits and metrics by key", async () => {
    const { id } = await registeredCustomer(app);
    const { key } = await made();
    await call('PUT', `clients/${id}`, { limits: [{ metric: key, limit: 4 }] });
    const caller = { actor: { kind: 'cabinet', id }, now: app.clock.now() } as Parameters<
      typeof readEntitlements
    >[1];
    const { limits, metrics } = await readEntitlements(
      { ...app.platform, announcementsFor: async () => [] },
      caller,
    );
    expect(limits).toMatchObject({ [key]: 4, goods_count: null, monthly_turnover: null });
    expect(metrics[key]).toEqual({
      unit: 'count',
      period: 'now',
      name: { uk: 'Бронювання', en: 'Bookings' },
    });
  });
});
