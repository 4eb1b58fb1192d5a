import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let stranger: Person;
let readOnly: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Олена Адміністраторка' });
  reader = await staffMember(app, { permissions: ['settings.read'] });
  stranger = await staffMember(app, { permissions: ['clients.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
});
afterAll(() => app.close());

const start = '0198c000-0000-7000-8000-000000000100';
const unknown = '0198c000-0000-7000-8000-0000000000ff';
let counter = 0;
const partner = (changes: Record<string, unknown> = {}) => {
  counter += 1;
  return { code: `bank-${counter}`, name: 'Банк «Сад»', kind: 'bank', ...changes };
};
const send = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/partners${path}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
async function made(changes: Record<string, unknown> = {}) {
  const { status, body } = await send('POST', '', partner(changes));
  expect(status).toBe(201);
  return body.data as { id: string; code: string; updated_at: string };
}
/** A tariff with a price; returns its id. */
async function tariffAt(price_month: number, { archived = false } = {}): Promise<string> {
  const features = await app.call('GET', '/api/admin/tariff-permissions', admin);
  const { body } = await app.call('POST', '/api/admin/tariffs', {
    token: admin.token,
    body: {
      price_month,
      price_year: price_month * 10,
      monthly_turnover_limit: null,
      goods_quantity: null,
      recommended_days: 30,
      permissions: [features.body.data[0].id],
      translations: { uk: { name: `Тариф ${price_month}`, description: '', subtitle: '' } },
      archived,
    },
  });
  return body.data.id;
}
async function tariffOf(id: string): Promise<string> {
  const { body } = await app.call('GET', `/api/admin/clients/${id}`, admin);
  return body.data.tariff_id;
}

describe('a partner', () => {
  it('is made, listed, shown, and offered to customers', async () => {
    const input = partner({ free_period_days: 60, tariff_ids: [start, start] });
    const { status, body } = await send('POST', '', input);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      code: input.code,
      name: 'Банк «Сад»',
      kind: 'bank',
      free_period_days: 60,
      tariff_ids: [start],
      clients_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await send('GET', `/${body.data.id}`)).body.data).toEqual(body.data);
    const listed = await send(
      'GET',
      `?filter[code][eq]=${input.code}&filter[kind][eq]=bank`,
      undefined,
      reader,
    );
    expect(listed.body).toEqual({ data: [body.data], meta: { total: 1 } });
    const offered = await app.call('GET', '/api/auth/partners');
    expect(offered.body.data).toContainEqual({ code: input.code, name: 'Банк «Сад»', kind: 'bank' });
  });

  it('changes what is sent and logs it', async () => {
    const { id, code, updated_at } = await made({ free_period_days: 30 });
    const { body } = await send('PUT', `/${id}`, { name: 'Альянс', kind: 'alliance', updated_at });
    expect(body.data).toMatchObject({ id, code, name: 'Альянс', kind: 'alliance', free_period_days: 30 });
    expect((await send('PUT', `/${id}`, { free_period_days: null })).body.data.free_period_days).toBeNull();
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, admin);
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'partner.change',
      'partner.change',
      'partner.create',
    ]);
    expect(log.body.data[0].changes).toEqual([{ field: 'free_period_days', before: 30, after: null }]);
    const stale = await send('PUT', `/${id}`, { name: 'Old', updated_at });
    expect([stale.status, stale.body.code, stale.body.current.name]).toEqual([409, 'stale', 'Альянс']);
    expect(stale.body.changed_by).toBe('Олена Адміністраторка');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no code', { code: '' }, 'code'],
    ['a code that is too long', { code: 'x'.repeat(51) }, 'code'],
    ['no name', { name: undefined }, 'name'],
    ['an unknown kind', { kind: 'shop' }, 'kind'],
    ['too many days', { free_period_days: 3651 }, 'free_period_days'],
    ['a fraction of a day', { free_period_days: 1.5 }, 'free_period_days'],
    ['a limit to no tariff', { tariff_ids: [] }, 'tariff_ids'],
    ['an unknown tariff', { tariff_ids: [unknown] }, 'tariff_ids'],
    ['what is no tariff', { tariff_ids: ['start'] }, 'tariff_ids.0'],
    ['an unknown key', { colour: 'red' }, 'colour'],
  ])('is refused with %s at its field', async (_, changes, field) => {
    const { status, body } = await send('POST', '', partner(changes));
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    const { id } = await made();
    if (Object.values(changes)[0] === undefined) return;
    expect(Object.keys((await send('PUT', `/${id}`, changes)).body.errors)).toEqual([field]);
  });

  it('has its code alone, whatever its case and however many come at once', async () => {
    const { code } = await made({ code: 'Sad-Bank' });
    const { id } = await made();
    const taken = await send('POST', '', partner({ code: code.toUpperCase() }));
    expect(taken.status).toBe(422);
    expect(taken.body.errors).toEqual({ code: ['This code is already taken'] });
    expect((await send('PUT', `/${id}`, { code: 'sad-bank' })).status).toBe(422);
    const answers = await Promise.all([1, 2].map(() => send('POST', '', partner({ code: 'race' }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('leaves its clients what they have, and its code to others, when it is deleted', async () => {
    const { id, code } = await made({ name: 'Старий банк', free_period_days: 90 });
    const customer = await registeredCustomer(app, { partner: code.toUpperCase() });
    expect((await send('GET', `/${id}`)).body.data.clients_count).toBe(1);
    expect((await send('DELETE', `/${id}`)).status).toBe(200);

    expect((await send('DELETE', `/${id}`)).status).toBe(404);
    expect((await send('GET', `/${id}`)).status).toBe(404);
    expect((await send('PUT', `/${id}`, { name: 'A' })).status).toBe(404);
    expect((await send('GET', `?filter[code][eq]=${code}`)).body.meta.total).toBe(0);
    expect((await app.call('GET', '/api/auth/partners')).body.data).not.toContainEqual(
      expect.objectContaining({ code }),
    );
    const refused = await app.call('POST', '/api/auth/register', { body: registration({ partner: code }) });
    expect(Object.keys(refused.body.errors)).toEqual(['partner']);
    const client = await app.call('GET', `/api/admin/clients/${customer.id}`, admin);
    expect(client.body.data.registration_source).toBe('Старий банк');
    expect((await made({ code })).id).not.toBe(id);
  });

  it('is for those who may', async () => {
    const { id } = await made();
    expect((await send('GET', '', undefined, stranger)).body.code).toBe('forbidden');
    for (const [method, path, body] of [
      ['POST', '', partner()],
      ['PUT', `/${id}`, {}],
      ['DELETE', `/${id}`, undefined],
    ] as const) {
      expect((await send(method, path, body, reader)).body.code).toBe('forbidden');
      expect((await send(method, path, body, readOnly)).body.code).toBe('read_only');
    }
    expect((await send('PUT', `/${unknown}`, { name: 7 })).status).toBe(404);
    expect((await send('DELETE', `/${unknown}`)).status).toBe(404);
  });
});

describe('the tariff of a client who comes through a limited partner', () => {
  it('is the general default if it is among them, else the recommended one of them, else the cheapest', async () => {
    const [cheap, dear, gone] = [
      await tariffAt(500),
      await tariffAt(900),
      await tariffAt(1, { archived: true }),
    ];
    const limited = await made({ tariff_ids: [dear, cheap, gone] });
    expect(await tariffOf((await registeredCustomer(app, { partner: limited.code })).id)).toBe(cheap);

    const setDefault = (value: string | null) =>
      app.call('POST', '/api/admin/settings', {
        token: admin.token,
        body: { key: 'default_tariff_id', value },
      });
    await setDefault(dear);
    expect(await tariffOf((await registeredCustomer(app, { partner: limited.code })).id)).toBe(dear);
    await setDefault(null);
    const recommend = (recommended: boolean) =>
      app.platform.database.db.updateTable('tariffs').set({ recommended }).where('id', '=', dear).execute();
    await recommend(true);
    expect(await tariffOf((await registeredCustomer(app, { partner: limited.code })).id)).toBe(dear);
    await recommend(false);
  });

  it('is the general one when all of theirs are archived', async () => {
    const { code } = await made({ tariff_ids: [await tariffAt(700, { archived: true })] });
    expect(await tariffOf((await registeredCustomer(app, { partner: code })).id)).toBe(start);
  });
});
