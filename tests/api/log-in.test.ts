import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailKey } from '#contract/kernel/primitives.ts';
import { memberBy } from '#server/auth/member-store.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';

const perAddress = 12;
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    LOGIN_ATTEMPTS: '5/15m',
    LOGIN_ATTEMPTS_PER_ADDRESS: `${perAddress}/15m`,
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
  });
  // Waits of a second would pass by themselves on a busy machine.
  app.clock.hold();
});
afterAll(() => app.close());

const paths = { staff: '/api/admin/auth/login', customer: '/api/auth/login' } as const;
type Kind = keyof typeof paths;
const kinds = Object.keys(paths) as Kind[]; // `keys` loses the type

let host = 0;
/** An address without any attempts so far. */
const newAddress = () => {
  host += 1;
  return `203.0.${Math.floor(host / 250)}.${(host % 250) + 1}`;
};
const logIn = (kind: Kind, body: unknown, { from = newAddress(), locale = 'uk', cookie = '' } = {}) =>
  app.call('POST', paths[kind], {
    body,
    locale,
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  });
/** The cookie of an answer, as a browser sends it back. */
const deviceOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? '';
const person = async (kind: Kind) => (kind === 'staff' ? staffMember(app) : registeredCustomer(app));
const wrong = 'Wrong-Passw0rd';

