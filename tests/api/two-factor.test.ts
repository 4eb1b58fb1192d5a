import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    LOGIN_ATTEMPTS: '5/15m',
    LOGIN_ATTEMPTS_PER_ADDRESS: '8/15m',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
  });
});
afterAll(() => app.close());

let host = 0;
/** From a new address, unless another is given. */
function send(
  method: string,
  path: string,
  body?: unknown,
  { token, from }: { token?: string; from?: string } = {},
) {
  host += 1;
  return app.call(method, `/api/admin${path}`, {
    ...(token && { token }),
    ...(body !== undefined && { body }),
    locale: 'en',
    headers: { 'x-forwarded-for': from ?? `203.0.${Math.floor(host / 250)}.${(host % 250) + 1}` },
  });
}
const logIn = (email: string, given = password) => send('POST', '/auth/login', { email, password: given });
const second = (challenge: unknown, given: object, from?: string) =>
  send('POST', '/auth/second-factor', { challenge, ...given }, { ...(from && { from }) });
const own = ({ token }: Pick<Person, 'token'>, path: string, body?: unknown) =>
  send(body === undefined ? 'GET' : 'POST', `/auth/two-factor${path}`, body, { token });
const me = (token: string) => send('GET', '/auth/me', undefined, { token });
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);
const refusedAt = (answer: Answer, field: string) =>
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);

interface Holder extends Person {
  codes: string[];
  /** The present code; time moves on first, so that it was never used. */
  next(): string;
}

/** A member of staff with a second factor, still signed in. */
async function holder(options: Parameters<typeof staffMember>[1] = {}): Promise<Holder> {
  const person = await staffMember(app, options);
  return { ...person, ...(await setUp(person)) };
}

async function setUp(person: Person): Promise<Pick<Holder, 'codes' | 'next'>> {
  const begun = await own(person, '', { current_password: password });
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  const { secret } = begun.body.data as { secret: string };
  const totp = new TOTP({ secret });
  const next = () => {
    app.clock.advance(30);
    return totp.generate({ timestamp: app.clock.now().getTime() });
  };
  const confirmed = await own(person, '/confirm', { code: next() });
  expect(confirmed.status).toBe(200);
  return { codes: confirmed.body.data.recovery_codes as string[], next };
}

async function challengeOf(email: string): Promise<string> {
  const answer = await logIn(email);
  refused(answer, 403, 'second_factor_required');
  return answer.body.challenge as string;
}

async function mailsTo(email: string): Promise<string[]> {
  const rows = await app.platform.database.db
    .selectFrom('emails')
    .select(['kind', 'reason'])
    // Every request here comes from a new address, without a cookie.
    .where('kind', '!=', 'new_device')
    .where('to_address', '=', email)
    .where('kind', '<>', 'new_device') // of each login here; what it says has a test of its own
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, reason }) => `${kind} ${reason}`);
}

async function auditOf(id: string): Promise<string[]> {
  const rows = await app.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor_id }) => `${action}${actor_id === id ? '' : ' by a colleague'}`);
}

