import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
let features: { id: string; key: string }[];
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['tariffs.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
  await sellingGoods(app);
  features = (await app.call('GET', '/api/admin/tariff-permissions', admin)).body.data;
});
afterAll(() => app.close());

const start = '0198c000-0000-7000-8000-000000000100';
const unknown = '0198c000-0000-7000-8000-0000000000ff';
const texts = (name: string) => ({ name, description: 'Для малого бізнесу', subtitle: 'Щодня' });
const tariff = (changes: Record<string, unknown> = {}) => ({
  price_month: 19_900,
  price_year: 199_900,
  monthly_turnover_limit: 5_000_000,
  goods_quantity: 100,
  recommended_days: 30,
  permissions: [features[0]?.id],
  translations: { uk: texts('Малий'), en: texts('Small') },
  ...changes,
});
const send = (
  method: string,
  path: string,
  body?: unknown,
  { token }: Pick<Person, 'token'> = admin,
  locale = 'en',
) => app.call(method, `/api/admin/tariffs${path}`, { token, locale, ...(body !== undefined && { body }) });
async function made(changes: Record<string, unknown> = {}) {
  const { status, body } = await send('POST', '', tariff(changes));
  expect(status).toBe(201);
  return body.data as { id: string; updated_at: string };
}

describe('making a tariff', () => {
  it('answers it with its texts and features, money in minor units', async () => {
    const { status, body } = await send('POST', '', tariff());
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      name: 'Small',
      price_month: 19_900,
      price_year: 199_900,
      coming_price: null,
      monthly_turnover_limit: 5_000_000,
      goods_quantity: 100,
      limits: [
        { metric: 'monthly_turnover', limit: 5_000_000 },
        { metric: 'goods_count', limit: 100 },
      ],
      recommended_days: 30,
      visibility: 'public',
      link_code: null,
      trial_days: null,
      position: 2,
      recommended: false,
      archived_at: null,
      clients_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      translations: { uk: texts('Малий'), en: texts('Small') },
      permissions: [expect.objectContaining({ id: features[0]?.id, key: features[0]?.key })],
    });
    const shown = await send('GET', `/${body.data.id}?include=permissions,translations`);
    expect(shown.body.data).toEqual(body.data);
  });

  it('says no more than `include` asks for', async () => {
    const { body } = await send('POST', '?include=translations', tariff());
    expect(body.data.translations).toBeDefined();
    expect(body.data.permissions).toBeUndefined();
    const wrong = await send('POST', '?include=clients', tariff());
    expect(Object.keys(wrong.body.errors)).toEqual(['include']);
  });

  it('takes no limits, a free price, every amount exactly, and leaves empty languages out', async () => {
    const { body } = await send(
      'POST',
      '',
      tariff({
        price_month: 0,
        price_year: 100_000_000_000,
        monthly_turnover_limit: null,
        goods_quantity: null,
        translations: { uk: texts('Вільний'), de: { name: '', description: '', subtitle: '' } },
      }),
    );
    expect(body.data).toMatchObject({ price_month: 0, price_year: 100_000_000_000, name: 'Вільний' });
    expect(body.data).toMatchObject({ monthly_turnover_limit: null, goods_quantity: null });
    expect(Object.keys(body.data.translations)).toEqual(['uk']);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a fraction of a minor unit', { price_month: 199.5 }, ['price_month']],
    ['a price as text', { price_month: '19900' }, ['price_month']],
    ['a price below zero', { price_year: -1 }, ['price_year']],
    ['a price too high', { price_year: 100_000_000_001 }, ['price_year']],
    ['a limit below zero', { monthly_turnover_limit: -1 }, ['monthly_turnover_limit']],
    ['a limit that is no safe number', { monthly_turnover_limit: 2 ** 53 }, ['monthly_turnover_limit']],
    ['too many goods', { goods_quantity: 2 ** 31 }, ['goods_quantity']],
    ['no days', { recommended_days: 0 }, ['recommended_days']],
    ['too many days', { recommended_days: 3651 }, ['recommended_days']],
    ['no features', { permissions: [] }, ['permissions']],
    ['a feature that is none', { permissions: ['sales'] }, ['permissions.0']],
    ['an unknown feature', { permissions: [unknown] }, ['permissions']],
    ['no name in the default language', { translations: { en: texts('Small') } }, ['translations.uk.name']],
    ['an empty name there', { translations: { uk: texts(' ') } }, ['translations.uk.name']],
    ['a name that is too long', { translations: { uk: texts('x'.repeat(36)) } }, ['translations.uk.name']],
    [
      'a subtitle and a description that are too long',
      { translations: { uk: { name: 'A', subtitle: 'x'.repeat(101), description: 'x'.repeat(1001) } } },
      ['translations.uk.description', 'translations.uk.subtitle'],
    ],
    ['an unknown language', { translations: { uk: texts('A'), fr: texts('B') } }, ['translations.fr']],
    ['an unknown key', { discount: 5 }, ['discount']],
    [
      'several at once',
      { price_month: -1, translations: {}, permissions: [] },
      ['permissions', 'price_month', 'translations.uk.name'],
    ],
  ])('refuses %s at its field', async (_, changes, fields) => {
    const { status, body } = await send('POST', '', tariff(changes));
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(fields);
  });

  it('is not for those who may not, or only look', async () => {
    expect((await send('POST', '', tariff(), reader)).body.code).toBe('forbidden');
    expect((await send('POST', '', tariff(), readOnly)).body.code).toBe('read_only');
  });
});

