import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { proofSeconds } from '#contract/accounts/auth.ts';
import { settings } from '#contract/company/settings.ts';
import type { Route } from '#contract/http/route.ts';
import { anyOf, can, type Permission, permissions } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ LOGIN_ATTEMPTS: '5/15m' });
});
afterAll(() => app.close());

const sensitive = routes.filter((route) => route.sensitive);
const nobodysId = '0197a3c0-0000-7000-8000-000000000001';

/** Calls the route for an unknown id and with an empty body. */
const call = ({ method, path }: Route, token: string) =>
  app.call(method, `/api${path.replace(/:\w+/g, nobodysId)}`, {
    token,
    ...(method !== 'GET' && { body: {} }),
  });
const prove = ({ token }: Pick<Person, 'token'>, body: unknown = { current_password: password }) =>
  app.call('POST', '/api/admin/auth/reauthenticate', { token, body, locale: 'en' });
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);
const refusedAt = (answer: Answer, field: string) =>
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);

async function refreshed(token: string): Promise<string> {
  const answer = await app.call('POST', '/api/admin/auth/refresh-token', { token, body: {} });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
}

/** Lets the proof of these sessions become too old; they go on. */
async function later<Of extends Person>(...people: Of[]): Promise<Of[]> {
  app.clock.advance(proofSeconds - 60);
  const first = await Promise.all(people.map(({ token }) => refreshed(token)));
  app.clock.advance(61);
  const second = await Promise.all(first.map(refreshed));
  return people.map((person, index) => ({ ...person, token: second[index] ?? '' }));
}

function wantedOf({ access }: Route): readonly Permission[] {
  if (access.who !== 'staff' || !access.permission) throw new Error('a sensitive route has a permission');
  return anyOf(access.permission);
}

/**
 * Somebody who opens the route, somebody who may not, and somebody who may only look; of one's own account there is
 * only the first.
 */
async function callersOf(route: Route): Promise<Person[]> {
  if (route.access.who === 'staff' && !route.access.permission) return later(await staffMember(app));
  const wanted = wantedOf(route);
  const others = permissions.filter(
    (name) => name !== 'read_only' && !wanted.some((one) => can([name], one, { write: false }).allowed),
  );
  return later(
    await staffMember(app, { permissions: wanted }),
    await staffMember(app, { permissions: others }),
    await staffMember(app, { permissions: [...wanted, 'read_only'] }),
  );
}

const settingOf = async ({ token }: Person, key: string): Promise<{ id: string }> =>
  (await app.call('GET', `/api/admin/settings?filter[key][eq]=${key}`, { token })).body.data[0];

describe('a sensitive act', () => {
  it('is each change of rights and each payment out', () => {
    expect(sensitive.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'DELETE /admin/auth/passkeys/:id',
      'DELETE /admin/clients/:id/members/:person/passkeys/:passkey',
      'DELETE /admin/clients/:id/members/:person/two-factor',
      'DELETE /admin/roles/:id',
      'DELETE /admin/users/:id',
      'DELETE /admin/users/:id/oidc',
      'DELETE /admin/users/:id/passkeys/:passkey',
      'DELETE /admin/users/:id/two-factor',
      'POST /admin/api-keys',
      'POST /admin/auth/passkeys',
      'POST /admin/auth/passkeys/options',
      'POST /admin/clients/:id/erase',
      'POST /admin/payments/:id/refund',
      'POST /admin/roles',
      'POST /admin/users',
      'POST /admin/users/:id/restore',
      'PUT /admin/roles/:id',
      'PUT /admin/users/:id',
    ]);
  });

  it.each(sensitive.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s needs a proof of the last 15 minutes, after the permission',
    async (_name, route) => {
      const [may, mayNot, mayLook] = (await callersOf(route)) as [Person, Person?, Person?];
      refused(await call(route, may.token), 403, 'reauthentication_required');
      if (mayNot) refused(await call(route, mayNot.token), 403, 'forbidden');
      if (mayLook) refused(await call(route, mayLook.token), 403, 'read_only');
      expect((await prove(may)).status).toBe(200);
      expect([401, 403]).not.toContain((await call(route, may.token)).status);
    },
  );

  it('is to set or reset whether staff need two factors, and no key does it', async () => {
    const permissions: Permission[] = ['settings.write', 'keys.write'];
    const [made] = [await staffMember(app, { permissions })];
    const { body: key } = await app.call('POST', '/api/admin/api-keys', {
      token: made.token,
      body: { name: 'Settings', permissions: ['settings.write'], addresses: [], expires_at: null },
    });
    const [keeper] = (await later(made)) as [Person];
    const save = (token: string, value: boolean) =>
      app.call('POST', '/api/admin/settings', { token, body: { key: 'require_two_factor', value } });
    refused(await save(keeper.token, true), 403, 'reauthentication_required');
    refused(await save(key.data.token, false), 403, 'not_by_key');
    const { id } = await settingOf(keeper, 'require_two_factor');
    const reset = (token: string) => app.call('DELETE', `/api/admin/settings/${id}`, { token, body: {} });
    refused(await reset(keeper.token), 403, 'reauthentication_required');
    refused(await reset(key.data.token), 403, 'not_by_key');
    expect((await prove(keeper)).status).toBe(200);
    expect((await save(keeper.token, false)).status).toBe(201);
    expect((await reset(keeper.token)).status).toBe(200);
  });

  it('is to set or reset what clients pay to, and whether staff need two factors', async () => {
    const [admin] = (await later(await staffMember(app))) as [Person];
    const value = { ...settings.company_details.default, name: 'ТОВ «Сад»' };
    const save = (body: object) => app.call('POST', '/api/admin/settings', { token: admin.token, body });
    refused(await save({ key: 'company_details', value }), 403, 'reauthentication_required');
    const free = await save({ key: 'free_period_days', value: 14 });
    expect(free.status).toBe(201);
    const { id } = await settingOf(admin, 'company_details');
    const reset = () => app.call('DELETE', `/api/admin/settings/${id}`, { token: admin.token, body: {} });
    refused(await reset(), 403, 'reauthentication_required');
    expect((await prove(admin)).status).toBe(200);
    expect((await save({ key: 'company_details', value })).status).toBe(201);
    expect((await reset()).body.data.is_default).toBe(true);
    // The password is no part of it any more.
    expect((await save({ key: 'company_details', value, current_password: password })).status).toBe(422);
  });
});

