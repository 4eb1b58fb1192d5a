import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFieldLimits } from '#contract/client-fields/client-field.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let clerk: Person;
let reader: Person;
let readOnly: Person;
let stranger: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Оля Адмін' });
  clerk = await staffMember(app, { permissions: ['clients.write'] });
  reader = await staffMember(app, { permissions: ['clients.read', 'settings.read'] });
  readOnly = await staffMember(app, { permissions: ['clients.write', 'settings.write', 'read_only'] });
  stranger = await staffMember(app, { permissions: ['tariffs.read', 'settings.read'] });
  tariffId = await newTariff(app);
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const newClient = async () => (await subscriber(app, { tariffId, balance: 20_000 })).id;

let counter = 0;
const newKey = () => `field_${(counter += 1)}`;
const named = (name: string) => ({ uk: { name } });
const branches = [
  { key: 'north', translations: { uk: { name: 'Північ' }, en: { name: 'North' } } },
  { key: 'centre', translations: named('Центр') },
  { key: 'south', translations: { uk: { name: 'Південь' }, en: { name: 'South' } } },
];

interface Made {
  id: string;
  key: string;
  updated_at: string;
}
/** A new field; without a key it gets one of its own. */
async function make(kind: string, more: object = {}): Promise<Made> {
  const options = kind === 'choice' ? { options: branches } : {};
  const body = { key: newKey(), kind, translations: named('Поле'), ...options, ...more };
  const answer = await call('POST', 'client-fields', body);
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.data;
}
const drop = async ({ id }: Made) => expect((await call('DELETE', `client-fields/${id}`)).status).toBe(200);
const give = (id: string, custom: object) => call('PUT', `clients/${id}`, { custom });
const customOf = async (id: string) => (await call('GET', `clients/${id}`)).body.data.custom;
const refusedAt = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
];