describe('setting a second factor up', () => {
  it('shows a secret, and switches it on with a code of it', async () => {
    const person = await staffMember(app);
    const elsewhere = (await logIn(person.email)).body.access_token as string;
    expect((await own(person, '')).body.data).toEqual({
      on_since: null,
      required: false,
      recovery_codes_left: 0,
    });

    const begun = await own(person, '', { current_password: password });
    expect(begun.body.data).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining(`Tenantry:${encodeURIComponent(person.email)}?`),
    });
    expect((await logIn(person.email)).status).toBe(200);

    const { codes } = await setUp(person);
    expect(new Set(codes).size).toBe(10);
    expect((await own(person, '')).body.data).toEqual({
      on_since: expect.any(String),
      required: false,
      recovery_codes_left: 10,
    });
    expect((await me(elsewhere)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect(await mailsTo(person.email)).toEqual(['two_factor_on two_factor_on']);
    expect(await auditOf(person.id)).toEqual(['user.two_factor_on']);
    refused(await own(person, '', { current_password: password }), 409, 'two_factor_on');
    refused(await own(person, '/confirm', { code: '123456' }), 409, 'two_factor_on');
  });

  it('keeps neither the secret nor a recovery code in clear', async () => {
    const person = await staffMember(app);
    const { secret } = (await own(person, '', { current_password: password })).body.data;
    const { codes } = await setUp(person);
    const { db } = app.platform.database;
    const kept = JSON.stringify([
      await db.selectFrom('two_factor_secrets').selectAll().execute(),
      (await db.selectFrom('recovery_codes').select('code_hash').execute()).map((row) =>
        String(row.code_hash),
      ),
      await db.selectFrom('audit_entries').selectAll().execute(),
    ]);
    for (const text of [secret, ...codes]) expect(kept).not.toContain(text);
  });

  it('needs the password, a code that fits, and something begun', async () => {
    const person = await staffMember(app);
    refusedAt(await own(person, '', {}), 'current_password');
    refusedAt(await own(person, '', { current_password: 'Wrong-Passw0rd' }), 'current_password');
    refused(await own(person, '/confirm', { code: '123456' }), 409, 'two_factor_off');
    await own(person, '', { current_password: password });
    for (const code of ['12345', 'abcdef', '']) refusedAt(await own(person, '/confirm', { code }), 'code');
    refusedAt(await own(person, '/confirm', { code: '000000' }), 'code');
    expect((await own(person, '')).body.data.on_since).toBeNull();
    const wrong = await app.platform.database.db
      .selectFrom('audit_entries')
      .select(['kind', 'actor_id', 'person_id', 'device', 'ip'])
      .where('subject_id', '=', person.id)
      .where('action', '=', 'security.second_factor_failed')
      .execute();
    const { id } = person;
    expect(wrong).toEqual([
      { kind: 'security', actor_id: id, person_id: id, device: 'node', ip: expect.stringMatching(/^203\./) },
    ]);
  });

  it('takes the newest secret only', async () => {
    const person = await staffMember(app);
    const first = (await own(person, '', { current_password: password })).body.data.secret as string;
    await own(person, '', { current_password: password });
    const code = new TOTP({ secret: first }).generate({ timestamp: app.clock.now().getTime() });
    refusedAt(await own(person, '/confirm', { code }), 'code');
  });
});