describe('a proof', () => {
  it('lasts 15 minutes, whatever tokens are exchanged meanwhile', async () => {
    const { token } = await staffMember(app);
    const [person] = (await later({ id: '', email: '', token })) as [Person];
    const before = app.clock.now().getTime();
    const { status, body } = await prove(person);
    expect(status).toBe(200);
    const until = Date.parse(body.data.proved_until);
    expect(until).toBeGreaterThanOrEqual(before + proofSeconds * 1000);
    const make = (by: Person) =>
      app.call('POST', '/api/admin/roles', { token: by.token, body: { name: '', permissions: [] } });
    expect((await make(person)).status).toBe(422);
    const [old] = (await later(person)) as [Person];
    refused(await make(old), 403, 'reauthentication_required');
  });

  it('is of one session alone', async () => {
    const person = await staffMember(app);
    const [here] = (await later(person)) as [Person];
    const login = { body: { email: person.email, password } };
    const elsewhere = (await app.call('POST', '/api/admin/auth/login', login)).body.access_token;
    const make = (token: string) => app.call('POST', '/api/admin/roles', { token, body: {} });
    expect((await make(elsewhere)).status).toBe(422);
    refused(await make(here.token), 403, 'reauthentication_required');
    await prove({ token: elsewhere });
    refused(await make(here.token), 403, 'reauthentication_required');
  });

  it.each([
    [{}, 'current_password'],
    [{ current_password: '' }, 'current_password'],
    [{ current_password: 'Wrong-Passw0rd' }, 'current_password'],
    [{ current_password: 1 }, 'current_password'],
    [{ current_password: password, code: '123456', recovery_code: 'abcd' }, 'recovery_code'],
    [{ current_password: password, code: 'abc' }, 'code'],
    [{ current_password: password, surplus: 1 }, 'surplus'],
  ])('is refused for %j', async (body, field) => {
    const [person] = (await later(await staffMember(app))) as [Person];
    refusedAt(await prove(person, body), field);
    refused(
      await app.call('POST', '/api/admin/roles', { token: person.token, body: {} }),
      403,
      'reauthentication_required',
    );
  });

  it('is no guessing: wrong passwords count as those of a login', async () => {
    const person = await staffMember(app);
    for (let tries = 0; tries < 5; tries += 1) {
      refusedAt(await prove(person, { current_password: 'Wrong-Passw0rd' }), 'current_password');
    }
    refused(await prove(person), 429, 'too_many_requests');
  });

  it('is open to read-only staff, and to nobody without a session', async () => {
    const reader = await staffMember(app, { permissions: ['clients.read', 'read_only'] });
    expect((await prove(reader)).status).toBe(200);
    refused(await prove(await registeredCustomer(app)), 401, 'unauthorized');
    refused(await prove({ token: 'invented' }), 401, 'unauthorized');
    const ended = await staffMember(app);
    await app.call('POST', '/api/admin/auth/logout', { token: ended.token, body: {} });
    refused(await prove(ended), 401, 'unauthorized');
  });

  it('is a security event', async () => {
    const person = await staffMember(app);
    await prove(person);
    const rows = await app.platform.database.db
      .selectFrom('audit_entries')
      .select('action')
      .where('person_id', '=', person.id)
      .where('action', '=', 'security.reauthenticated')
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('with a second factor', () => {
  async function holder() {
    const person = await staffMember(app);
    const own = (path: string, body: unknown) =>
      app.call('POST', `/api/admin/auth/two-factor${path}`, { token: person.token, body });
    const begun = await own('', { current_password: password });
    const totp = new TOTP({ secret: begun.body.data.secret });
    const next = () => {
      app.clock.advance(30);
      return totp.generate({ timestamp: app.clock.now().getTime() });
    };
    const confirmed = await own('/confirm', { code: next() });
    const codes: string[] = confirmed.body.data.recovery_codes;
    return { person, next, codes };
  }

  it('both are needed, and each code proves once', async () => {
    const { person, next } = await holder();
    refusedAt(await prove(person), 'code');
    refusedAt(await prove(person, { current_password: password, code: '000000' }), 'code');
    const code = next();
    refusedAt(await prove(person, { current_password: 'Wrong-Passw0rd', code }), 'current_password');
    expect((await prove(person, { current_password: password, code })).status).toBe(200);
    refusedAt(await prove(person, { current_password: password, code }), 'code');
  });

  it('a recovery code serves instead', async () => {
    const { person, codes } = await holder();
    const recovery_code = codes[0];
    expect((await prove(person, { current_password: password, recovery_code })).status).toBe(200);
    refusedAt(await prove(person, { current_password: password, recovery_code }), 'recovery_code');
  });
});