describe('own fields', () => {
  it('are defined by staff, with names in the language of the reader or the default one', async () => {
    const made = await make('choice', { translations: { uk: { name: 'Філія' }, en: { name: 'Branch' } } });
    expect(made).toMatchObject({
      kind: 'choice',
      name: 'Branch',
      clients_count: 0,
      options: [
        { key: 'north', name: 'North' },
        { key: 'centre', name: 'Центр' },
        { key: 'south', name: 'South' },
      ],
    });
    const list = await call('GET', `client-fields?filter[key][eq]=${made.key}`, undefined, reader);
    expect(list.body.data).toEqual([made]);
    const all = await call('GET', 'client-fields/all', undefined, clerk);
    expect(all.body.data).toContainEqual(
      expect.objectContaining({ id: made.id, key: made.key, kind: 'choice', name: 'Branch' }),
    );
    const { body } = await call('GET', `audit?filter[action][eq]=client_field.create&limit=1`);
    expect(body.data[0].subject).toMatchObject({ type: 'client_field', name: made.key });
    expect(body.data[0].changes).toContainEqual({ field: 'name.en', before: null, after: 'Branch' });
    await drop(made);
  });

  it.each([
    ['a key in capitals', { key: 'Branch' }, 'key'],
    ['a key with a dot', { key: 'a.b' }, 'key'],
    ['a key that every object has', { key: 'constructor' }, 'key'],
    ['a key that is too long', { key: 'a'.repeat(41) }, 'key'],
    ['another kind', { kind: 'money' }, 'kind'],
    ['no name in the default language', { translations: { en: { name: 'x' } } }, 'translations.uk.name'],
    ['a choice without options', { kind: 'choice' }, 'options'],
    ['a choice with no option', { kind: 'choice', options: [] }, 'options'],
    ['options of a text', { options: branches }, 'options'],
    ['an option twice', { kind: 'choice', options: [branches[0], branches[0]] }, 'options.1.key'],
    [
      'an option without a name',
      { kind: 'choice', options: [{ key: 'a', translations: {} }] },
      'options.0.translations.uk.name',
    ],
    ['an unknown property', { size: 1 }, 'size'],
  ])('refuse %s', async (_, body, field) => {
    const answer = await call('POST', 'client-fields', {
      key: newKey(),
      kind: 'text',
      translations: named('x'),
      ...body,
    });
    expect(refusedAt(answer)).toEqual([422, [field]]);
  });

  it('refuse a key that another one has, also when two are made at once', async () => {
    const body = { key: newKey(), kind: 'text', translations: named('Двічі') };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', 'client-fields', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(refusedAt(await call('POST', 'client-fields', body))).toEqual([422, ['key']]);
    const made = answers.find(({ status }) => status === 201);
    await drop(made?.body.data);
  });

  it('are no more than their bound, however many are made at once', async () => {
    const before = (await call('GET', 'client-fields')).body.meta.total;
    const answers = await Promise.all(
      Array.from({ length: clientFieldLimits.count.max + 10 - before }, () =>
        call('POST', 'client-fields', { key: newKey(), kind: 'text', translations: named('Багато') }),
      ),
    );
    const made = answers.flatMap(({ status, body }) => (status === 201 ? [body.data as Made] : []));
    expect(before + made.length).toBe(clientFieldLimits.count.max);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors.key[0]).toContain(String(clientFieldLimits.count.max));
    for (const one of made) await drop(one);
  });

  it('are changed by a colleague only after a look at the present row', async () => {
    const made = await make('text');
    const colleague = await staffMember(app, { permissions: ['settings.write', 'clients.read'] });
    const path = `client-fields/${made.id}`;
    const names = { uk: { name: 'Договір' }, de: { name: 'Vertrag' } };
    const changed = await call('PUT', path, { translations: names, updated_at: made.updated_at }, colleague);
    expect(changed.body.data).toMatchObject({ key: made.key, name: 'Договір', translations: names });
    const stale = await call('PUT', path, { kind: 'number', updated_at: made.updated_at });
    expect([stale.status, stale.body.code, stale.body.current.name]).toEqual([409, 'stale', 'Договір']);
    const same = await call('PUT', path, { translations: names });
    expect(same.body.data.updated_at).toBe(changed.body.data.updated_at);
    await drop(made);
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('PUT', path, { kind: 'text' })).status).toBe(404);
  });

  it('keep key, kind and used options once a client has a value', async () => {
    const made = await make('choice');
    const path = `client-fields/${made.id}`;
    expect(refusedAt(await call('PUT', path, { kind: 'text' }))).toEqual([422, ['options']]);
    expect((await call('PUT', path, { kind: 'text', options: [] })).status).toBe(200);
    expect((await call('PUT', path, { kind: 'choice', options: branches })).status).toBe(200);
    const id = await newClient();
    await give(id, { [made.key]: 'south' });
    const refused = await call('PUT', path, { kind: 'text', key: newKey(), options: [] });
    expect(refusedAt(refused)).toEqual([422, ['key', 'kind', 'options']]);
    const used = await call('PUT', path, { options: branches.slice(0, 2) });
    expect(used.body.errors.options[0]).toBe('“south” can’t be removed: clients have it (1)');
    const fewer = await call('PUT', path, { options: branches.slice(1).toReversed() });
    expect(fewer.body.data).toMatchObject({
      clients_count: 1,
      options: [{ key: 'south' }, { key: 'centre' }],
    });
    await give(id, { [made.key]: null });
    expect((await call('PUT', path, { kind: 'number', options: [] })).status).toBe(200);
    await drop(made);
  });

  it('need the right to read clients, and to write settings', async () => {
    const made = await make('text');
    for (const path of ['client-fields', 'client-fields/all']) {
      expect((await call('GET', path, undefined, stranger)).status).toBe(403);
      expect((await app.call('GET', `/api/admin/${path}`)).status).toBe(401);
    }
    const body = { key: newKey(), kind: 'text', translations: named('Ні') };
    for (const person of [clerk, reader, readOnly, stranger]) {
      expect((await call('POST', 'client-fields', body, person)).status).toBe(403);
      expect((await call('PUT', `client-fields/${made.id}`, {}, person)).status).toBe(403);
      expect((await call('DELETE', `client-fields/${made.id}`, undefined, person)).status).toBe(403);
    }
    await drop(made);
  });
});

