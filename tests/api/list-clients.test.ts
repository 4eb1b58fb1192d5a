import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientList } from '#contract/entities/client.ts';
import { type FieldType, offeredFields, type Operator, operatorsOf } from '#contract/kernel/list-query.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { giveBalance, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
/** Every client that is not deleted, as in the list. */
let all: Client[];

const names = [
  'Зоя',
  'Ґанна',
  'Галина',
  'Іван',
  'Ігор',
  'Иван',
  'Юрій',
  'Єва',
  'Ева',
  'Їжак',
  'Йосип',
  'Ганна',
];
const names5 = ['100% Знижка', 'a_b', 'back\\slash', "О'Ніл; drop table clients", 'Ганна'];

beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Ґудзь' });
  await seed();
  all = (await list('limit=200')).data;
});
afterAll(() => app.close());

/** Seventeen clients in every state, with half of the optional values empty, and three deleted ones. */
async function seed() {
  const { db } = app.platform.database;
  const { id: tariff_id } = await db.selectFrom('tariffs').select('id').executeTakeFirstOrThrow();
  const start = Date.parse('2026-03-28T21:59:59.999Z');
  // The second and the third are the first and the last moment of 29 March in Kyiv, a day of 23 hours.
  const moments = [
    start,
    start + 1,
    Date.parse('2026-03-29T20:59:59.999Z'),
    Date.parse('2026-03-29T21:00:00Z'),
  ];
  const at = (index: number) => new Date(moments[index] ?? start + (index + 1) * 86_400_000);
  const some = <Value>(index: number, value: Value): Value | null => (index % 2 === 0 ? value : null);
  const statuses = ['unconfirmed', 'trial', 'active', 'grace', 'blocked', 'archived'] as const;
  const cabinets = ['none', 'creating', 'active', 'suspended', 'failed', 'deleted'] as const;
  const rows = [...names, ...names5, 'Видалена', 'Видалений', 'Видалене'].map((name, index) => ({
    id: newId(at(index)),
    name,
    type: index % 3 ? ('individual' as const) : ('legal' as const),
    email: `Client${10 + index}@Example.com`,
    email_key: emailKey(`Client${10 + index}@Example.com`),
    country_code: index % 4 ? 'UA' : 'LT',
    phone: `6711122${10 + index}`,
    phone_e164: `${index % 4 ? '+380' : '+370'}6711122${10 + index}`,
    ident: String(12345678 + (index % 5)),
    locale: 'uk' as const,
    tariff_id,
    manager_id: some(index, admin.id),
    status: statuses[index % 6] ?? 'trial',
    cabinet_status: cabinets[index % 6] ?? 'none',
    domain: some(index, `client-${index}.localhost`),
    billing_period: index % 3 ? ('month' as const) : ('year' as const),
    trial_ends: some(index, at(index + 20)),
    lasts_until: some(index, at(index + 50)),
    last_top_up_amount: some(index, 5000),
    last_top_up_at: some(index, at(index)),
    cash_registers: index % 3,
    monthly_turnover: index * 10_000_000_000,
    goods_count: index % 4,
    over_limit: index % 2 === 1,
    monthly_turnover_limit: some(index, 100 + index),
    goods_quantity: some(index, index),
    last_visit: some(index, at(index)),
    last_login: some(index + 1, at(index)),
    registration_source: some(index, index % 4 ? 'Банк' : 'Альянс'),
    promo_code: some(index, `CODE${index % 3}`),
    address: some(index, 'Київ'),
    vat_number: some(index, `LT${index}`),
    payment_payer: some(index, 'Ґазда'),
    payment_code: some(index, '1'),
    payment_ipn: some(index, '2'),
    payment_bank: some(index, 'Банк'),
    payment_mfo: some(index, '3'),
    payment_account: some(index, `UA${index}`),
    payment_address: some(index, 'Львів'),
    payment_phone: some(index, '4'),
    payment_product: some(index, 'Каса'),
    created_at: at(index),
    updated_at: at(index),
    deleted_at: name.startsWith('Вида') ? at(index) : null,
  }));
  await db.insertInto('clients').values(rows).execute();
  for (const [index, { id }] of rows.entries()) await giveBalance(app, id, (index % 4) * 1000 - 1000);
}

interface Listed {
  data: Client[];
  meta: { total: number };
}
const ask = (query: string, { token = admin.token, locale = 'uk' } = {}) =>
  app.call('GET', `/api/admin/clients?${query}`, { token, locale });
