import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#server/keys/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  confirmAddress,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const roots = { staff: '/api/admin/auth', customer: '/api/auth' } as const;
type Kind = keyof typeof roots;
const kinds = Object.keys(roots) as Kind[]; // `keys` loses the type
const hour = 3600;
const day = 86_400;
const ttl = { staff: 8 * hour, customer: 30 * day } as const;
const longest = { staff: 7 * day, customer: 180 * day } as const;

const person = (kind: Kind): Promise<Person> =>
  kind === 'staff' ? staffMember(app) : registeredCustomer(app);
/** Somebody whose address is known to be theirs: only they are told of what happens to a session. */
const known = async (kind: Kind): Promise<Person> => {
  const made = await person(kind);
  if (kind === 'customer') await confirmAddress(app, made);
  return made;
};
const me = async (kind: Kind, token: string) =>
  (await app.call('GET', `${roots[kind]}/me`, { token })).status;
const refresh = (kind: Kind, token?: string) =>
  app.call('POST', `${roots[kind]}/refresh-token`, token === undefined ? {} : { token });
const logIn = async (kind: Kind, email: string): Promise<string> => {
  const { body } = await app.call('POST', `${roots[kind]}/login`, { body: { email, password } });
  return body.access_token;
};
const sessionsOf = (id: string) =>
  app.platform.database.db.selectFrom('sessions').selectAll().where('account_id', '=', id).execute();

