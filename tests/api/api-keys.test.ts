import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { keyPermissions } from '#contract/accounts/api-key.ts';
import { proofSeconds } from '#contract/accounts/auth.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { writes } from '#contract/http/route.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({
    API_RATE: '300/1m',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
  });
  admin = await staffMember(app, { name: 'Олена' });
});
afterAll(() => app.close());

let counter = 0;
const home = '203.0.113.5';
const nobodysId = '0197a3c0-0000-7000-8000-000000000001';

const call = (
  method: string,
  path: string,
  token: string,
  { body, from = home }: { body?: unknown; from?: string } = {},
) =>
  app.call(method, `/api/admin${path}`, {
    token,
    ...(body !== undefined && { body }),
    locale: 'en',
    headers: { 'x-forwarded-for': from },
  });
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);
const refusedAt = (answer: Answer, field: string) =>
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);

interface Wanted {
  name?: unknown;
  permissions?: unknown;
  addresses?: unknown;
  expires_at?: unknown;
}
const make = (body: Wanted, { token }: Pick<Person, 'token'> = admin) =>
  call('POST', '/api-keys', token, {
    body: { name: `Key ${(counter += 1)}`, permissions: ['clients.read'], ...body },
  });
async function made(body: Wanted = {}, maker = admin): Promise<{ id: string; name: string; token: string }> {
  const answer = await make(body, maker);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const listed = async (id: string) => {
  const { body } = await call('GET', '/api-keys?limit=200', admin.token);
  return body.data.find((key: { id: string }) => key.id === id);
};
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

describe('a key', () => {
  it('that may only read clients, from one network, until June, does only that', async () => {
    const expires_at = inDays(10);
    const { id, name, token } = await made({ addresses: ['203.0.113.0/24'], expires_at });
    expect(token).toMatch(/^tnt_[\w-]{43}$/);
    expect((await call('GET', '/clients', token)).status).toBe(200);
    refused(await call('POST', '/clients', token, { body: {} }), 403, 'forbidden');
    refused(await call('GET', '/tariffs', token), 403, 'forbidden');
    refused(await call('GET', '/clients', token, { from: '198.51.100.1' }), 403, 'key_address');
    expect(await listed(id)).toMatchObject({
      name,
      token_end: token.slice(-4),
      permissions: ['clients.read'],
      effective_permissions: ['clients.read'],
      addresses: ['203.0.113.0/24'],
      expires_at,
      user_id: admin.id,
      user_name: 'Олена',
      last_used_ip: home,
    });
    // Nobody waits until June; the row is changed instead, because a moved clock would end every session too.
    const { db } = app.platform.database;
    await db.updateTable('api_keys').set({ expires_at: app.clock.now() }).where('id', '=', id).execute();
    refused(await call('GET', '/clients', token), 401, 'unauthorized');
  });

  it('is stored as a hash, and its token is shown once', async () => {
    const { id, token } = await made();
    const row = await app.platform.database.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token.slice(4));
    expect(JSON.stringify(await listed(id))).not.toContain(token);
    const { body } = await call('GET', `/audit?filter[subject_id][eq]=${id}`, admin.token);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it('is named by what it does in the audit log, with its maker', async () => {
    const { name, token } = await made({ permissions: ['clients.write'] });
    const { id } = await registeredCustomer(app);
    const changed = await call('PUT', `/clients/${id}`, token, { body: { contact_person: 'Ганна' } });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const entry = await app.platform.database.db
      .selectFrom('audit_entries')
      .select(['actor_kind', 'actor_id', 'actor_name'])
      .where('client_id', '=', id)
      .where('action', '=', 'client.change')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ actor_kind: 'staff', actor_id: admin.id, actor_name: `Олена (API: ${name})` });
  });

  it('ends at once, once, and for good', async () => {
    const { id, token } = await made();
    const colleague = await staffMember(app, { permissions: ['keys.write'] });
    expect((await call('DELETE', `/api-keys/${id}`, colleague.token, { body: {} })).status).toBe(200);
    refused(await call('GET', '/clients', token), 401, 'unauthorized');
    refused(await call('DELETE', `/api-keys/${id}`, admin.token, { body: {} }), 404, 'not_found');
    refused(await call('DELETE', `/api-keys/${nobodysId}`, admin.token, { body: {} }), 404, 'not_found');
    expect(await listed(id)).toBeUndefined();
  });

  it.each(['tnt_', `tnt_${'a'.repeat(43)}`, `tnt_${'a'.repeat(42)}`, 'tnt_ü'])(
    'is none that was never made: %s',
    async (token) => {
      refused(await call('GET', '/clients', encodeURIComponent(token)), 401, 'unauthorized');
    },
  );
});