async function list(query: string): Promise<Listed> {
  const { status, body } = await ask(query);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
const filter = (field: string, op: Operator, value: string) =>
  list(`limit=200&${encodeURIComponent(`filter[${field}][${op}]`)}=${encodeURIComponent(value)}`);
const namesOf = ({ data }: Listed) => data.map(({ name }) => name);
const ids = (rows: readonly Client[]) => rows.map(({ id }) => id).sort();

type Value = string | number | boolean | null;
/** The value by which a client is sorted and filtered. */
function valueOf(client: Client, field: string): Value {
  if (field === 'last_top_up') return client.last_top_up?.created_at ?? null;
  if (field === 'email') return emailKey(client.email);
  return client[field as keyof Client] as Value; // every other field of the list is a scalar
}
const fields = offeredFields(clientList).map(
  (name) => [name, clientList.fields[name]?.type ?? 'text'] as const,
);
const ukrainian = new Intl.Collator('uk');

describe('sorting clients', () => {
  it.each(fields)('by %s puts them in order, empty ones last both ways, ties by id', async (field, type) => {
    for (const order of ['asc', 'desc'] as const) {
      const { data } = await list(`limit=200&sort[${field}]=${order}`);
      expect(ids(data)).toEqual(ids(all));
      const values = data.map((client) => valueOf(client, field));
      const filled = values.filter((value) => value !== null);
      expect(values.slice(0, filled.length)).toEqual(filled);
      const sign = order === 'asc' ? 1 : -1;
      data.slice(1).forEach((client, index) => {
        const [before, after] = [values[index] ?? null, values[index + 1] ?? null];
        if (after === null && before !== null) return;
        const compared = before === null || after === null ? 0 : sign * compare(type, before, after);
        expect(compared).toBeLessThanOrEqual(0);
        const isTie = before === after && field !== 'remaining_days';
        if (isTie) expect(sign * ((data[index]?.id ?? '') < client.id ? -1 : 1)).toBe(-1);
      });
    }
  });

  function compare(
    type: FieldType,
    before: string | number | boolean,
    after: string | number | boolean,
  ): number {
    if (type === 'text') return ukrainian.compare(String(before), String(after));
    return before === after ? 0 : before < after ? -1 : 1;
  }

  it('by name follows the Ukrainian alphabet: Ґ after Г, І after И', async () => {
    const sorted = namesOf(await list('limit=200&sort[name]=asc'));
    const place = (name: string) => sorted.indexOf(name);
    const alphabet = [
      'Галина',
      'Ганна',
      'Ґанна',
      'Ева',
      'Єва',
      'Зоя',
      'Иван',
      'Іван',
      'Ігор',
      'Їжак',
      'Йосип',
      'Юрій',
    ];
    const known = alphabet.filter((name) => name !== 'Ева');
    expect(known.map(place)).toEqual(known.map(place).sort((a, b) => a - b));
    expect(namesOf(await list('limit=200&sort[name]=desc')).indexOf('Ґанна')).toBeLessThan(
      namesOf(await list('limit=200&sort[name]=desc')).indexOf('Ганна'),
    );
  });

  it('takes several fields in their order', async () => {
    const { data } = await list('limit=200&sort[type]=asc&sort[balance]=desc');
    const keys = data.map(({ type, balance }) => [type, -balance] as const);
    expect(keys).toEqual([...keys].sort(([a, x], [b, y]) => (a === b ? x - y : a < b ? -1 : 1)));
  });

  it('is newest first unless said otherwise', async () => {
    const created = all.map(({ created_at }) => created_at);
    expect(created).toEqual([...created].sort().reverse());
  });
});

describe('filtering clients', () => {
  const cases = fields.flatMap(([field, type]) =>
    operatorsOf({ type }).map((op) => [field, op, type] as const),
  );

  it.each(cases)('%s %s finds exactly those, and counts them', async (field, op, type) => {
    const filled = all.filter((client) => valueOf(client, field) !== null);
    const [middle, other] = [filled[Math.floor(filled.length / 2)], filled[0]];
    const picked = middle ? String(valueOf(middle, field)) : '';
    const value =
      {
        null: '1',
        in: [picked, other ? String(valueOf(other, field)) : ''].filter(Boolean).join(),
        ilike: `%${picked.slice(1, 3).toUpperCase()}%`,
      }[op as string] ?? fitting(type, picked);
    const expected = all.filter((client) => holds(client, { field, type, op, value }));
    const { data, meta } = await filter(field, op, value);
    expect(ids(data)).toEqual(ids(expected));
    expect(meta.total).toBe(expected.length);
    if (op !== 'null') return;
    expect((await filter(field, op, '0')).meta.total).toBe(all.length - expected.length);
  });

  /** A value of the type, where the clients have none. */
  function fitting(type: FieldType, picked: string): string {
    return picked || { moment: '2026-03-29', id: admin.id, number: '1', money: '1' }[type as string] || 'x';
  }

  interface Condition {
    field: string;
    type: FieldType;
    op: Operator;
    value: string;
  }
  function holds(client: Client, { field, type, op, value }: Condition): boolean {
    const looked = field === 'phone' ? [client.phone, client.phone_e164] : [valueOf(client, field)];
    const one = (own: Value): boolean => {
      const read = (text: string): Value =>
        type === 'number' || type === 'money'
          ? Number(text)
          : type === 'boolean'
            ? text === 'true'
            : field === 'email'
              ? emailKey(text)
              : text;
      const given = read(value);
      switch (op) {
        case 'null':
          return own === null;
        case 'eq':
          return own === given;
        case 'ne':
          return own !== given;
        case 'in':
          return value.split(',').some((part) => own === read(part));
        case 'ilike':
          return own !== null && String(own).toLowerCase().includes(value.slice(1, -1).toLowerCase());
        case 'gt':
          return own !== null && given !== null && own > given;
        case 'gte':
          return own !== null && given !== null && own >= given;
        case 'lt':
          return own !== null && given !== null && own < given;
        case 'lte':
          return own !== null && given !== null && own <= given;
      }
    };
    return op === 'ne' ? looked.every(one) : looked.some(one);
  }

  it('joins several conditions by and', async () => {
    const { data } = await list(
      'limit=200&filter[type][eq]=legal&filter[balance][gte]=0&filter[balance][lt]=2000',
    );
    expect(ids(data)).toEqual(
      ids(all.filter(({ type, balance }) => type === 'legal' && balance >= 0 && balance < 2000)),
    );
  });

  it('finds a phone by its digits and by the whole number', async () => {
    const [client] = all;
    for (const value of [client?.phone ?? '', client?.phone_e164 ?? '']) {
      expect(ids((await filter('phone', 'eq', value)).data)).toEqual([client?.id]);
    }
  });
});

describe('a day in a filter', () => {
  // In Kyiv 29 March 2026 has 23 hours: from 28 March 22:00 to 29 March 21:00 in UTC.
  const [before, first, last, after] = ['Зоя', 'Ґанна', 'Галина', 'Іван'];
  it.each<[Operator, string, string[]]>([
    ['eq', '2026-03-29', [first, last] as string[]],
    ['in', '2026-03-29,2026-03-28', [before, first, last] as string[]],
    ['gte', '2026-03-29', [first, last, after] as string[]],
    ['gt', '2026-03-29', [after] as string[]],
    ['lt', '2026-03-29', [before] as string[]],
    ['lte', '2026-03-29', [before, first, last] as string[]],
    ['ne', '2026-03-29', [before, after] as string[]],
    ['gte', '2026-03-28T22:00:00Z', [first, last, after] as string[]],
    ['gte', '2026-03-29T00:00:00+02:00', [first, last, after] as string[]],
    ['gt', '2026-03-28T22:00:00.000Z', [last, after] as string[]],
    ['lte', '2026-03-28T21:59:59.999Z', [before] as string[]],
    ['lt', '2026-03-29T21:00:00Z', [before, first, last] as string[]],
    ['eq', '2026-03-29T20:59:59.999Z', [last] as string[]],
  ])('%s %s is that whole day in Kyiv, a moment is itself', async (op, value, expected) => {
    const four = new Set([before, first, last, after]);
    expect(
      namesOf(await filter('created_at', op, value))
        .filter((name) => four.has(name))
        .sort(),
    ).toEqual([...expected].sort());
  });
});

describe('searching clients', () => {
  it.each([
    ['%ҐАНН%', ['Ґанна']],
    ['%client13@example%', ['Іван']],
    ['%671112211%', ['Ґанна']],
    ['+380671112211', ['Ґанна']],
    ['client-2.localhost', ['Галина']],
    ['%100\\%%', ['100% Знижка']],
    ['%a\\_b%', ['a_b']],
    ['%k\\\\s%', ['back\\slash']],
    ["%'%", ["О'Ніл; drop table clients"]],
    ['Зо_', ['Зоя']],
    ['Зоя\\', []],
    ['%нікого такого%', []],
    // Words in any order, also of different fields.
    ['%знижка 100\\%%', ['100% Знижка']],
    ['%671112211 ґанна%', ['Ґанна']],
    ['%ґанна нікого%', []],
  ])('for %j', async (pattern, expected) => {
    expect(namesOf(await filter('search', 'ilike', pattern))).toEqual(expected);
  });

  it('refuses a character that no text has, at its parameter', async () => {
    const { status, body } = await ask(`filter[search][ilike]=${encodeURIComponent('\u0000')}`);
    expect([status, body]).toMatchObject([
      422,
      { errors: { 'filter[search][ilike]': [expect.any(String)] } },
    ]);
  });

  it('finds everybody by a lone wildcard and never fails', async () => {
    expect((await filter('search', 'ilike', '%')).meta.total).toBe(all.length);
    for (const pattern of ['\\', '%\\', '\\\\\\', '%%%', '_', '', '[a-z]', '(', "'; --"]) {
      expect((await ask(`filter[search][ilike]=${encodeURIComponent(pattern)}`)).status).toBe(200);
    }
    const { data } = await filter('search', 'ilike', '%\\');
    expect(data).toEqual([]);
  });

  it('does not reach deleted clients unless asked', async () => {
    expect((await filter('search', 'ilike', '%Видал%')).meta.total).toBe(0);
    const { meta } = await list(`with_trashed=1&filter[search][ilike]=${encodeURIComponent('%Видал%')}`);
    expect(meta.total).toBe(3);
  });
});

describe('pages of clients', () => {
  it('do not overlap, miss nobody, and each says the exact total', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { data, meta } = await list(`page=${page}&limit=4&sort[status]=asc`);
      expect(meta.total).toBe(17);
      expect(data).toHaveLength(page < 5 ? 4 : 1);
      seen.push(...data.map(({ id }) => id));
    }
    expect([...seen].sort()).toEqual(ids(all));
    expect(await list('page=6&limit=4')).toEqual({ data: [], meta: { total: 17 } });
    expect(await list('page=1000000&limit=200')).toEqual({ data: [], meta: { total: 17 } });
  });

  it.each([
    ['', 17, 0],
    ['with_trashed=1', 20, 3],
    ['only_trashed=1', 3, 3],
    ['with_trashed=0', 17, 0],
  ])('with %j are %i in all, %i of them deleted', async (query, total, deleted) => {
    const { data, meta } = await list(`limit=200&${query}`);
    expect(meta.total).toBe(total);
    expect(data).toHaveLength(total);
    expect(data.filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(deleted);
  });
});

