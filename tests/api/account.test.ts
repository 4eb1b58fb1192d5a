import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { password, type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const change = (who: Person, body: unknown) =>
  app.call('PUT', '/api/admin/auth/me', { token: who.token, body, locale: 'en' });
const me = (token: string) => app.call('GET', '/api/admin/auth/me', { token });
const login = (email: string, secret = password) =>
  app.call('POST', '/api/admin/auth/login', { body: { email, password: secret } });

describe("one's own account", () => {
  it('shows and changes name and language', async () => {
    const person = await staffMember(app, { permissions: ['clients.read'], name: 'Before' });
    const { status, body } = await change(person, { name: ' After ', locale: 'lt' });
    expect(status).toBe(200);
    const account = {
      id: person.id,
      name: 'After',
      email: person.email,
      permissions: ['clients.read'],
      locale: 'lt',
      two_factor_missing: false,
      has_password: true,
      signs_in_by_oidc: false,
      alarms: [],
    };
    expect(body.data).toEqual(account);
    expect((await me(person.token)).body.data).toEqual(account);
  });

  it('logs a new name', async () => {
    const person = await staffMember(app, { name: 'Before' });
    await change(person, { name: 'After' });
    const { body } = await app.call(
      'GET',
      `/api/admin/audit?filter[kind][eq]=change&filter[subject_id][eq]=${person.id}`,
      person,
    );
    expect(body.data).toMatchObject([
      { action: 'user.change', changes: [{ field: 'name', before: 'Before', after: 'After' }] },
    ]);
  });

  it('is changed by read-only staff too', async () => {
    const person = await staffMember(app, { permissions: ['clients.read', 'read_only'] });
    expect((await change(person, { name: 'Me' })).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no name', { name: '' }, ['name']],
    ['an unknown language', { locale: 'fr' }, ['locale']],
    ['an address', { email: 'a@example.com' }, ['email']],
    ['permissions', { permissions: ['users.write'] }, ['permissions']],
    ['a weak password', { password: 'short', password_confirmation: 'short' }, ['password']],
    [
      'a password typed differently',
      { password: 'Other-Passw0rd', password_confirmation: 'x' },
      ['password_confirmation'],
    ],
  ])('refuses %s at its field', async (_, body, fields) => {
    const person = await staffMember(app);
    const answer = await change(person, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
  });

  it('needs a session of staff', async () => {
    expect((await app.call('PUT', '/api/admin/auth/me', { body: { name: 'A' } })).status).toBe(401);
  });
});

describe("one's own password", () => {
  const next = 'Another-Passw0rd';
  const both = { password: next, password_confirmation: next };

  it('keeps this session, ends the others, works from now on, and is told by email', async () => {
    const person = await staffMember(app);
    const other = (await login(person.email)).body.access_token as string;
    expect((await change(person, { ...both, current_password: password })).status).toBe(200);
    expect((await me(person.token)).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await login(person.email)).status).toBe(401);
    expect((await login(person.email, next)).status).toBe(200);
    const { body } = await app.call('GET', `/api/admin/emails?filter[to][eq]=${person.email}`, person);
    expect(body.data).toMatchObject([{ kind: 'password_changed' }]);
  });

  it('needs the present one', async () => {
    const person = await staffMember(app);
    for (const current of [{}, { current_password: '' }, { current_password: 'Wrong-Passw0rd' }]) {
      const { status, body } = await change(person, { ...both, ...current });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['current_password']]);
      expect(body.errors.current_password[0]).not.toContain('validation.');
    }
    expect((await login(person.email)).status).toBe(200);
  });
});

describe("one's own sessions", () => {
  it('are listed, the present one marked, and ended one by one', async () => {
    const person = await staffMember(app);
    const other = (await login(person.email)).body.access_token as string;
    const { body } = await app.call('GET', '/api/admin/auth/sessions', person);
    expect(body.data).toHaveLength(2);
    const foreign = body.data.find(({ current }: { current: boolean }) => !current);
    const end = () => app.call('DELETE', `/api/admin/auth/sessions/${foreign.id}`, { token: person.token });
    expect((await end()).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await end()).status).toBe(404);
  });

  it("are nobody else's to end", async () => {
    const [one, two] = [await staffMember(app), await staffMember(app)];
    const { body } = await app.call('GET', '/api/admin/auth/sessions', one);
    const ended = await app.call('DELETE', `/api/admin/auth/sessions/${body.data[0].id}`, {
      token: two.token,
    });
    expect(ended.status).toBe(404);
    expect((await me(one.token)).status).toBe(200);
  });
});