describe('changing a tariff', () => {
  it('changes what is sent, keeps the rest, and logs both states', async () => {
    const { id } = await made();
    const chosen = features.slice(0, 2).map((feature) => feature.id);
    const { status, body } = await send('PUT', `/${id}`, { price_month: 25_000, permissions: chosen });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ price_month: 25_000, price_year: 199_900, name: 'Small' });
    expect(body.data.permissions.map((feature: { id: string }) => feature.id)).toEqual(chosen);
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, admin);
    expect(log.body.data[0]).toMatchObject({
      action: 'tariff.change',
      subject: { type: 'tariff', id, name: 'Малий' },
      changes: [
        { field: 'price_month', before: 19_900, after: 25_000 },
        {
          field: 'permissions',
          before: [features[0]?.key],
          after: features.slice(0, 2).map(({ key }) => key),
        },
      ],
    });
    expect(log.body.data[1]).toMatchObject({ action: 'tariff.create' });
  });

  it('archives and reopens', async () => {
    const { id } = await made();
    const archived = await send('PUT', `/${id}`, { archived: true });
    expect(archived.body.data.archived_at).not.toBeNull();
    const among = async (is: string) => {
      const { body } = await send('GET', `?filter[archived][eq]=${is}&limit=200`);
      return body.data.map((row: { id: string }) => row.id).includes(id);
    };
    expect([await among('1'), await among('0')]).toEqual([true, false]);
    const again = await send('PUT', `/${id}`, { archived: true });
    expect(again.body.data.archived_at).toBe(archived.body.data.archived_at);
    expect((await send('PUT', `/${id}`, { archived: false })).body.data.archived_at).toBeNull();
  });

  it('refuses a write from an older row and shows the present one', async () => {
    const { id, updated_at } = await made();
    const answers = await Promise.all(
      [1, 2].map((price_month) => send('PUT', `/${id}`, { price_month, updated_at })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409)?.body;
    expect(stale).toMatchObject({ code: 'stale', current: { id, translations: expect.any(Object) } });
  });

  it('refuses bad fields, unknown tariffs and those who may not', async () => {
    const { id } = await made();
    const bad = await send('PUT', `/${id}`, { translations: { en: texts('Small') } });
    expect(Object.keys(bad.body.errors)).toEqual(['translations.uk.name']);
    expect((await send('PUT', `/${id}`, { permissions: [unknown] })).status).toBe(422);
    expect((await send('PUT', `/${unknown}`, { price_month: 'x' })).status).toBe(404);
    expect((await send('PUT', '/small', {})).status).toBe(404);
    expect((await send('PUT', `/${id}`, {}, reader)).body.code).toBe('forbidden');
    expect((await send('PUT', `/${id}`, {}, readOnly)).body.code).toBe('read_only');
  });
});