describe('what the list does not know', () => {
  it.each([
    ['sort[password_hash]', 'asc'],
    ['sort[email_key]', 'asc'],
    ['sort[name]', 'up'],
    ['filter[password_hash][ilike]', '%'],
    ['filter[name][like]', 'x'],
    ['filter[balance][ilike]', '%1%'],
    ['filter[balance][gt]', 'much'],
    ['filter[status][eq]', 'gone'],
    ['filter[created_at][gte]', '2026-02-30'],
    ['page', '0'],
    ['limit', '201'],
    ['format', 'xml'],
    ['include', 'tariff'],
    ['as_tree', '1'],
    ['foo', 'bar'],
  ])('%s=%s is a 422 that names it, in two languages', async (name, value) => {
    const query = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    const [uk, de] = [await ask(query), await ask(query, { locale: 'de' })];
    for (const { status, body } of [uk, de]) {
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation_failed', [name]]);
      expect(body.errors[name][0]).not.toMatch(/^validation|\{\{/);
    }
    expect(uk.body.errors[name]).not.toEqual(de.body.errors[name]);
  });

  it('is a 422 when it asks for deleted rows alone and with the others', async () => {
    const both = 'with_trashed=1&only_trashed=1';
    for (const { status, body } of [await ask(both), await ask(`${both}&format=csv`)]) {
      expect([status, body.code, Object.keys(body.errors)]).toEqual([
        422,
        'validation_failed',
        ['with_trashed'],
      ]);
      expect(body.errors.with_trashed[0]).toContain('only_trashed');
    }
  });

  it('is a 422 when it comes twice', async () => {
    const { status, body } = await ask('page=1&page=2');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['page']]);
  });
});