describe('making a key', () => {
  it.each([
    ['no name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['view only alone', { permissions: ['read_only'] }, 'permissions'],
    ['an unknown permission', { permissions: ['clients.eat'] }, 'permissions.0'],
    ['rights of a person', { permissions: ['users.write'] }, 'permissions'],
    ['signing in as clients', { permissions: ['clients.read', 'clients.impersonate'] }, 'permissions'],
    ['making keys', { permissions: ['keys.write'] }, 'permissions'],
    ['a network that is none', { addresses: ['10.0.0.0/99'] }, 'addresses'],
    ['a name as network', { addresses: ['example.com'] }, 'addresses'],
    [
      'too many networks',
      { addresses: Array.from({ length: 21 }, (_, at) => `10.0.${at}.0/24`) },
      'addresses',
    ],
    ['a day that is no moment', { expires_at: 'June' }, 'expires_at'],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
    ['an unknown key', { surplus: 1 } as Wanted, 'surplus'],
  ])('is refused with %s', async (_name, body, field) => {
    refusedAt(await make(body), field);
  });

  it('needs its permission, what it gives, and a fresh proof', async () => {
    const without = await staffMember(app, { permissions: ['clients.write', 'users.write'] });
    refused(await make({}, without), 403, 'forbidden');
    refused(await call('GET', '/api-keys', without.token), 403, 'forbidden');
    const some = await staffMember(app, { permissions: ['keys.write', 'clients.read'] });
    refused(await make({ permissions: ['clients.write'] }, some), 403, 'above_own_permissions');
    expect((await make({}, some)).status).toBe(201);
    const reader = await staffMember(app, { permissions: ['keys.write', 'clients.read', 'read_only'] });
    refused(await make({}, reader), 403, 'read_only');
    expect((await call('GET', '/api-keys', reader.token)).status).toBe(200);
    const old = { created_at: new Date(app.clock.now().getTime() - (proofSeconds + 1) * 1000) };
    const { db } = app.platform.database;
    await db.updateTable('sessions').set(old).where('account_id', '=', some.id).execute();
    refused(await make({}, some), 403, 'reauthentication_required');
    const proof = { current_password: password };
    expect((await call('POST', '/auth/reauthenticate', some.token, { body: proof })).status).toBe(200);
    expect((await make({}, some)).status).toBe(201);
  });

  it('twice with one name makes one, until it is ended', async () => {
    const name = 'CRM-Система';
    const answers = await Promise.all([make({ name }), make({ name: name.toLowerCase() })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    refusedAt(answers.find(({ status }) => status === 422) as Answer, 'name');
    const first = answers.find(({ status }) => status === 201) as Answer;
    await call('DELETE', `/api-keys/${first.body.data.id}`, admin.token, { body: {} });
    expect((await make({ name })).status).toBe(201);
  });
});

describe('the maker of a key', () => {
  it('takes along a right that they lose, and brings it back', async () => {
    const maker = await staffMember(app, { permissions: ['keys.write', 'clients.write'] });
    const { id, token } = await made({ permissions: ['clients.write'] }, maker);
    const rights = (held: Permission[]) =>
      app.platform.database.db
        .updateTable('users')
        .set({ permissions: held })
        .where('id', '=', maker.id)
        .execute();
    await rights(['clients.read']);
    expect((await call('GET', '/clients', token)).status).toBe(200);
    refused(await call('PUT', `/clients/${nobodysId}`, token, { body: {} }), 403, 'forbidden');
    expect((await listed(id)).effective_permissions).toEqual(['clients.read']);
    await rights(['tariffs.read']);
    refused(await call('GET', '/clients', token), 403, 'forbidden');
    await rights(['clients.write', 'read_only']);
    refused(await call('PUT', `/clients/${nobodysId}`, token, { body: {} }), 403, 'read_only');
    await rights(['clients.write']);
    refused(await call('PUT', `/clients/${nobodysId}`, token, { body: {} }), 404, 'not_found');
  });

  it('ends it by being deleted; coming back does not bring it back', async () => {
    const maker = await staffMember(app, { permissions: ['keys.write', 'clients.read'] });
    const { token } = await made({}, maker);
    expect((await call('GET', '/clients', token)).status).toBe(200);
    expect((await call('DELETE', `/users/${maker.id}`, admin.token, { body: {} })).status).toBe(200);
    refused(await call('GET', '/clients', token), 401, 'unauthorized');
    expect((await call('POST', `/users/${maker.id}/restore`, admin.token, { body: {} })).status).toBe(200);
    refused(await call('GET', '/clients', token), 401, 'unauthorized');
  });

  it('who must set up a second factor first has keys that wait for it', async () => {
    const maker = await staffMember(app, { permissions: ['keys.write', 'clients.read'] });
    const { token } = await made({}, maker);
    await app.platform.database.db
      .updateTable('users')
      .set({ two_factor_required: true })
      .where('id', '=', maker.id)
      .execute();
    refused(await call('GET', '/clients', token), 403, 'two_factor_required');
  });
});

describe('what a key does not do', () => {
  const closed = routes.filter(
    ({ access, sensitive }) => access.who === 'staff' && (sensitive || access.permission === null),
  );

  it.each(closed.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_name, { method, path }) => {
      const { token } = await keyWithAll();
      const at = path.replace('/admin', '').replace(/:\w+/g, nobodysId);
      const answer = await call(method, at, token, method === 'GET' ? {} : { body: {} });
      expect([answer.status, answer.body.code].join(' ')).toMatch(/^403 (not_by_key|forbidden)$/);
    },
  );

  it('the sensitive setting, whatever it may do', async () => {
    const { token } = await keyWithAll();
    const { body } = await call('GET', '/settings?filter[key][eq]=company_details', token);
    const [{ value, id }] = body.data;
    refused(
      await call('POST', '/settings', token, { body: { key: 'company_details', value } }),
      403,
      'not_by_key',
    );
    refused(await call('DELETE', `/settings/${id}`, token, { body: {} }), 403, 'not_by_key');
  });

  it('what customers and cabinets do', async () => {
    const { token } = await keyWithAll();
    refused(await app.call('GET', '/api/auth/me', { token }), 401, 'unauthorized');
    refused(await app.call('GET', '/api/cabinet-api/entitlements', { token }), 401, 'unauthorized');
  });

  it('anything else is open to it as to its maker', async () => {
    const { token } = await keyWithAll();
    const open = routes.filter(
      (route) =>
        route.access.who === 'staff' &&
        !closed.includes(route) &&
        !writes(route) &&
        !route.path.includes(':') &&
        ![route.access.permission].flat().includes('keys.write'),
    );
    for (const { path } of open) {
      const answer = await call('GET', path.replace('/admin', ''), token);
      expect([401, 403, 500], path).not.toContain(answer.status);
    }
  });

  let all: { token: string } | undefined;
  async function keyWithAll() {
    const held = keyPermissions.filter((name) => name !== 'read_only');
    return (all ??= await made({ permissions: held }));
  }
});

describe('the rate of a key', () => {
  it('is told with each answer, and refused beyond it, for this key alone', async () => {
    const slow = await startApp({ API_RATE: '3/1m' });
    try {
      slow.clock.hold();
      const maker = await staffMember(slow);
      const key = async (name: string) => {
        const body = { name, permissions: ['clients.read'] };
        const answer = await slow.call('POST', '/api/admin/api-keys', { token: maker.token, body });
        return answer.body.data.token as string;
      };
      const [one, other] = [await key('One'), await key('Other')];
      const look = (token: string) => slow.call('GET', '/api/admin/clients', { token });
      const stands = ({ status, headers }: Answer) =>
        [status, ...['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))].join(
          ' ',
        );
      expect(stands(await look(one))).toBe('200 3 2 60');
      slow.clock.advance(20);
      expect(stands(await look(one))).toBe('200 3 1 40');
      expect(stands(await look(one))).toBe('200 3 0 40');
      const late = await look(one);
      expect(stands(late)).toBe('429 3 0 40');
      expect([late.body.code, late.headers.get('retry-after')]).toEqual(['too_many_requests', '40']);
      expect(stands(await look(other))).toBe('200 3 2 60');
      expect((await look(maker.token)).headers.get('ratelimit-limit')).toBeNull();
      slow.clock.advance(41);
      expect(stands(await look(one))).toBe('200 3 2 60');
    } finally {
      await slow.close();
    }
  });
});

describe('a stolen key', () => {
  it('that is used from elsewhere is a security event of its maker', async () => {
    const { id, name, token } = await made({ addresses: [home] });
    refused(await call('GET', '/clients', token, { from: '198.51.100.7' }), 403, 'key_address');
    const entry = await app.platform.database.db
      .selectFrom('audit_entries')
      .select(['action', 'subject_name', 'ip', 'person_id'])
      .where('subject_id', '=', id)
      .where('kind', '=', 'security')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      action: 'security.api_key_refused',
      subject_name: name,
      ip: '198.51.100.7',
      person_id: admin.id,
    });
    expect((await listed(id)).last_used_at).toBeNull();
  });
});