describe('values of own fields', () => {
  let text: Made;
  let number: Made;
  let date: Made;
  let choice: Made;
  beforeAll(async () => {
    text = await make('text', { translations: { uk: { name: 'Договір' }, en: { name: 'Contract' } } });
    number = await make('number', { translations: { uk: { name: 'Площа' }, en: { name: 'Area' } } });
    date = await make('date', { translations: { uk: { name: 'До' }, en: { name: 'Until' } } });
    choice = await make('choice', { translations: { uk: { name: 'Філія' }, en: { name: 'Branch' } } });
  });

  it('are merged into those of a client, and null or an empty text clears one', async () => {
    const id = await newClient();
    expect(await customOf(id)).toEqual({});
    const given = {
      [text.key]: ' A-12 ',
      [number.key]: -40,
      [date.key]: '2026-03-14',
      [choice.key]: 'north',
    };
    const { body } = await give(id, given);
    expect(body.data.custom).toEqual({ ...given, [text.key]: 'A-12' });
    await give(id, { [number.key]: 0, [date.key]: null });
    expect(await customOf(id)).toEqual({ [text.key]: 'A-12', [number.key]: 0, [choice.key]: 'north' });
    await give(id, { [text.key]: '', [choice.key]: null, [number.key]: null });
    expect(await customOf(id)).toEqual({});
  });

  it('are in the audit log and in the timeline one by one', async () => {
    const id = await newClient();
    await give(id, { [text.key]: 'A-1', [number.key]: 5 });
    await give(id, { [text.key]: 'A-2', [number.key]: null, [date.key]: '2026-12-31' });
    const changes = [
      { field: `custom.${text.key}`, before: 'A-1', after: 'A-2' },
      { field: `custom.${number.key}`, before: 5, after: null },
      { field: `custom.${date.key}`, before: null, after: '2026-12-31' },
    ];
    const activity = (await call('GET', `clients/${id}/activity?limit=1`)).body.data[0];
    expect(activity.changes).toHaveLength(3);
    expect(activity.changes).toEqual(expect.arrayContaining(changes));
    const timeline = (await call('GET', `clients/${id}/timeline?limit=1`)).body.data[0];
    expect(timeline.details.changes).toEqual(expect.arrayContaining(changes));
  });

  it('change nothing when the same are sent again, and a stale form is refused', async () => {
    const id = await newClient();
    const first = (await give(id, { [number.key]: 7 })).body.data;
    expect((await give(id, { [number.key]: 7 })).body.data.updated_at).toBe(first.updated_at);
    await give(id, { [number.key]: 8 });
    const stale = await call('PUT', `clients/${id}`, {
      custom: { [number.key]: 9 },
      updated_at: first.updated_at,
    });
    expect([stale.status, stale.body.code, stale.body.current.custom]).toEqual([
      409,
      'stale',
      { [number.key]: 8 },
    ]);
  });

  it('are given to a new client', async () => {
    counter += 1;
    const contact = {
      name: 'Нова',
      type: 'individual',
      email: `own-${counter}@example.com`,
      country_code: 'UA',
      phone: `67${String(1_000_000 + counter)}`,
      ident: '1234567899',
      send_invitation: false,
    };
    const wrong = await call('POST', 'clients', { ...contact, custom: { [date.key]: '2026-02-30' } });
    expect(refusedAt(wrong)).toEqual([422, [`custom.${date.key}`]]);
    const made = await call('POST', 'clients', { ...contact, custom: { [date.key]: '2026-02-28' } }, clerk);
    expect(made.body.data.custom).toEqual({ [date.key]: '2026-02-28' });
    const { body } = await call('GET', `clients/${made.body.data.id}/activity?limit=1`);
    expect(body.data[0].changes).toContainEqual({
      field: `custom.${date.key}`,
      before: null,
      after: '2026-02-28',
    });
  });

  it('are refused each at its own field', async () => {
    const id = await newClient();
    const wrong: [Made, unknown, string][] = [
      [text, 5, 'This must be text'],
      [text, 'a'.repeat(256), 'No more than 255 characters'],
      [text, 'a\nb', 'There is a character here that can’t be used'],
      [text, { a: 1 }, 'Check this value'],
      [number, '5', 'Enter a number'],
      [number, 1.5, 'Enter a whole number'],
      [number, 1_000_000_000_000, 'No more than 999,999,999,999'],
      [number, -1_000_000_000_000, 'No less than -999,999,999,999'],
      [date, '14.03.2026', 'Enter a date'],
      [date, '2026-02-30', 'Enter a date'],
      [date, 20_260_314, 'This must be text'],
      [choice, 'west', 'There is no such option'],
      [choice, 'North', 'There is no such option'],
      [choice, true, 'Check this value'],
    ];
    for (const [{ key }, value, sentence] of wrong) {
      const answer = await give(id, { [key]: value });
      expect([answer.status, answer.body.errors]).toEqual([422, { [`custom.${key}`]: [sentence] }]);
    }
    const both = await give(id, { [number.key]: 'x', [choice.key]: 'west', [text.key]: 'fine' });
    expect(refusedAt(both)[1]).toEqual(
      expect.arrayContaining([`custom.${number.key}`, `custom.${choice.key}`]),
    );
    expect(await customOf(id)).toEqual({});
  });

  it('of an unknown field are refused, whatever its name', async () => {
    const id = await newClient();
    for (const key of ['nothing', 'constructor', 'toString', 'a.b']) {
      const answer = await give(id, { [key]: 'x' });
      expect(refusedAt(answer)).toEqual([422, [`custom.${key}`]]);
    }
    for (const body of ['{"custom":{"__proto__":"x"}}', '{"custom":{"__proto__":{"name":"x"}}}']) {
      expect([400, 422]).toContain((await call('PUT', `clients/${id}`, body)).status);
    }
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
    for (const custom of [null, [], 'x', 5]) {
      expect((await call('PUT', `clients/${id}`, { custom })).status).toBe(422);
    }
  });

  it('are written by everybody who writes clients', async () => {
    const id = await newClient();
    for (const person of [reader, readOnly, stranger]) {
      const answer = await call('PUT', `clients/${id}`, { custom: { [number.key]: 1 } }, person);
      expect(answer.status).toBe(403);
    }
    expect((await call('PUT', `clients/${id}`, { custom: { [number.key]: 1 } }, clerk)).status).toBe(200);
  });

  it('go with their field; a person who was about to write one is told', async () => {
    const gone = await make('number');
    const id = await newClient();
    await give(id, { [gone.key]: 5, [number.key]: 6 });
    const list = (await call('GET', `client-fields?filter[key][eq]=${gone.key}`)).body.data;
    expect(list).toMatchObject([{ clients_count: 1 }]);
    const listed = async () => (await call('GET', `clients?filter[id][eq]=${id}`)).body.data[0].custom;
    expect(await listed()).toEqual({ [gone.key]: 5, [number.key]: 6 });
    await drop(gone);
    expect(await listed()).toEqual({ [number.key]: 6 });
    expect(refusedAt(await give(id, { [gone.key]: 6 }))).toEqual([422, [`custom.${gone.key}`]]);
    const { body } = await call('GET', `audit?filter[action][eq]=client_field.delete&limit=1`);
    expect(body.data[0].changes).toEqual([{ field: 'clients_count', before: 1, after: 0 }]);
  });

  it('survive a deletion of their field that comes at the same time: refused or gone, never broken', async () => {
    for (let round = 0; round < 5; round++) {
      const field = await make('number');
      const id = await newClient();
      const [written, deleted] = await Promise.all([
        give(id, { [field.key]: 5 }),
        call('DELETE', `client-fields/${field.id}`),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 422]).toContain(written.status);
      expect(await customOf(id)).toEqual({});
    }
  });
});