describe('a client in the list', () => {
  it('has every field of the contract, the tariff and the money of the variant, and nothing else', async () => {
    const { data } = await list('filter[name][eq]=%D0%97%D0%BE%D1%8F');
    expect(data).toHaveLength(1);
    const [zoya] = data;
    expect(zoya).toMatchObject({
      name: 'Зоя',
      email: 'Client10@Example.com',
      phone: '671112210',
      phone_e164: '+370671112210',
      manager: { id: admin.id, name: 'Ґудзь' },
      currency: 'UAH',
      balance: -1000,
      domain: 'client-0.localhost',
      cabinet_url: `http://client-0.localhost:${app.cabinetPort}`,
      last_top_up: { amount: 5000, created_at: '2026-03-28T21:59:59.999Z' },
    });
    expect(JSON.stringify(data)).not.toMatch(/password|argon2|secret/);
  });

  it('is shown alone as in the list, with how its cabinet was made', async () => {
    const [first] = all;
    const { body } = await app.call('GET', `/api/admin/clients/${first?.id}`, { token: admin.token });
    expect(body.data).toMatchObject({ ...first, cabinet: { steps: [], error: null } });
    for (const id of ['0197a3c0-0000-7000-8000-000000000001', 'nonsense']) {
      expect((await app.call('GET', `/api/admin/clients/${id}`, { token: admin.token })).status).toBe(404);
    }
  });
});