describe.each(kinds)('%s signing in', (kind) => {
  it('gets a token that works, in any case of the address', async () => {
    const { id, email } = await person(kind);
    const answer = await logIn(kind, { email: ` ${email.toUpperCase()} `, password });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]{86}$/),
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

  it('is locked from one address after five failures, with the right password too, and from no other', async () => {
    const { email } = await person(kind);
    const from = newAddress();
    for (let count = 0; count < 5; count += 1) {
      expect((await logIn(kind, { email, password: wrong }, { from })).status).toBe(401);
    }
    const locked = await logIn(kind, { email: email.toUpperCase(), password }, { from });
    expect([locked.status, locked.body.code]).toEqual([429, 'too_many_requests']);
    expect(locked.headers.get('set-cookie')).toBeNull();
    const seconds = Number(locked.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(880);
    expect(seconds).toBeLessThanOrEqual(900);
    expect((await logIn(kind, { email, password: 5 }, { from })).status).toBe(429);
    app.clock.advance(1);
    expect((await logIn(kind, { email, password })).status).toBe(200);
  });

  it('is not locked longer by tries during the lock', async () => {
    const { email } = await person(kind);
    const from = newAddress();
    for (let count = 0; count < 5; count += 1) await logIn(kind, { email, password: wrong }, { from });
    app.clock.advance(600);
    const during = await logIn(kind, { email, password: wrong }, { from });
    expect(during.status).toBe(429);
    expect(Number(during.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    app.clock.advance(301);
    expect((await logIn(kind, { email, password }, { from })).status).toBe(200);
  });

  it('slows an account down for strangers from everywhere: 1 s after the fifth failure, doubled up to 60', async () => {
    const { email } = await person(kind);
    for (let count = 0; count < 5; count += 1) {
      expect((await logIn(kind, { email, password: wrong })).status).toBe(401);
    }
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const slowed = await logIn(kind, { email, password });
      expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, String(wait)]);
      app.clock.advance(wait);
      expect((await logIn(kind, { email, password: wrong })).status).toBe(401);
    }
    app.clock.advance(60);
    expect((await logIn(kind, { email, password })).status).toBe(200);
    expect((await logIn(kind, { email, password: wrong })).status).toBe(401);
  });

  it('lets a device that has signed in before through, whatever strangers and neighbours do', async () => {
    const { email } = await person(kind);
    const from = newAddress();
    const cookie = deviceOf(await logIn(kind, { email, password }, { from }));
    for (let count = 0; count < 5; count += 1) await logIn(kind, { email, password: wrong }, { from });
    for (let count = 0; count < 5; count += 1) await logIn(kind, { email, password: wrong });
    expect((await logIn(kind, { email, password }, { from })).status).toBe(429);
    const again = await logIn(kind, { email: email.toUpperCase(), password }, { from, cookie });
    expect(again.status).toBe(200);
    // The owner's sign-ins don't reset a stranger's count.
    expect((await logIn(kind, { email, password }, { from })).status).toBe(429);
  });

  it.each(['a new password by email', 'a token that came back'])(
    'takes no device from before %s',
    async (what) => {
      const { email } = await person(kind);
      const root = kind === 'staff' ? '/api/admin/auth' : '/api/auth';
      const signedIn = await logIn(kind, { email, password });
      const before = deviceOf(signedIn);
      app.clock.advance(61);
      let secret = password;
      if (what === 'a token that came back') {
        const first = String(signedIn.body.access_token);
        const renewed = await app.call('POST', `${root}/refresh-token`, { token: first });
        expect(renewed.status).toBe(200);
        app.clock.advance(61);
        expect((await app.call('POST', `${root}/refresh-token`, { token: first })).status).toBe(401);
      } else {
        secret = 'New-Passw0rd';
        await app.call('POST', `${root}/reset/email/send`, { body: { email } });
        const hash = await app.linkTo(email, kind === 'staff' ? 'staff_reset' : 'reset');
        const body = { hash, password: secret, password_confirmation: secret };
        expect((await app.call('POST', `${root}/change`, { body })).status).toBe(200);
      }
      // At the same moment as the change, like somebody who is signed in by it.
      const after = deviceOf(await logIn(kind, { email, password: secret }, { cookie: before }));
      const from = newAddress();
      for (let count = 0; count < 5; count += 1) await logIn(kind, { email, password: wrong }, { from });
      const tried = { email, password: secret };
      expect((await logIn(kind, tried, { from, cookie: before })).status).toBe(429);
      expect((await logIn(kind, tried, { from, cookie: after })).status).toBe(200);
    },
  );

  it('counts the failures of a known device for itself alone', async () => {
    const { email } = await person(kind);
    const cookie = deviceOf(await logIn(kind, { email, password }));
    for (let count = 0; count < 5; count += 1) {
      expect((await logIn(kind, { email, password: wrong }, { cookie })).status).toBe(401);
    }
    const locked = await logIn(kind, { email, password }, { cookie });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(880);
    expect((await logIn(kind, { email, password })).status).toBe(200);
  });

  it('takes no device of another account or kind, none that somebody wrote, and works without', async () => {
    const [one, two] = [await person(kind), await person(kind)];
    const cookie = deviceOf(await logIn(kind, { email: one.email, password }));
    const forged = cookie.replaceAll(one.id, two.id);
    expect(forged).not.toBe(cookie);
    for (const tried of [
      cookie,
      forged,
      cookie.slice(0, -2),
      'device=',
      'device=s.1.2.3.4',
      'device=%00!!',
    ]) {
      const from = newAddress();
      for (let count = 0; count < 5; count += 1) {
        await logIn(kind, { email: two.email, password: wrong }, { from, cookie: tried });
      }
      expect((await logIn(kind, { email: two.email, password }, { from, cookie: tried })).status).toBe(429);
      app.clock.advance(901);
    }
  });

  it('is locked and slowed down for an unknown account just so', async () => {
    const email = `nobody-${kind}-${Date.now()}@example.com`;
    const from = newAddress();
    for (let count = 0; count < 5; count += 1) {
      expect((await logIn(kind, { email, password }, { from })).status).toBe(401);
    }
    expect((await logIn(kind, { email, password }, { from })).headers.get('retry-after')).toBe('900');
    expect((await logIn(kind, { email, password })).headers.get('retry-after')).toBe('1');
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

  it('keeps an address open for others when one person there fails, and shuts it at its own bound', async () => {
    const from = newAddress();
    const { email } = await person(kind);
    for (let count = 0; count < perAddress; count += 1) {
      if (count === 6) expect((await logIn(kind, { email, password }, { from })).status).toBe(200);
      const guess = { email: `guess-${count}-${Date.now()}@example.com`, password };
      expect((await logIn(kind, guess, { from })).status).toBe(401);
    }
    const cookie = deviceOf(await logIn(kind, { email, password }));
    expect((await logIn(kind, { email, password }, { from })).status).toBe(429);
    expect((await logIn(kind, { email, password }, { from, cookie })).status).toBe(200);
  });

  it('is no matter of the other kind of account', async () => {
    const other = kind === 'staff' ? 'customer' : 'staff';
    const { email } = await person(kind);
    const from = newAddress();
    for (let count = 0; count < perAddress; count += 1) {
      await logIn(other, { email: count < 5 ? email : `${count}-${email}`, password: wrong }, { from });
    }
    expect((await logIn(other, { email: `new-${email}`, password: wrong }, { from })).status).toBe(429);
    expect((await logIn(kind, { email, password }, { from })).status).toBe(200);
  });

  it('lets exactly five of many guesses at once through, from one address as from many', async () => {
    const { email } = await person(kind);
    const from = newAddress();
    for (const where of [() => from, newAddress]) {
      for (let round = 0; round < 2; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 24 }, () => logIn(kind, { email, password: wrong }, { from: where() })),
        );
        const through = answers.filter(({ status }) => status === 401).length;
        expect(through).toBe(round === 0 ? 5 : 0);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(24 - through);
      }
      app.clock.advance(901);
    }
  });

  it('never shuts a device out by mistakes made at once, and gives back what was right', async () => {
    const { email } = await person(kind);
    const from = newAddress();
    const rounds = await Promise.all(
      Array.from({ length: 5 }, () => logIn(kind, { email, password }, { from })),
    );
    expect(rounds.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await logIn(kind, { email, password: wrong }, { from })).status).toBe(401);
    expect((await logIn(kind, { email, password }, { from })).status).toBe(200);
  });
});

