import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { newTariff } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let customer: Person;
let invitedId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Ґалина' });
  reader = await staffMember(app, { permissions: ['audit.read', 'read_only'] });
  customer = await registeredCustomer(app);
  const invited = await app.call('POST', '/api/admin/users', {
    token: admin.token,
    body: { email: 'guest@example.com', name: 'Гість', permissions: ['clients.read'] },
  });
  invitedId = invited.body.data.id;
});
afterAll(() => app.close());

const audit = (query = '', { token }: Pick<Person, 'token'> = reader) =>
  app.call('GET', `/api/admin/audit${query}`, { token, locale: 'en' });
const actions = async (query: string) => {
  const { status, body } = await audit(`${query}&filter[kind][eq]=change`);
  expect(status).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ action }: { action: string }) => action);
};

describe('the audit log', () => {
  it('tells who did what to whom, from where, newest first', async () => {
    const { status, body } = await audit();
    expect(status).toBe(200);
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      kind: 'change',
      actor: { id: admin.id, name: 'Ґалина', kind: 'staff' },
      as_client: false,
      action: 'user.create',
      subject: { type: 'user', id: invitedId, name: 'Гість' },
      changes: expect.any(Array),
      names: [],
      ip: '127.0.0.1',
      device: null,
      request_id: expect.any(String),
    });
    expect(body.data[1]).toMatchObject({ action: 'client.register', actor: { kind: 'customer' } });
  });

  it('never holds a secret', async () => {
    const { body } = await audit('?limit=200');
    expect(JSON.stringify(body)).not.toMatch(/password|hash|token/i);
  });

  it('is filtered by each of its fields', async () => {
    expect(await actions(`?filter[actor_id][eq]=${admin.id}`)).toEqual(['user.create']);
    expect(await actions('?filter[actor_kind][eq]=customer')).toEqual(['client.register']);
    expect(await actions('?filter[action][ilike]=user.%25')).toEqual(['user.create']);
    expect(await actions('?filter[subject_type][eq]=client')).toEqual(['client.register']);
    expect(await actions(`?filter[subject_id][eq]=${invitedId}`)).toEqual(['user.create']);
    expect(await actions(`?filter[client_id][eq]=${customer.id}`)).toEqual(['client.register']);
    expect(await actions('?filter[at][lt]=2020-01-01')).toEqual([]);
    expect(await actions('?filter[at][gte]=2020-01-01&filter[ip][eq]=127.0.0.1')).toHaveLength(2);
    expect(await actions('?filter[as_client][eq]=1')).toEqual([]);
    expect(await actions('?filter[search][ilike]=%25Ґал%25')).toEqual(['user.create']);
    expect(await actions('?sort[at]=asc')).toEqual(['client.register', 'user.create']);
  });

  it('refuses by name what it does not know', async () => {
    for (const parameter of ['filter[colour][eq]', 'sort[changes]', 'with_trashed']) {
      const { status, body } = await audit(`?${parameter}=1`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [parameter]]);
    }
    expect(Object.keys((await audit('?filter[actor_id][eq]=me')).body.errors)).toEqual([
      'filter[actor_id][eq]',
    ]);
  });

  it('is for those who may read it, and nobody writes it', async () => {
    const stranger = await staffMember(app, { permissions: ['users.write', 'settings.write'] });
    expect((await audit('', stranger)).body.code).toBe('forbidden');
    expect((await audit('', customer)).status).toBe(401);
    const written = await app.call('POST', '/api/admin/audit', { token: admin.token, body: {} });
    expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('names the colleagues and tariffs of its changes, and no others', async () => {
    const tariffId = await newTariff(app);
    await app.call('PUT', `/api/admin/clients/${customer.id}`, {
      token: admin.token,
      body: { manager_id: admin.id },
    });
    await app.call('POST', '/api/admin/settings', {
      token: admin.token,
      body: { key: 'default_tariff_id', value: tariffId },
    });
    const namesOf = async (path: string, query: string) => {
      const { body } = await app.call('GET', `/api/admin/${path}${query}`, {
        token: admin.token,
        locale: 'en',
      });
      return body.data.map(({ names }: { names: unknown }) => names);
    };
    const admins = [{ id: admin.id, name: 'Ґалина' }];
    expect(await namesOf('audit', '?filter[action][eq]=client.change')).toEqual([admins]);
    expect(await namesOf(`clients/${customer.id}/activity`, '?filter[action][eq]=client.change')).toEqual([
      admins,
    ]);
    expect(await namesOf('audit', '?filter[action][eq]=setting.change')).toEqual([
      [{ id: tariffId, name: expect.stringMatching(/^Tariff/) }],
    ]);
    expect(await namesOf('audit', '?filter[action][eq]=client.register')).toEqual([[]]);
  });

  it('is a CSV too', async () => {
    const { status, body } = await audit('?format=csv&filter[action][eq]=user.create');
    expect(status).toBe(200);
    expect(body).toContain('When,Entry type,Actor type,Who,');
    expect(body).toContain('Staff,Ґалина,');
  });
});