describe('who would exceed a lowered limit', () => {
  it('is listed by name, with own limits first and deleted ones left out', async () => {
    const { id } = await made();
    const { db } = app.platform.database;
    const use = async (name: string, changes: Record<string, unknown>) => {
      const customer = await registeredCustomer(app, { name });
      await db
        .updateTable('clients')
        .set({ tariff_id: id, ...changes })
        .where('id', '=', customer.id)
        .execute();
    };
    await use('Ґава', { monthly_turnover: 3_000_000 });
    await use('Галка', { goods_count: 80 });
    await use('Дрізд', { monthly_turnover: 3_000_000, monthly_turnover_limit: 9_000_000 });
    await use('Жайвір', { monthly_turnover: 2_000_000, goods_count: 50 });
    await use('Зяблик', { monthly_turnover: 3_000_000, deleted_at: new Date() });
    await use('Одуд', { monthly_turnover: 3_000_000, monthly_turnover_limit: 1_000_000, goods_count: 9 });
    await use('Чиж', { goods_count: 80, goods_quantity: 70, monthly_turnover: 2_000_001 });

    const query = '?monthly_turnover_limit=2000000&goods_quantity=50';
    const { status, body } = await send('GET', `/${id}/exceeding${query}`);
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Галка', 'Ґава', 'Чиж']);
    expect(body.data[1]).toMatchObject({ monthly_turnover: 3_000_000, goods_count: 0 });
    expect(body.meta).toEqual({ total: 3 });

    const page = await send('GET', `/${id}/exceeding${query}&page=2&limit=1`);
    expect(page.body.data.map(({ name }: { name: string }) => name)).toEqual(['Ґава']);
    expect((await send('GET', `/${id}/exceeding`)).body).toEqual({ data: [], meta: { total: 0 } });
    expect((await send('GET', `/${id}/exceeding${query}`, undefined, reader)).body).toEqual({
      data: [],
      meta: { total: 3 },
    });

    const listed = (limits: string) =>
      app.call(
        'GET',
        `/api/admin/clients?filter[tariff_id][eq]=${id}&filter[over_tariff_limit]${limits}`,
        admin,
      );
    const all = await listed('[in]=monthly_turnover_limit:2000000,goods_quantity:50&sort[name]=asc');
    expect(all.body.data.map(({ name }: { name: string }) => name)).toEqual(['Галка', 'Ґава', 'Чиж']);
    expect(all.body.meta.total).toBe(3);
    // Over all tariffs, where the total is counted in another way.
    for (const limits of [
      '[eq]=monthly_turnover_limit:1000',
      '[in]=monthly_turnover_limit:1000,goods_quantity:8',
    ]) {
      const query = `filter[over_tariff_limit]${limits}&limit=200`;
      const { body: found } = await app.call('GET', `/api/admin/clients?${query}`, admin);
      expect(found.data.length).toBeGreaterThan(2);
      expect(found.meta.total).toBe(found.data.length);
    }
    const one = await listed('[eq]=goods_quantity:50');
    expect(one.body.data.map(({ name }: { name: string }) => name)).toEqual(['Галка']);
    for (const wrong of [
      '[eq]=goods_quantity',
      '[in]=Goods:50',
      '[eq]=goods_quantity:-1',
      '[ilike]=goods',
      '[ne]=goods_quantity:5',
    ]) {
      const { status, body: refused } = await listed(wrong);
      expect([status, Object.keys(refused.errors)]).toEqual([
        422,
        [`filter[over_tariff_limit]${wrong.split('=')[0]}`],
      ]);
    }
  });

  it('refuses what is no number, unknown parameters and unknown tariffs', async () => {
    for (const [name, value] of [
      ['goods_quantity', 'x'],
      ['goods_quantity', '-1'],
      ['limit', '201'],
      ['page', '0'],
      ['colour', '1'],
    ]) {
      const { status, body } = await send('GET', `/${start}/exceeding?${name}=${value}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
    }
    expect((await send('GET', `/${unknown}/exceeding`)).status).toBe(404);
  });
});

it('writes every tariff as CSV, money in whole units', async () => {
  const { status, body } = await send('GET', '?format=csv&filter[name][eq]=Small');
  expect(status).toBe(200);
  expect(body).toContain('\r\nSmall,199.00,1999.00,50000.00,100,30,');
});

describe('the last open tariff', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startApp();
  });
  afterAll(() => other.close());

  it('stays open, however many archive at once', async () => {
    const { token } = await staffMember(other);
    const archive = (id: string) =>
      other.call('PUT', `/api/admin/tariffs/${id}`, { token, body: { archived: true } });
    const refused = await archive(start);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_tariff']);
    const ids = [start];
    while (ids.length < 8) {
      const { body } = await other.call('POST', '/api/admin/tariffs', { token, body: tariff() });
      ids.push(body.data.id);
    }
    const answers = await Promise.all(ids.map(archive));
    expect(answers.map(({ status }) => status).sort()).toEqual([...ids.slice(1).map(() => 200), 409]);
    const open = await other.call('GET', '/api/admin/tariffs?filter[archived_at][null]=1', { token });
    expect(open.body.meta.total).toBe(1);
  });
});