describe('lists of clients by own fields', () => {
  let fields: { text: Made; number: Made; date: Made; choice: Made };
  let ids: string[];
  const people = [
    { text: 'Яблуко', number: 5, date: '2026-01-05', choice: 'south' },
    { text: 'абрикос', number: -2, date: '2025-12-31', choice: 'north' },
    { text: 'Ґанок', number: 700, date: '2026-03-01', choice: 'centre' },
    {},
  ];
  beforeAll(async () => {
    fields = {
      text: await make('text', { translations: { uk: { name: 'Договір' }, en: { name: 'Contract' } } }),
      number: await make('number'),
      date: await make('date'),
      choice: await make('choice'),
    };
    ids = [];
    for (const values of people) {
      const id = await newClient();
      const custom = Object.entries(values).map(([kind, value]) => [
        fields[kind as keyof typeof fields].key,
        value,
      ]);
      await give(id, Object.fromEntries(custom));
      ids.push(id);
    }
  });
  const own = () => `filter[id][in]=${ids.join(',')}`;
  /** The places of the clients that a list has, in its order. */
  const found = async (query: string) => {
    const { status, body } = await call('GET', `clients?${own()}&${query}`);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.meta.total).toBe(body.data.length);
    return body.data.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  const at = (kind: keyof typeof fields) => `custom.${fields[kind].key}`;

  it('are sorted, empty values last in both directions', async () => {
    expect(await found(`sort[${at('number')}]=asc`)).toEqual([1, 0, 2, 3]);
    expect(await found(`sort[${at('number')}]=desc`)).toEqual([2, 0, 1, 3]);
    expect(await found(`sort[${at('text')}]=asc`)).toEqual([1, 2, 0, 3]);
    expect(await found(`sort[${at('text')}]=desc`)).toEqual([0, 2, 1, 3]);
    expect(await found(`sort[${at('date')}]=asc`)).toEqual([1, 0, 2, 3]);
    // In the order of its options.
    expect(await found(`sort[${at('choice')}]=asc`)).toEqual([1, 2, 0, 3]);
    expect(await found(`sort[${at('choice')}]=desc`)).toEqual([0, 2, 1, 3]);
    expect(await found(`sort[${at('choice')}]=desc&sort[${at('number')}]=asc`)).toEqual([0, 2, 1, 3]);
  });

  it('are filtered by every operator of the kind', async () => {
    const some = async (query: string) => (await found(query)).sort();
    expect(await some(`filter[${at('number')}][gte]=5`)).toEqual([0, 2]);
    expect(await some(`filter[${at('number')}][lt]=5`)).toEqual([1]);
    expect(await some(`filter[${at('number')}][ne]=5`)).toEqual([1, 2, 3]);
    expect(await some(`filter[${at('number')}][in]=5,700`)).toEqual([0, 2]);
    expect(await some(`filter[${at('number')}][null]=1`)).toEqual([3]);
    expect(await some(`filter[${at('number')}][null]=0`)).toEqual([0, 1, 2]);
    expect(await some(`filter[${at('text')}][ilike]=%25АБР%25`)).toEqual([1]);
    expect(await some(`filter[${at('text')}][eq]=Ґанок`)).toEqual([2]);
    expect(await some(`filter[${at('date')}][lte]=2026-01-05`)).toEqual([0, 1]);
    expect(await some(`filter[${at('date')}][eq]=2026-03-01`)).toEqual([2]);
    expect(await some(`filter[${at('choice')}][in]=north,south`)).toEqual([0, 1]);
    expect(await some(`filter[${at('choice')}][ilike]=%25th%25`)).toEqual([0, 1]);
    expect(await some(`filter[${at('choice')}][eq]=centre&filter[${at('number')}][gt]=1`)).toEqual([2]);
    expect(await some(`with_trashed=1&sort[${at('number')}]=asc&filter[${at('number')}][gt]=1`)).toEqual([
      0, 2,
    ]);
  });

  it('refuse what the field has not', async () => {
    const refused = async (query: string) => refusedAt(await call('GET', `clients?${query}`));
    for (const name of [
      `filter[${at('number')}][ilike]`,
      `filter[${at('choice')}][eq]`,
      `filter[${at('date')}][eq]`,
      'filter[custom.nothing][eq]',
      'sort[custom.constructor]',
    ]) {
      expect(await refused(`${name}=west`)).toEqual([422, [name]]);
    }
  });

  it('are in the file, under their names, with the words of a choice', async () => {
    const columns = ['name', at('text'), at('number'), at('date'), at('choice')].join(',');
    const chosen = await call(
      'GET',
      `clients?format=csv&columns=${columns}&${own()}&sort[${at('number')}]=asc`,
    );
    const [heading, first] = String(chosen.body).replace('\ufeff', '').split('\r\n');
    expect(heading).toBe('Name,Contract,Поле,Поле,Поле');
    expect(first).toMatch(/,абрикос,-2,2025-12-31,North$/);
    const whole = await call('GET', `clients?format=csv&${own()}`);
    expect(String(whole.body).split('\r\n')[0]).toMatch(/,Contract,Поле,Поле,Поле$/);
    const unknown = await call('GET', 'clients?format=csv&columns=name,custom.nothing');
    expect(refusedAt(unknown)).toEqual([422, ['columns']]);
  });

  it('make a file in which a text can be no formula', async () => {
    const id = await newClient();
    await give(id, { [fields.text.key]: '=1+1' });
    const file = await call('GET', `clients?format=csv&columns=${at('text')}&filter[id][eq]=${id}`);
    expect(String(file.body)).toContain("'=1+1");
  });

  it('are kept as views and acted on together', async () => {
    const search = `sort[${at('number')}]=asc&filter[${at('choice')}][in]=north,south`;
    const columns = ['name', at('choice')];
    const view = await call('POST', 'views', { resource: 'clients', name: newKey(), search, columns });
    expect(view.body.data).toMatchObject({ columns });
    const again = await call('GET', `clients?${view.body.data.search}&${own()}`);
    expect(again.body.meta.total).toBe(2);
    const wrong = { resource: 'clients', name: newKey(), search: 'filter[custom.nothing][eq]=1' };
    expect(refusedAt(await call('POST', 'views', wrong))).toEqual([422, ['search']]);
    const query = `${search}&${own()}`;
    const checked = await call('POST', 'clients/bulk', { act: 'unblock', input: {}, query, dry_run: true });
    expect(checked.body.data.total).toBe(2);
  });

  it('keep a view of a field that is deleted', async () => {
    const gone = await make('number');
    const search = `filter[custom.${gone.key}][gt]=1`;
    const body = { resource: 'clients', name: newKey(), search, columns: ['name', `custom.${gone.key}`] };
    const { id } = (await call('POST', 'views', body)).body.data;
    await drop(gone);
    const views = (await call('GET', 'views?resource=clients')).body.data;
    expect(views.find((one: { id: string }) => one.id === id)).toMatchObject({ columns: body.columns });
    expect((await call('PUT', `views/${id}`, { name: newKey() })).status).toBe(200);
    expect((await call('GET', `clients?${search}`)).status).toBe(422);
  });

  it('are imported, each bad cell refused at its own place', async () => {
    counter += 1;
    const row = (place: number, custom: object) => ({
      name: `Рядок ${place}`,
      type: 'individual',
      ident: '1234567899',
      email: `own-import-${counter}-${place}@example.com`,
      country_code: 'UA',
      phone: `50${String(2_000_000 + counter * 10 + place)}`,
      custom,
    });
    const rows = [
      row(1, { [fields.number.key]: 12, [fields.choice.key]: 'north' }),
      row(2, { [fields.date.key]: '2026-13-01', nothing: 1 }),
    ];
    const checked = await call('POST', 'clients/imports/check', { rows });
    expect(refusedAt(checked)).toEqual([
      422,
      expect.arrayContaining([`rows.1.custom.${fields.date.key}`, 'rows.1.custom.nothing']),
    ]);
    const done = await call('POST', 'clients/imports', { rows: rows.slice(0, 1), send_invitations: false });
    expect(done.status).toBe(201);
    const { body } = await call('GET', `clients?filter[email][eq]=${rows[0]?.email}`);
    expect(body.data[0].custom).toEqual({ [fields.number.key]: 12, [fields.choice.key]: 'north' });
  });
});
