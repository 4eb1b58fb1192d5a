import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['tariffs.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
});
afterAll(() => app.close());

const start = '0198c000-0000-7000-8000-000000000100';
const access = '0198c000-0000-7000-8000-000000000011';
const unknown = '0198c000-0000-7000-8000-0000000000ff';
let counter = 0;
const feature = (changes: Record<string, unknown> = {}) => ({
  key: `feature.${(counter += 1)}`,
  translations: { uk: { name: 'Бронювання' }, en: { name: 'Bookings' }, de: { name: '' } },
  ...changes,
});
const send = (method: string, path = '', body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/tariff-permissions${path}`, { token, ...(body !== undefined && { body }) });
interface Made {
  id: string;
  key: string;
  updated_at: string;
  position: number;
}
async function made(changes: Record<string, unknown> = {}): Promise<Made> {
  const { status, body } = await send('POST', '', feature(changes));
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data;
}
const keysBelow = async (parent: string | null) => {
  const { body } = await send('GET', '?include=archived');
  return body.data
    .filter((one: { parent_id: string | null }) => one.parent_id === parent)
    .map(({ key }: Made) => key);
};
const tariffWith = (permissions: string[]) => ({
  price_month: 1,
  price_year: 1,
  recommended_days: 30,
  permissions,
  translations: { uk: { name: 'Тариф', description: '', subtitle: '' } },
});

describe('a new installation', () => {
  it('has one feature, and no word of a cash register', async () => {
    const { body } = await send('GET', '?include=translations&as_tree=1');
    expect(body.data).toEqual([
      {
        id: access,
        key: 'access',
        parent_id: null,
        children: [],
        translations: {
          uk: { name: 'Доступ' },
          en: { name: 'Access' },
          ru: { name: 'Доступ' },
          lt: { name: 'Prieiga' },
          de: { name: 'Zugang' },
        },
      },
    ]);
  });

  it('sells a tariff that promises nothing beside what the owner will sell', async () => {
    const { body } = await app.call('GET', '/api/tariffs', {});
    expect(body.data).toMatchObject([{ name: 'Старт', subtitle: 'Щоб почати', description: '' }]);
  });
});

describe('a feature', () => {
  it('has a sentence in each language, stored beside its name, and logged', async () => {
    const described = { name: 'Бронювання', description: 'Запишіть клієнта за хвилину.' };
    const { id } = await made({
      translations: { uk: described, en: { name: 'Bookings', description: '' }, de: { name: '' } },
    });
    const { body } = await send('GET', '?include=translations');
    expect(body.data.find((one: Made) => one.id === id).translations).toEqual({
      uk: described,
      en: { name: 'Bookings' },
    });
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, admin);
    expect(JSON.stringify(log.body.data[0].changes)).toContain('description.uk');
    const long = { uk: { ...described, description: 'a'.repeat(201) } };
    const refused = await send('POST', '', feature({ translations: long }));
    expect(Object.keys(refused.body.errors)).toEqual(['translations.uk.description']);
  });

  it('is made with its names, last among its siblings, and logged', async () => {
    const parent = await made();
    const first = await made({ parent_id: parent.id });
    const { body } = await send('POST', '', feature({ parent_id: parent.id.toUpperCase() }));
    expect(body.data).toMatchObject({ parent_id: parent.id, position: 1, archived: false, tariffs_count: 0 });
    expect(body.data.translations).toEqual({ uk: { name: 'Бронювання' }, en: { name: 'Bookings' } });
    expect(await keysBelow(parent.id)).toEqual([first.key, body.data.key]);
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${body.data.id}`, admin);
    expect(log.body.data[0]).toMatchObject({
      action: 'feature.create',
      subject: { type: 'feature', name: body.data.key },
    });
    expect(log.body.data[0].changes).toContainEqual({ field: 'parent', before: null, after: parent.key });
  });

  it('moves among its siblings and to another parent, and the others close up', async () => {
    const [left, right] = [await made(), await made()];
    const [a, b, c] = [
      await made({ parent_id: left.id }),
      await made({ parent_id: left.id }),
      await made({ parent_id: left.id }),
    ];
    const up = await send('PUT', `/${c.id}`, { position: 0 });
    expect([up.status, up.body.data.position]).toEqual([200, 0]);
    expect(await keysBelow(left.id)).toEqual([c.key, a.key, b.key]);
    expect((await send('PUT', `/${c.id}`, { position: 99 })).body.data.position).toBe(2);
    expect(await keysBelow(left.id)).toEqual([a.key, b.key, c.key]);
    expect((await send('PUT', `/${a.id}`, { parent_id: right.id })).body.data.position).toBe(0);
    expect([await keysBelow(left.id), await keysBelow(right.id)]).toEqual([[b.key, c.key], [a.key]]);
    await send('PUT', `/${b.id}`, { position: 0, parent_id: right.id });
    expect(await keysBelow(right.id)).toEqual([b.key, a.key]);
    expect((await send('DELETE', `/${b.id}`)).status).toBe(200);
    expect((await send('PUT', `/${a.id}`, { translations: { uk: { name: 'А' } } })).body.data.position).toBe(
      0,
    );
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no key', { key: '' }, ['key']],
    ['a key in capitals', { key: 'Bookings' }, ['key']],
    ['a key with a space', { key: 'two words' }, ['key']],
    ['a key that is too long', { key: 'x'.repeat(51) }, ['key']],
    ['the key of another', { key: 'access' }, ['key']],
    ['an unknown parent', { parent_id: unknown }, ['parent_id']],
    ['a place below the first', { position: -1 }, ['position']],
    ['no names', { translations: {} }, ['translations.uk.name']],
    [
      'a name that is too long',
      { translations: { uk: { name: 'x'.repeat(101) } } },
      ['translations.uk.name'],
    ],
    ['an unknown language', { translations: { uk: { name: 'А' }, fr: { name: 'B' } } }, ['translations.fr']],
    ['an unknown field', { colour: 1 }, ['colour']],
  ])('is refused with %s', async (_, changes, fields) => {
    const { status, body } = await send('POST', '', feature(changes));
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });

  it('never stands below itself, even when two people move at once', async () => {
    const a = await made();
    const b = await made({ parent_id: a.id });
    const c = await made({ parent_id: b.id });
    for (const parent_id of [a.id, c.id]) {
      const { status, body } = await send('PUT', `/${a.id}`, { parent_id });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['parent_id']]);
    }
    const [d, e] = [await made(), await made()];
    const answers = await Promise.all([
      send('PUT', `/${d.id}`, { parent_id: e.id }),
      send('PUT', `/${e.id}`, { parent_id: d.id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is no longer offered when archived, with all below it, but stays where it is included', async () => {
    const parent = await made();
    const child = await made({ parent_id: parent.id });
    const { body } = await app.call('POST', '/api/admin/tariffs', {
      token: admin.token,
      body: tariffWith([parent.id]),
    });
    const { id } = body.data;
    expect((await send('PUT', `/${parent.id}`, { archived: true })).body.data.archived).toBe(true);
    const offered = (await send('GET', '?limit=200')).body.data.map((one: Made) => one.id);
    expect(offered).not.toContain(parent.id);
    expect(offered).not.toContain(child.id);
    const put = (permissions: string[]) =>
      app.call('PUT', `/api/admin/tariffs/${id}`, { token: admin.token, body: { permissions } });
    expect((await put([parent.id, access])).body.data.permissions).toHaveLength(2);
    expect((await put([parent.id, child.id])).status).toBe(422);
    expect((await put([access])).status).toBe(200);
    expect((await put([parent.id])).status).toBe(422);
    expect((await send('PUT', `/${parent.id}`, { archived: false })).status).toBe(200);
    expect((await put([parent.id, child.id])).status).toBe(200);
  });

  it('is deleted only when no tariff includes it and none is below it', async () => {
    const parent = await made();
    const child = await made({ parent_id: parent.id });
    for (const id of [access, parent.id]) {
      const { status, body } = await send('DELETE', `/${id}`);
      expect([status, body.code]).toEqual([409, 'in_use']);
    }
    for (const { id } of [child, parent]) expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expect((await send('DELETE', `/${parent.id}`)).status).toBe(404);
    expect((await send('PUT', `/${parent.id}`, { key: '' })).status).toBe(404);
  });

  it('keeps the promise to a tariff that takes it while it is deleted', async () => {
    const { id } = await made();
    const [deleted, put] = await Promise.all([
      send('DELETE', `/${id}`),
      app.call('PUT', `/api/admin/tariffs/${start}`, {
        token: admin.token,
        body: { permissions: [access, id] },
      }),
    ]);
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([deleted.status, put.status]);
  });

  it('is not changed from an older row, by readers or by those who only look', async () => {
    const { id, updated_at } = await made();
    const answers = await Promise.all(
      ['one', 'two'].map((name) => send('PUT', `/${id}`, { translations: { uk: { name } }, updated_at })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const [method, path, body] of [
      ['POST', '', feature()],
      ['PUT', `/${id}`, { archived: true }],
      ['DELETE', `/${id}`, undefined],
    ] as const) {
      expect((await send(method, path, body, reader)).body.code).toBe('forbidden');
      expect((await send(method, path, body, readOnly)).body.code).toBe('read_only');
    }
    expect((await send('GET', '?include=archived', undefined, reader)).status).toBe(200);
  });
});