describe.each(kinds)('a session of %s', (kind) => {
  it('is kept as hashes alone', async () => {
    const { id, token } = await person(kind);
    const [row] = await sessionsOf(id);
    expect(row?.token_hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('has a token for 15 minutes', async () => {
    const { token } = await person(kind);
    app.clock.advance(890);
    expect(await me(kind, token)).toBe(200);
    app.clock.advance(11);
    expect(await me(kind, token)).toBe(401);
  });

  it('gets a new token for the current one, expired or not, within the session', async () => {
    const { id, token } = await person(kind);
    app.clock.advance(ttl[kind] - 60);
    const answer = await refresh(kind, token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ expires_in: 900, session_ttl: ttl[kind], data: { id } });
    expect(answer.body.access_token).not.toBe(token);
    expect(await me(kind, answer.body.access_token)).toBe(200);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  it('is over when nobody came back in time', async () => {
    const { token } = await person(kind);
    app.clock.advance(ttl[kind] + 1);
    expect((await refresh(kind, token)).status).toBe(401);
    expect(await me(kind, token)).toBe(401);
  });

  it('slides on, but not past its longest life', async () => {
    let { token } = await person(kind);
    let lived = 0;
    const step = ttl[kind] - 60;
    for (; lived + step < longest[kind]; lived += step) {
      app.clock.advance(step);
      const { body } = await refresh(kind, token);
      token = body.access_token;
    }
    const last = await refresh(kind, token);
    expect(last.body.session_ttl).toBeLessThanOrEqual(longest[kind] - lived);
    expect(last.body.session_ttl).toBeGreaterThan(longest[kind] - lived - 60);
    app.clock.advance(last.body.session_ttl + 60);
    expect((await refresh(kind, last.body.access_token)).status).toBe(401);
  });

  it('keeps the token before for 10 seconds: it acts, and gets the very same successor', async () => {
    const { token } = await person(kind);
    const first = await refresh(kind, token);
    app.clock.advance(8);
    expect(await me(kind, token)).toBe(200);
    const again = await refresh(kind, token);
    expect([again.status, again.body.access_token]).toEqual([200, first.body.access_token]);
    expect(again.body.expires_in).toBeLessThanOrEqual(892);
  });

  it('gives two tabs at once the same successor', async () => {
    const { id, token } = await person(kind);
    const answers = await Promise.all([1, 2, 3].map(() => refresh(kind, token)));
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  it('does not act with the token before after that, and ends when somebody refreshes with it', async () => {
    const { id, token } = await person(kind);
    const { body } = await refresh(kind, token);
    app.clock.advance(11);
    expect(await me(kind, token)).toBe(401);
    expect(await me(kind, body.access_token)).toBe(200);
    expect((await refresh(kind, token)).status).toBe(401);
    expect(await me(kind, body.access_token)).toBe(401);
    expect(await sessionsOf(id)).toHaveLength(0);
  });

  it.each([1, 2, 3, 20])(
    'ends by a token that %i others have followed, and its owner is told',
    async (times) => {
      const { id, email, token } = await known(kind);
      const other = await logIn(kind, email);
      let newest = token;
      for (let time = 0; time < times; time += 1) {
        app.clock.advance(11);
        newest = (await refresh(kind, newest)).body.access_token;
      }
      app.clock.advance(11);
      expect(await me(kind, newest)).toBe(200);
      expect((await refresh(kind, token)).status).toBe(401);
      expect(await me(kind, newest)).toBe(401);
      expect((await refresh(kind, newest)).status).toBe(401);
      expect(await me(kind, other)).toBe(200);
      const { db } = app.platform.database;
      const mails = await db
        .selectFrom('emails')
        .select(['to_address', 'reason'])
        .where('kind', '=', 'session_stolen')
        .where(kind === 'staff' ? 'user_id' : 'client_id', '=', id)
        .execute();
      expect(mails).toEqual([{ to_address: email, reason: 'token_reused' }]);
      const events = await db
        .selectFrom('audit_entries')
        .select('ip')
        .where('person_id', '=', id)
        .where('action', '=', 'security.session_ended')
        .execute();
      expect(events).toEqual([{ ip: '127.0.0.1' }]);
    },
  );

  it('ends once by two of its older tokens at once', async () => {
    const { id, token } = await known(kind);
    app.clock.advance(11);
    const second = (await refresh(kind, token)).body.access_token;
    app.clock.advance(11);
    await refresh(kind, second);
    app.clock.advance(11);
    const answers = await Promise.all([token, second, token].map((old) => refresh(kind, old)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    const { count } = await app.platform.database.db
      .selectFrom('emails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'session_stolen')
      .where(kind === 'staff' ? 'user_id' : 'client_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it('does not end by a token that shares nothing with its own but the length', async () => {
    const { token } = await person(kind);
    expect((await refresh(kind, 'A'.repeat(86))).status).toBe(401);
    expect((await refresh(kind, 'A'.repeat(43) + token.slice(43))).status).toBe(401);
    expect(await me(kind, token)).toBe(200);
  });

  it('from before tokens had a family goes on, and has one with its next token', async () => {
    const { id } = await person(kind);
    const old = 'o'.repeat(43);
    await app.platform.database.db
      .updateTable('sessions')
      .set({ token_hash: hashToken(old), family_hash: null })
      .where('account_id', '=', id)
      .execute();
    expect(await me(kind, old)).toBe(200);
    const { body } = await refresh(kind, old);
    expect(body.access_token).toHaveLength(86);
    expect((await refresh(kind, old)).body.access_token).toBe(body.access_token);
    app.clock.advance(11);
    expect((await refresh(kind, old)).status).toBe(401);
    expect(await me(kind, body.access_token)).toBe(401);
  });

  it.each([
    ['no token', undefined],
    ['an invented one', 'invented'],
    ['one of the right length', 'A'.repeat(43)],
  ])('is not refreshed by %s', async (_what, token) => {
    const answer = await refresh(kind, token);
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is not refreshed by the route for the other kind of account, and stays as it is', async () => {
    const { token } = await person(kind);
    expect((await refresh(kind === 'staff' ? 'customer' : 'staff', token)).status).toBe(401);
    expect(await me(kind, token)).toBe(200);
  });

  it('does not open the routes of the other kind', async () => {
    const { token } = await person(kind);
    expect(await me(kind === 'staff' ? 'customer' : 'staff', token)).toBe(401);
  });

  it('ends with a logout, which is always a 200', async () => {
    const { token } = await person(kind);
    const logOut = (given?: string) =>
      app.call('POST', `${roots[kind]}/logout`, given === undefined ? {} : { token: given });
    expect(await logOut(token)).toMatchObject({ status: 200, body: { data: {} } });
    expect(await me(kind, token)).toBe(401);
    for (const given of [token, 'invented', undefined]) expect((await logOut(given)).status).toBe(200);
  });

  it('is one of at most twenty: the oldest goes', async () => {
    const { id, email, token } = await person(kind);
    const tokens = [token];
    for (let count = 0; count < 20; count += 1) {
      app.clock.advance(1);
      tokens.push(await logIn(kind, email));
    }
    expect(await sessionsOf(id)).toHaveLength(20);
    expect(await me(kind, token)).toBe(401);
    expect(await me(kind, tokens[1] ?? '')).toBe(200);
    expect(await me(kind, tokens[20] ?? '')).toBe(200);
  });

  it('is worth nothing once the account is deleted, from the next call on', async () => {
    const { id, token } = await person(kind);
    await app.platform.database.db
      .updateTable(kind === 'staff' ? 'users' : 'clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    expect(await me(kind, token)).toBe(401);
    expect((await refresh(kind, token)).status).toBe(401);
  });

  it('outlives its own password change, and the others do not', async () => {
    const { email, token } = await person(kind);
    const other = await logIn(kind, email);
    const changed = 'Another-Passw0rd';
    const answer = await app.call('PUT', `${roots[kind]}/me`, {
      token,
      body: { password: changed, password_confirmation: changed, current_password: password },
    });
    expect(answer.status).toBe(200);
    expect(await me(kind, token)).toBe(200);
    expect(await me(kind, other)).toBe(401);
    const old = await app.call('POST', `${roots[kind]}/login`, { body: { email, password } });
    expect(old.status).toBe(401);
  });

  it.each([
    [{ current_password: undefined }, 'current_password', 'Fill in this field'],
    [{ current_password: '' }, 'current_password', 'Fill in this field'],
    [{ current_password: 'Wrong-Passw0rd' }, 'current_password', 'Wrong password'],
    [{ password: 'short' }, 'password', undefined],
    [{ password_confirmation: 'Different-1' }, 'password_confirmation', undefined],
    [{ password_confirmation: undefined }, 'password_confirmation', undefined],
  ])('does not change the password with %j', async (change, field, message) => {
    const { token } = await person(kind);
    const good = {
      password: 'New-Passw0rd',
      password_confirmation: 'New-Passw0rd',
      current_password: password,
    };
    const body = { ...good, ...change };
    const answer = await app.call('PUT', `${roots[kind]}/me`, { token, body, locale: 'en' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[field]).toEqual([expect.any(String), ...answer.body.errors[field].slice(1)]);
    if (message) expect(answer.body.errors).toEqual({ [field]: [message] });
  });
});

describe('what staff may do', () => {
  it('changes at once with their permissions, without a new login', async () => {
    const { id, token } = await staffMember(app, { permissions: ['clients.read'] });
    const list = async (what: string) => (await app.call('GET', `/api/admin/${what}`, { token })).status;
    expect([await list('clients'), await list('users')]).toEqual([200, 403]);
    await app.platform.database.db
      .updateTable('users')
      .set({ permissions: ['users.write'] })
      .where('id', '=', id)
      .execute();
    expect([await list('clients'), await list('users')]).toEqual([403, 200]);
  });
});

describe('the list of own sessions', () => {
  const list = (token: string) => app.call('GET', '/api/admin/auth/sessions', { token });

  it('shows the latest first, the current one marked, and nobody else has a place in it', async () => {
    const { email, token } = await staffMember(app);
    await staffMember(app);
    app.clock.advance(5);
    const { body } = await app.call('POST', '/api/admin/auth/login', {
      body: { email, password },
      headers: { 'user-agent': 'Phone' },
    });
    const { body: shown } = await list(body.access_token);
    expect(shown.data).toMatchObject([
      { current: true, user_agent: 'Phone', ip: '127.0.0.1' },
      { current: false },
    ]);
    expect((await list(token)).body.data.map(({ current }: { current: boolean }) => current)).toEqual([
      false,
      true,
    ]);
    expect(JSON.stringify(shown)).not.toContain('hash');
  });

  it('ends another one, and one that is gone is a 404', async () => {
    const { email, token } = await staffMember(app);
    const other = await logIn('staff', email);
    const { body } = await list(token);
    const { id } = body.data.find(({ current }: { current: boolean }) => !current);
    const end = () => app.call('DELETE', `/api/admin/auth/sessions/${id}`, { token });
    expect((await end()).status).toBe(200);
    expect(await me('staff', other)).toBe(401);
    expect((await end()).status).toBe(404);
  });

  it('ends all others at once, and keeps the one that asks', async () => {
    const { email, token } = await staffMember(app, { permissions: ['clients.read', 'read_only'] });
    const colleague = await staffMember(app);
    const others = [await logIn('staff', email), await logIn('staff', email)];
    const end = () => app.call('DELETE', '/api/admin/auth/sessions', { token });
    expect((await end()).status).toBe(200);
    for (const other of others) expect(await me('staff', other)).toBe(401);
    expect((await list(token)).body.data).toMatchObject([{ current: true }]);
    expect(await me('staff', colleague.token)).toBe(200);
    expect((await end()).status).toBe(200);
    expect((await app.call('DELETE', '/api/admin/auth/sessions')).status).toBe(401);
  });

  it("does not reach a colleague's, an unknown or a malformed one", async () => {
    const { token } = await staffMember(app);
    const colleague = await staffMember(app);
    const { body } = await list(colleague.token);
    for (const id of [body.data[0].id, '0197a3c0-0000-7000-8000-000000000001', 'nonsense', 'a'.repeat(150)]) {
      const answer = await app.call('DELETE', `/api/admin/auth/sessions/${id}`, { token });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
    expect(await me('staff', colleague.token)).toBe(200);
  });

  it('is open to read-only staff, to look and to end', async () => {
    const { email, token } = await staffMember(app, { permissions: ['clients.read', 'read_only'] });
    await logIn('staff', email);
    const { body } = await list(token);
    const { id } = body.data.find(({ current }: { current: boolean }) => !current);
    expect((await app.call('DELETE', `/api/admin/auth/sessions/${id}`, { token })).status).toBe(200);
  });
});

describe('the own account of staff', () => {
  it('changes its name and language, with a line in the audit', async () => {
    const { id, token } = await staffMember(app, { name: 'Before' });
    const answer = await app.call('PUT', '/api/admin/auth/me', {
      token,
      body: { name: 'Після', locale: 'lt' },
    });
    expect(answer.body.data).toMatchObject({ name: 'Після', locale: 'lt' });
    const audit = await app.platform.database.db
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('actor_id', '=', id)
      .where('kind', '=', 'change')
      .execute();
    expect(audit).toEqual([
      { action: 'user.change', changes: [{ field: 'name', before: 'Before', after: 'Після' }] },
    ]);
  });

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['locale', 'fr'],
    ['permissions', ['users.write']],
    ['email', 'a@b.ua'],
  ])('refuses %s %j', async (field, value) => {
    const { token } = await staffMember(app);
    const answer = await app.call('PUT', '/api/admin/auth/me', { token, body: { [field]: value } });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});