describe('the cookie of a known device', () => {
  it('is for this server alone, no script reads it, and it is no session', async () => {
    const { email } = await person('staff');
    const answer = await logIn('staff', { email, password });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^device=[\w.!-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    const me = await app.call('GET', '/api/admin/auth/me', { headers: { cookie: deviceOf(answer) } });
    expect(me.status).toBe(401);
  });

  it('keeps the accounts of both kinds, and comes with a refreshed session too', async () => {
    const [colleague, customer] = [await person('staff'), await person('customer')];
    const first = deviceOf(await logIn('staff', { email: colleague.email, password }));
    const answer = await logIn('customer', { email: customer.email, password }, { cookie: first });
    const cookie = deviceOf(answer);
    expect(cookie).toContain(colleague.id);
    expect(cookie).toContain(customer.id);
    const renewed = await app.call('POST', '/api/auth/refresh-token', { token: answer.body.access_token });
    expect(deviceOf(renewed)).toContain(customer.id);
  });
});

describe('the address that counts', () => {
  it('is the right-most that the proxy did not make up', async () => {
    const from = newAddress();
    for (let count = 0; count < perAddress; count += 1) {
      const guess = { email: `forged-${count}@example.com`, password };
      expect((await logIn('staff', guess, { from: `198.51.100.${count}, ${from}` })).status).toBe(401);
    }
    const next = { email: 'forged-next@example.com', password };
    expect((await logIn('staff', next, { from: `198.51.100.77, ${from}` })).status).toBe(429);
  });

  it('is the network of an IPv6 host', async () => {
    for (let count = 0; count < perAddress; count += 1) {
      await logIn(
        'staff',
        { email: `six-${count}@example.com`, password },
        { from: `2001:db8:7:7::${count + 1}` },
      );
    }
    const next = { email: 'six-next@example.com', password };
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

  it.each([
    ['none', 'You can no longer sign in to this account. If this', undefined],
    ['suspended', 'to this account. Its data is kept. If', undefined],
    ['deleted', 'A copy of its data is kept until 1 March 2036. If', '2036-03-01T12:00:00.000Z'],
  ] as const)(
    'who is deleted reads what is kept of a cabinet that is %s',
    async (status, sentence, until) => {
      const { id, email } = await registeredCustomer(app);
      await set(id, { deleted_at: app.clock.now(), cabinet_status: status });
      const { db } = app.platform.database;
      const now = app.clock.now();
      const copy = { id: newId(now), client_id: id, driver: 'embedded', taken_at: now, bytes: 1, sha256: '' };
      if (until !== undefined) {
        await db
          .insertInto('cabinet_backups')
          .values({ ...copy, expires_at: new Date(until) })
          .execute();
      }
      const answer = await app.call('POST', '/api/auth/login', { locale: 'en', body: { email, password } });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toContain(sentence);
      expect(answer.body.kept_until).toBe(until);
      const sessions = await db.selectFrom('sessions').select('id').where('account_id', '=', id).execute();
      expect(sessions).toHaveLength(1);
    },
  );

  it('who was deleted and has registered again is the new one', async () => {
    const old = await registeredCustomer(app);
    await set(old.id, { deleted_at: app.clock.now() });
    const anew = await registeredCustomer(app, { email: old.email });
    const { body } = await logIn('customer', { email: old.email, password });
    expect(body.data.id).toBe(anew.id);
  });
});

describe('a password', () => {
  it('is hashed strongly, and re-hashed at a login when the parameters were weaker', async () => {
    const strong = await startApp({ ROLES: 'web' }, { hashing: 'strong' });
    try {
      const { db } = strong.platform.database;
      const { id, email } = await registeredCustomer(strong);
      const stored = async () =>
        (
          await db
            .selectFrom('clients')
            .select('password_hash')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).password_hash;
      expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const password_hash = await hash(password, { memoryCost: 8192, timeCost: 1 });
      await db.updateTable('clients').set({ password_hash }).where('id', '=', id).execute();
      const login = await strong.call('POST', '/api/auth/login', { body: { email, password } });
      expect(login.status).toBe(200);
      expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    } finally {
      await strong.close();
    }
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

describe('the person with an address', () => {
  it.each(['present', 'deleted'])('is found by an index, whichever there is: %s', async (which) => {
    const { email } = await registeredCustomer(app);
    if (which === 'deleted') {
      const gone = { deleted_at: app.clock.now() };
      await app.platform.db
        .updateTable('clients')
        .set(gone)
        .where('email_key', '=', emailKey(email))
        .execute();
    }
    await app.platform.db.transaction().execute(async (tx) => {
      // A table of a few rows is read whole otherwise; without an index this one still would be.
      await sql`set local enable_seqscan = off`.execute(tx);
      const wholeReads = async () => {
        const { rows } = await sql<{ relname: string; seq_scan: number }>`
          select relname, seq_scan from pg_stat_xact_user_tables
          where relname in ('clients', 'members', 'persons') order by relname`.execute(tx);
        return rows;
      };
      // With what the connection did before.
      const before = await wholeReads();
      expect((await memberBy(tx, { email }))?.account.email).toBe(email);
      expect(await wholeReads()).toEqual(before);
    });
  });
});
