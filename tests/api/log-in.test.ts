import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailKey } from '#contract/primitives.ts';
import { newId } from '#server/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { password, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    LOGIN_ATTEMPTS: '5/15m',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
  });
});
afterAll(() => app.close());

const paths = { staff: '/api/admin/auth/login', customer: '/api/auth/login' } as const;
type Kind = keyof typeof paths;
const kinds = Object.keys(paths) as Kind[]; // Object.keys forgets the key type

let host = 0;
/** An address that nobody has come from yet. */
const newAddress = () => {
  host += 1;
  return `203.0.${Math.floor(host / 250)}.${(host % 250) + 1}`;
};
const logIn = (kind: Kind, body: unknown, { from = newAddress(), locale = 'uk' } = {}) =>
  app.call('POST', paths[kind], { body, locale, headers: { 'x-forwarded-for': from } });
const person = async (kind: Kind) => (kind === 'staff' ? staffMember(app) : registeredCustomer(app));
const wrong = 'Wrong-Passw0rd';

describe.each(kinds)('%s signing in', (kind) => {
  it('gets a token that works, in any case of the address', async () => {
    const { id, email } = await person(kind);
    const answer = await logIn(kind, { email: ` ${email.toUpperCase()} `, password });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 900,
      session_ttl: kind === 'staff' ? 8 * 3600 : 30 * 86_400,
      domain: null,
      data: { id, email },
    });
    const me = await app.call('GET', kind === 'staff' ? '/api/admin/auth/me' : '/api/auth/me', {
      token: answer.body.access_token,
    });
    expect(me.body.data).toMatchObject({ id, email });
    expect(JSON.stringify([me.body, answer.body])).not.toContain('argon2');
  });

  it('is refused alike for a wrong password, an unknown account and the other kind of account', async () => {
    const { email } = await person(kind);
    const stranger = await person(kind === 'staff' ? 'customer' : 'staff');
    const bodies = [
      { email, password: wrong },
      { email: 'nobody@example.com', password },
      { email: stranger.email, password },
    ];
    for (const locale of ['uk', 'en']) {
      const answers = [];
      for (const body of bodies) answers.push(await logIn(kind, body, { locale }));
      const [first, ...others] = answers.map(({ status, body: { request_id: _, ...rest } }) => ({
        status,
        ...rest,
      }));
      expect(first).toMatchObject({ status: 401, code: 'invalid_credentials' });
      for (const other of others) expect(other).toEqual(first);
    }
  });

  it.each<[string, unknown]>([
    ['email', undefined],
    ['email', 'nonsense'],
    ['email', 5],
    ['password', undefined],
    ['password', ''],
    ['password', 12345678],
    ['remember', true],
  ])('is refused at %s: %j', async (field, value) => {
    const answer = await logIn(kind, { email: 'a@b.ua', password, [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('is locked for the account after five failures from anywhere, with the right password too', async () => {
    const { email } = await person(kind);
    for (let count = 0; count < 5; count += 1) {
      expect((await logIn(kind, { email, password: wrong })).status).toBe(401);
    }
    const locked = await logIn(kind, { email: email.toUpperCase(), password });
    expect([locked.status, locked.body.code]).toEqual([429, 'too_many_requests']);
    const seconds = Number(locked.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(880);
    expect(seconds).toBeLessThanOrEqual(900);
    expect((await logIn(kind, { email, password: 5 })).status).toBe(429);
  });

  it('is not locked longer by tries during the lock', async () => {
    const { email } = await person(kind);
    for (let count = 0; count < 5; count += 1) await logIn(kind, { email, password: wrong });
    app.clock.advance(600);
    const during = await logIn(kind, { email, password: wrong });
    expect(during.status).toBe(429);
    expect(Number(during.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    app.clock.advance(301);
    expect((await logIn(kind, { email, password })).status).toBe(200);
  });

  it('is locked for an unknown account just so', async () => {
    const email = `nobody-${kind}-${Date.now()}@example.com`;
    for (let count = 0; count < 5; count += 1) {
      expect((await logIn(kind, { email, password })).status).toBe(401);
    }
    expect((await logIn(kind, { email, password })).status).toBe(429);
  });

  it('forgets the failures of the account once it succeeds', async () => {
    const { email } = await person(kind);
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) {
        expect((await logIn(kind, { email, password: wrong })).status).toBe(401);
      }
      expect((await logIn(kind, { email, password })).status).toBe(200);
    }
  });

  it('is locked for an address after five failures at any account, and for no other address', async () => {
    const from = newAddress();
    const { email } = await person(kind);
    for (let count = 0; count < 5; count += 1) {
      const guess = { email: `guess-${count}-${Date.now()}@example.com`, password };
      expect((await logIn(kind, guess, { from })).status).toBe(401);
    }
    expect((await logIn(kind, { email, password }, { from })).status).toBe(429);
    expect((await logIn(kind, { email, password })).status).toBe(200);
  });

  it('lets exactly five of many guesses at once through, and stays locked', async () => {
    const { email } = await person(kind);
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 24 }, () => logIn(kind, { email, password: wrong })),
      );
      const through = answers.filter(({ status }) => status === 401).length;
      expect(through).toBe(round === 0 ? 5 : 0);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(24 - through);
    }
  });
});