describe('a login with a second factor', () => {
  it('gives no session for the password alone', async () => {
    const { email, next, id } = await holder();
    const first = await logIn(email);
    refused(first, 403, 'second_factor_required');
    expect(first.body).toMatchObject({ challenge: expect.stringMatching(/^[\w-]{43}$/) });
    expect(first.body).not.toHaveProperty('access_token');
    expect((await me(first.body.challenge)).status).toBe(401);
    const answer = await second(first.body.challenge, { code: next() });
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', data: { id, email } } });
    expect((await me(answer.body.access_token)).status).toBe(200);
  });

  it('tells nothing of it with a wrong password', async () => {
    const { email } = await holder();
    const plain = await staffMember(app);
    const answers = [await logIn(email, 'Wrong-Passw0rd'), await logIn(plain.email, 'Wrong-Passw0rd')];
    const [one, two] = answers.map(({ status, body: { request_id: _, ...rest } }) => ({ status, ...rest }));
    expect(one).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(one).toEqual(two);
  });

  it('counts a code once, also in two logins at once', async () => {
    const { email, next } = await holder();
    const challenge = await challengeOf(email);
    const code = next();
    const answers = await Promise.all([second(challenge, { code }), second(challenge, { code })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    refusedAt(await second(await challengeOf(email), { code }), 'code');
    expect((await second(await challengeOf(email), { code: next() })).status).toBe(200);
  });

  it('does not take the code that switched it on', async () => {
    const person = await staffMember(app);
    const { secret } = (await own(person, '', { current_password: password })).body.data;
    const code = new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
    expect((await own(person, '/confirm', { code })).status).toBe(200);
    refusedAt(await second(await challengeOf(person.email), { code }), 'code');
  });

  it('takes a recovery code once, also of two at once, and tells its owner', async () => {
    const { id, email, codes } = await holder();
    const [code = '', other = ''] = codes;
    const challenge = await challengeOf(email);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
    const answers = await Promise.all([1, 2].map(() => second(challenge, { recovery_code: typed })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    refusedAt(await second(await challengeOf(email), { recovery_code: code }), 'recovery_code');
    expect((await second(await challengeOf(email), { recovery_code: other })).status).toBe(200);
    expect(await mailsTo(email)).toEqual([
      'two_factor_on two_factor_on',
      'recovery_code_used recovery_code_used',
      'recovery_code_used recovery_code_used',
    ]);
    expect(await auditOf(id)).toEqual(['user.two_factor_on', 'user.recovery_code', 'user.recovery_code']);
  });

  it('leaves the challenge good after a wrong code, and worthless after a right one', async () => {
    const { email, next } = await holder();
    const challenge = await challengeOf(email);
    refusedAt(await second(challenge, { code: '000000' }), 'code');
    refusedAt(await second(challenge, { recovery_code: 'abcd-abcd-abcd-abcd' }), 'recovery_code');
    expect((await second(challenge, { code: next() })).status).toBe(200);
    refused(await second(challenge, { code: next() }), 403, 'second_factor_expired');
  });

  it('ends a challenge after ten minutes, by a newer one and by a new password', async () => {
    const person = await holder();
    const { email, next } = person;
    const late = await challengeOf(email);
    app.clock.advance(601);
    refused(await second(late, { code: next() }), 403, 'second_factor_expired');

    const older = await challengeOf(email);
    const newer = await challengeOf(email);
    refused(await second(older, { code: next() }), 403, 'second_factor_expired');

    const changed = {
      current_password: password,
      password: 'Other-Passw0rd1',
      password_confirmation: 'Other-Passw0rd1',
    };
    const fresh = (await second(newer, { code: next() })).body.access_token as string;
    const before = await challengeOf(email);
    expect((await send('PUT', '/auth/me', changed, { token: fresh })).status).toBe(200);
    refused(await second(before, { code: next() }), 403, 'second_factor_expired');
    refused(await second('invented', { code: next() }), 403, 'second_factor_expired');
  });

  it.each<[string, object, string]>([
    ['no challenge', { challenge: undefined, code: '123456' }, 'challenge'],
    ['no code', {}, 'code'],
    ['both codes', { code: '123456', recovery_code: 'abcd' }, 'recovery_code'],
    ['letters', { code: 'abcdef' }, 'code'],
    ['an unknown key', { code: '123456', remember: true }, 'remember'],
  ])('refuses %s at its field', async (_, given, field) => {
    refusedAt(await send('POST', '/auth/second-factor', { challenge: 'c', ...given }), field);
  });
});

describe('guesses of a second factor', () => {
  it('are limited per account, from anywhere, right passwords between them or not', async () => {
    const { email, next } = await holder();
    for (let count = 0; count < 5; count += 1) {
      refusedAt(await second(await challengeOf(email), { code: '000000' }), 'code');
    }
    const challenge = await challengeOf(email);
    const locked = await second(challenge, { code: next() });
    refused(locked, 429, 'too_many_requests');
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await second(challenge, {})).status).toBe(429);
    app.clock.advance(901);
    expect((await second(await challengeOf(email), { code: next() })).status).toBe(200);
  });

  it('are limited per address at its own bound, over all accounts', async () => {
    const from = '198.51.100.9';
    for (let count = 0; count < 8; count += 1) {
      const { email } = await holder();
      refusedAt(await second(await challengeOf(email), { code: '000000' }, from), 'code');
    }
    const { email, next } = await holder();
    const challenge = await challengeOf(email);
    refused(await second(challenge, { code: next() }, from), 429, 'too_many_requests');
    expect((await second(challenge, { code: next() })).status).toBe(200);
  });

  it('pass five at most of many at once', async () => {
    const { email } = await holder();
    const challenge = await challengeOf(email);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => second(challenge, { code: '000000' })),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
  });

  it('by somebody who is signed in are limited too, and so are those of the present password', async () => {
    const person = await holder();
    for (let count = 0; count < 5; count += 1) {
      refusedAt(await own(person, '/off', { current_password: password, code: '000000' }), 'code');
    }
    refused(
      await own(person, '/off', { current_password: password, code: person.next() }),
      429,
      'too_many_requests',
    );

    const other = await staffMember(app);
    const change = (given: string) =>
      send(
        'PUT',
        '/auth/me',
        { current_password: given, password: 'Other-Passw0rd1', password_confirmation: 'Other-Passw0rd1' },
        other,
      );
    for (let count = 0; count < 5; count += 1) refusedAt(await change('Wrong-Passw0rd'), 'current_password');
    refused(await change(password), 429, 'too_many_requests');
    expect((await send('PUT', '/auth/me', { name: 'Still me' }, other)).status).toBe(200);
    expect((await logIn(other.email)).status).toBe(200);
  });
});

describe('switching it off, and new recovery codes', () => {
  it('needs both factors', async () => {
    const person = await holder();
    for (const path of ['/off', '/recovery-codes']) {
      refusedAt(await own(person, path, { code: person.next() }), 'current_password');
      refusedAt(await own(person, path, { current_password: password }), 'code');
      refusedAt(
        await own(person, path, { current_password: 'Wrong-Passw0rd', code: person.next() }),
        'current_password',
      );
      refusedAt(await own(person, path, { current_password: password, code: '000000' }), 'code');
    }
    expect((await own(person, '')).body.data).toMatchObject({ recovery_codes_left: 10 });
  });

  it('makes new codes and forgets the ones before', async () => {
    const person = await holder();
    const answer = await own(person, '/recovery-codes', { current_password: password, code: person.next() });
    expect(answer.status).toBe(201);
    const [fresh] = answer.body.data.recovery_codes as string[];
    const challenge = await challengeOf(person.email);
    refusedAt(await second(challenge, { recovery_code: person.codes[0] }), 'recovery_code');
    expect((await second(challenge, { recovery_code: fresh })).status).toBe(200);
    expect(await auditOf(person.id)).toContain('user.recovery_codes');
  });

  it('switches off with a recovery code too, and forgets everything', async () => {
    const person = await holder();
    const proof = { current_password: password, recovery_code: person.codes[3] };
    expect((await own(person, '/off', proof)).status).toBe(200);
    expect((await own(person, '')).body.data).toEqual({
      on_since: null,
      required: false,
      recovery_codes_left: 0,
    });
    expect((await logIn(person.email)).status).toBe(200);
    expect(await mailsTo(person.email)).toContain('two_factor_off two_factor_off');
    expect(await auditOf(person.id)).toContain('user.two_factor_off');
    refused(await own(person, '/off', { current_password: password, code: '123456' }), 409, 'two_factor_off');
    const left = await app.platform.database.db
      .selectFrom('two_factor_secrets')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('is open to read-only staff, for themselves', async () => {
    const person = await holder({ permissions: ['clients.read', 'read_only'] });
    expect((await own(person, '/off', { current_password: password, code: person.next() })).status).toBe(200);
  });
});

describe('a new password', () => {
  it('does not go round the second factor', async () => {
    const { email, next, token } = await holder();
    await send('POST', '/auth/reset/email/send', { email });
    const hash = await app.linkTo(email, 'staff_reset');
    const chosen = 'Chosen-Passw0rd';
    const challenge = await challengeOf(email);
    const answer = await send('POST', '/auth/change', {
      hash,
      password: chosen,
      password_confirmation: chosen,
    });
    expect(answer.body).not.toHaveProperty('access_token');
    expect((await me(token)).status).toBe(401);
    refused(await second(challenge, { code: next() }), 403, 'second_factor_expired');
    const first = await logIn(email, chosen);
    refused(first, 403, 'second_factor_required');
    expect((await second(first.body.challenge, { code: next() })).status).toBe(200);
  });
});

describe('who must have a second factor', () => {
  const requireOfAll = (value: boolean) =>
    app.platform.database.db
      .insertInto('settings')
      .values({
        id: '0198c000-0000-7000-8000-00000000aaaa',
        key: 'require_two_factor',
        value: JSON.stringify(value),
        updated_at: new Date(),
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();
  /** The own account, the set-up, and passkeys, which count as both factors. */
  const opensWithoutFactor =
    /^\/auth\/(me|two-factor|two-factor\/confirm|reauthenticate|passkeys|passkeys\/options)$/;
  const staffRoutes = routes.filter(({ access }) => access.who === 'staff');

  it('can do nothing else, in a session that was there before too, until it is set up', async () => {
    const admin = await staffMember(app);
    const person = await staffMember(app);
    const required = await send('PUT', `/users/${person.id}`, { two_factor_required: true }, admin);
    expect(required.body.data).toMatchObject({ two_factor: false, two_factor_required: true });
    for (const { method, path } of staffRoutes) {
      const address = path.replace(/:\w+/g, admin.id).replace(/^\/admin/, '');
      const answer = await send(method, address, method === 'GET' ? undefined : {}, person);
      const isOpen = opensWithoutFactor.test(address) && method !== 'PUT';
      if (isOpen) expect(answer.body.code, `${method} ${address}`).not.toBe('two_factor_required');
      else refused(answer, 403, 'two_factor_required');
    }
    expect((await me(person.token)).body.data.two_factor_missing).toBe(true);
    const again = await logIn(person.email);
    expect(again).toMatchObject({ status: 200, body: { data: { two_factor_missing: true } } });

    await setUp(person);
    expect((await me(person.token)).body.data.two_factor_missing).toBe(false);
    expect((await send('GET', '/clients', undefined, person)).status).toBe(200);
    const { body } = await send(
      'GET',
      '/users?filter[two_factor][eq]=1&filter[two_factor_required][eq]=1',
      undefined,
      admin,
    );
    expect(body.data.map(({ id }: Person) => id)).toEqual([person.id]);
  });

  it('is everybody while the general setting says so', async () => {
    const [person, having] = [await staffMember(app), await holder()];
    await requireOfAll(true);
    try {
      refused(await send('GET', '/clients', undefined, person), 403, 'two_factor_required');
      expect((await send('GET', '/clients', undefined, having)).status).toBe(200);
      expect((await own(having, '')).body.data.required).toBe(true);
      expect((await own(having, '/off', { current_password: password, code: having.next() })).status).toBe(
        200,
      );
      refused(await send('GET', '/clients', undefined, having), 403, 'two_factor_required');
    } finally {
      await requireOfAll(false);
    }
    expect((await send('GET', '/clients', undefined, person)).status).toBe(200);
  });

  it('may be said at the invitation', async () => {
    const admin = await staffMember(app);
    const input = { email: 'careful@example.com', name: 'Careful', permissions: ['clients.read'] };
    const { body } = await send('POST', '/users', { ...input, two_factor_required: true }, admin);
    expect(body.data.two_factor_required).toBe(true);
    const token = await app.linkTo(input.email, 'staff_invitation');
    const joined = await send('POST', '/auth/register', {
      token,
      name: 'Careful',
      password,
      password_confirmation: password,
    });
    expect(joined.body.data.two_factor_missing).toBe(true);
    const changed = await send('PUT', `/users/${body.data.id}`, { name: 'More careful' }, admin);
    expect(changed.body.data.two_factor_required).toBe(true);
  });
});

describe("a colleague's second factor", () => {
  const reset = (id: string, { token }: Pick<Person, 'token'>) =>
    send('DELETE', `/users/${id}/two-factor`, {}, { token });

  it('is reset by people who manage users, with the sessions ended', async () => {
    const [admin, person] = [await staffMember(app), await holder({ permissions: ['clients.read'] })];
    const answer = await reset(person.id, admin);
    expect(answer).toMatchObject({ status: 200, body: { data: { two_factor: false } } });
    expect((await me(person.token)).status).toBe(401);
    expect((await logIn(person.email)).status).toBe(200);
    expect(await mailsTo(person.email)).toContain('two_factor_reset two_factor_reset');
    expect(await auditOf(person.id)).toContain('user.two_factor_reset by a colleague');
    refused(await reset(person.id, admin), 409, 'two_factor_off');
  });

  it('is not reset above oneself, without the right, for oneself, of somebody deleted or unknown', async () => {
    const manager = await staffMember(app, { permissions: ['users.write', 'clients.read'] });
    const boss = await holder();
    refused(await reset(boss.id, manager), 403, 'above_own_permissions');
    for (const permissions of [
      ['clients.write'],
      ['users.read'],
      ['users.write', 'read_only'],
    ] as Permission[][]) {
      expect((await reset(boss.id, await staffMember(app, { permissions }))).status).toBe(403);
    }
    refused(await reset(boss.id, boss), 403, 'own_two_factor');
    expect((await own(boss, '')).body.data.on_since).not.toBeNull();
    const gone = await holder({ permissions: ['clients.read'] });
    await send('DELETE', `/users/${gone.id}`, {}, boss);
    refused(await reset(gone.id, boss), 409, 'deleted');
    refused(await reset('0198c000-0000-7000-8000-0000000000ff', boss), 404, 'not_found');
  });
});