describe('who may see clients', () => {
  it('is staff who may read them, read-only ones too, and nobody else', async () => {
    const status = async (token: string) => (await ask('', { token })).status;
    for (const permissions of [
      ['clients.read'],
      ['clients.write'],
      ['clients.export', 'read_only'],
    ] as const) {
      expect(await status((await staffMember(app, { permissions })).token)).toBe(200);
    }
    expect(
      await status((await staffMember(app, { permissions: ['tariffs.write', 'users.write'] })).token),
    ).toBe(403);
    const customer = await registeredCustomer(app);
    expect(await status(customer.token)).toBe(401);
    await app.platform.database.db
      .updateTable('clients')
      .set({ deleted_at: app.clock.now(), name: 'Інший' })
      .where('id', '=', customer.id)
      .execute();
    await app.platform.database.db.deleteFrom('emails').where('client_id', '=', customer.id).execute();
    await app.platform.database.db.deleteFrom('clients').where('id', '=', customer.id).execute();
  });
});

describe('other lists', () => {
  const get = async (path: string, locale = 'uk') =>
    (await app.call('GET', `/api/admin/${path}`, { token: admin.token, locale })).body;

  it('of staff: deleted ones hidden, shown or alone; searched by name and address', async () => {
    const gone = await staffMember(app, { name: 'Звільнений Працівник' });
    await app.platform.database.db
      .updateTable('users')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', gone.id)
      .execute();
    const has = async (query: string) =>
      (await get(`users?limit=200&${query}`)).data.some(({ id }: { id: string }) => id === gone.id);
    expect([await has(''), await has('with_trashed=1'), await has('only_trashed=1')]).toEqual([
      false,
      true,
      true,
    ]);
    const found = await get(
      `users?with_trashed=1&filter[search][ilike]=${encodeURIComponent('%працівник звільнен%')}`,
    );
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([gone.id]);
    expect((await get('users?filter[invited][eq]=1')).meta.total).toBe(0);
    expect(JSON.stringify(found)).not.toContain('argon2');
  });

  it('of tariffs: in the language of the reader, with features and texts on request alone', async () => {
    const [bare, whole] = [await get('tariffs'), await get('tariffs?include=permissions,translations', 'de')];
    expect(bare.data[0]).not.toHaveProperty('permissions');
    expect(bare.data[0]).not.toHaveProperty('translations');
    expect(whole.data[0].permissions.length).toBeGreaterThan(0);
    expect(whole.data[0].name).toBe(whole.data[0].translations.de.name);
    expect(bare.data[0]).toMatchObject({ price_month: 0, monthly_turnover_limit: null, clients_count: 17 });
    expect((await get('tariffs?include=secrets')).errors).toHaveProperty('include');
  });

  it('of features: flat or as a tree, of the same nodes', async () => {
    interface Node {
      id: string;
      parent_id: string | null;
      children?: Node[];
    }
    const flat = await get('tariff-permissions?limit=200');
    const tree = await get('tariff-permissions?as_tree=1&include=translations');
    const walk = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...walk(node.children ?? [])]);
    expect(
      walk(tree.data)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(flat.data.map(({ id }: Node) => id).sort());
    expect(tree.data.every(({ parent_id }: Node) => parent_id === null)).toBe(true);
    expect(tree.data[0].translations.lt.name).toEqual(expect.any(String));
    expect(flat.meta.total).toBe(flat.data.length);
  });

  it('of permissions: each with its words', async () => {
    const [uk, en] = [await get('permissions'), await get('permissions', 'en')];
    expect(uk.data.map(({ key }: { key: string }) => key)).toEqual(
      en.data.map(({ key }: { key: string }) => key),
    );
    expect(uk.data[0].title).not.toBe(en.data[0].title);
    expect(JSON.stringify(uk)).not.toContain('permissionTitles');
  });
});