describe('the address that counts', () => {
  it('is the right-most that the proxy did not make up', async () => {
    const from = newAddress();
    for (let count = 0; count < 5; count += 1) {
      const guess = { email: `forged-${count}@example.com`, password };
      expect((await logIn('staff', guess, { from: `198.51.100.${count}, ${from}` })).status).toBe(401);
    }
    const next = { email: 'forged-6@example.com', password };
    expect((await logIn('staff', next, { from: `198.51.100.77, ${from}` })).status).toBe(429);
  });

  it('is the network of an IPv6 host', async () => {
    for (let count = 0; count < 5; count += 1) {
      await logIn(
        'staff',
        { email: `six-${count}@example.com`, password },
        { from: `2001:db8:7:7::${count + 1}` },
      );
    }
    const next = { email: 'six-6@example.com', password };
    expect((await logIn('staff', next, { from: '2001:db8:7:7:ffff::1' })).status).toBe(429);
    expect((await logIn('staff', next, { from: '2001:db8:7:8::1' })).status).toBe(401);
  });
});

describe('staff who cannot sign in', () => {
  it.each([
    ['has not joined', { joined_at: null }],
    ['is invited and has no password', { joined_at: null, password_hash: null }],
    ['is deleted', { deleted_at: new Date() }],
  ])('get the answer of a wrong password: who %s', async (_who, state) => {
    const now = app.clock.now();
    const email = `idle-${Date.now()}-${Math.random()}@example.com`;
    const { passwords, database } = app.platform;
    await database.db
      .insertInto('users')
      .values({
        id: newId(now),
        email,
        email_key: emailKey(email),
        name: 'Idle',
        permissions: ['clients.read'],
        locale: 'uk',
        created_at: now,
        updated_at: now,
        joined_at: now,
        password_hash: await passwords.hash(password),
        ...state,
      })
      .execute();
    const answer = await logIn('staff', { email, password });
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials']);
  });
});

describe('a customer', () => {
  const set = (id: string, change: object) =>
    app.platform.database.db.updateTable('clients').set(change).where('id', '=', id).execute();

  it.each([
    ['blocked', false],
    ['archived', false],
    ['grace', true],
    ['trial', true],
  ])('who is %s signs in; active: %s', async (status, active) => {
    const { id, email } = await registeredCustomer(app);
    await set(id, { status });
    expect(await logIn('customer', { email, password })).toMatchObject({
      status: 200,
      body: { data: { active } },
    });
  });

  it('who has not confirmed signs in, unconfirmed and without a cabinet', async () => {
    const { email } = await registeredCustomer(app);
    const { body } = await logIn('customer', { email, password });
    expect(body.data).toMatchObject({ confirmed: false, active: true, cabinet_url: null });
  });

  it('who is deleted is told so with the right password, and nothing with a wrong one', async () => {
    const { id, email } = await registeredCustomer(app);
    await set(id, { deleted_at: app.clock.now() });
    const right = await logIn('customer', { email, password });
    expect(right.status).toBe(403);
    expect(right.body).toMatchObject({ code: 'account_inactive', active: false });
    expect((await logIn('customer', { email, password: wrong })).status).toBe(401);
  });

  it('who was deleted and registered anew is the new one', async () => {
    const old = await registeredCustomer(app);
    await set(old.id, { deleted_at: app.clock.now() });
    const anew = await registeredCustomer(app, { email: old.email });
    const { body } = await logIn('customer', { email: old.email, password });
    expect(body.data.id).toBe(anew.id);
  });

  it('who was let in once is re-hashed when the parameters were weaker', async () => {
    const { id, email } = await registeredCustomer(app);
    await set(id, { password_hash: await hash(password, { memoryCost: 8192, timeCost: 1 }) });
    expect((await logIn('customer', { email, password })).status).toBe(200);
    const row = await app.platform.database.db
      .selectFrom('clients')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('where accounts are not disclosed', () => {
  it('a deleted customer is a plain 401, and its right password counts as a failure', async () => {
    const strict = await startApp({ ACCOUNT_DISCLOSURE: 'strict', LOGIN_ATTEMPTS: '2/15m' });
    try {
      const { db } = strict.platform.database;
      const body = registration();
      await strict.call('POST', '/api/auth/register', { body });
      await db.updateTable('clients').set({ deleted_at: new Date() }).execute();
      const send = () => strict.call('POST', '/api/auth/login', { body: { email: body.email, password } });
      for (const status of [401, 401, 429]) {
        const answer = await send();
        expect(answer.status).toBe(status);
        expect(answer.body).not.toHaveProperty('active');
      }
    } finally {
      await strict.close();
    }
  });
});
