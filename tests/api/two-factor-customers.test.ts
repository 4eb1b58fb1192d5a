import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import {
  confirmedCustomer,
  memberOf,
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';

/** The second factor of customers' persons; what it shares with that of staff is tested in `two-factor.test.ts`. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
    LOGIN_ATTEMPTS: '5/15m',
    LOGIN_ATTEMPTS_PER_ADDRESS: '8/15m',
  });
});
afterAll(() => app.close());

let host = 0;
/** From a new address each time. */
function send(method: string, path: string, body?: unknown, token?: string) {
  host += 1;
  return app.call(method, `/api${path}`, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
    locale: 'en',
    headers: { 'x-forwarded-for': `203.0.${Math.floor(host / 250)}.${(host % 250) + 1}` },
  });
}
const logIn = (email: string) => send('POST', '/auth/login', { email, password });
const second = (challenge: unknown, given: object) =>
  send('POST', '/auth/second-factor', { challenge, ...given });
const own = ({ token }: Pick<Person, 'token'>, path = '', body?: unknown) =>
  send(body === undefined ? 'GET' : 'POST', `/auth/two-factor${path}`, body, token);
const me = (token: string) => send('GET', '/auth/me', undefined, token);
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);
const refusedAt = (answer: Answer, field: string) =>
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);

interface Holder extends Person {
  codes: string[];
  /** The present code; time moves on first, so that it was never used. */
  next(): string;
}

async function setUp(person: Person): Promise<Holder> {
  const begun = await own(person, '', { current_password: password });
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  const totp = new TOTP({ secret: begun.body.data.secret as string });
  const next = () => {
    app.clock.advance(30);
    return totp.generate({ timestamp: app.clock.now().getTime() });
  };
  const confirmed = await own(person, '/confirm', { code: next() });
  expect(confirmed.status).toBe(200);
  return { ...person, codes: confirmed.body.data.recovery_codes, next };
}
const holder = async () => setUp(await confirmedCustomer(app));

async function challengeOf(email: string): Promise<string> {
  const answer = await logIn(email);
  refused(answer, 403, 'second_factor_required');
  return answer.body.challenge as string;
}

async function mailsTo(email: string, kinds: string[]): Promise<string[]> {
  const rows = await app.platform.database.db
    .selectFrom('emails')
    .select(['kind', 'reason'])
    .where('to_address', '=', email)
    .where('kind', 'in', kinds as ['own_two_factor_on'])
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, reason }) => `${kind} ${reason}`);
}
const ofFactor = ['own_two_factor_on', 'own_two_factor_off', 'own_recovery_code_used'];

async function auditOf(clientId: string): Promise<unknown[]> {
  const rows = await app.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('client_id', '=', clientId)
    .where((eb) =>
      eb.or([eb('action', 'like', 'client.two_factor%'), eb('action', 'like', 'client.recovery%')]),
    )
    .orderBy('at')
    .execute();
  return rows.map(({ action, actor_id }) => [action, actor_id]);
}

describe('a person without a second factor', () => {
  it('signs in as before', async () => {
    const person = await confirmedCustomer(app);
    expect((await logIn(person.email)).status).toBe(200);
    expect((await own(person)).body.data).toEqual({
      on_since: null,
      required: false,
      recovery_codes_left: 0,
    });
  });

  it('sets none up before the address is confirmed, because emails about it would go to a stranger', async () => {
    const person = await registeredCustomer(app);
    refused(await own(person, '', { current_password: password }), 409, 'unconfirmed');
  });

  it('needs the password, a code that fits, and something begun', async () => {
    const person = await confirmedCustomer(app);
    refusedAt(await own(person, '', { current_password: 'Wrong-Passw0rd' }), 'current_password');
    refused(await own(person, '/confirm', { code: '123456' }), 409, 'two_factor_off');
    await own(person, '', { current_password: password });
    refusedAt(await own(person, '/confirm', { code: '000000' }), 'code');
    refused(await own(person, '/off', { current_password: password, code: '123456' }), 409, 'two_factor_off');
    expect((await send('GET', '/auth/two-factor')).status).toBe(401);
  });
});

describe('switching it on', () => {
  it('ends the other sessions, tells the person, and keeps neither secret nor code in clear', async () => {
    const person = await confirmedCustomer(app);
    const elsewhere = (await logIn(person.email)).body.access_token as string;
    const { codes, next } = await setUp(person);
    expect((await me(elsewhere)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect((await own(person)).body.data).toEqual({
      on_since: expect.any(String),
      required: false,
      recovery_codes_left: 10,
    });
    expect(await mailsTo(person.email, ofFactor)).toEqual(['own_two_factor_on two_factor_on']);
    expect(await auditOf(person.id)).toEqual([['client.two_factor_on', person.id]]);
    const kept = JSON.stringify(
      await app.platform.database.db.selectFrom('person_two_factor_secrets').selectAll().execute(),
    );
    expect(kept).not.toContain(codes[0]);
    refused(await own(person, '', { current_password: password }), 409, 'two_factor_on');
    expect((await second(await challengeOf(person.email), { code: next() })).status).toBe(200);
  });

  it('is one factor for all companies of the person, whatever the role there', async () => {
    const owner = await confirmedCustomer(app);
    const person = await memberOf(app, owner.id, 'member');
    const { next } = await setUp(person);
    const added = await send('POST', '/auth/me/accounts', company(), person.token);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect((await own({ token: added.body.access_token })).body.data.on_since).not.toBeNull();
    const answer = await second(await challengeOf(person.email), { code: next() });
    expect(answer.body.data).toMatchObject({ person: { id: person.id }, role: 'owner' });
    const members = await send('GET', '/auth/me/members', undefined, owner.token);
    expect(
      members.body.data.map(({ id, two_factor }: { id: string; two_factor: boolean }) => [id, two_factor]),
    ).toEqual([
      [owner.id, false],
      [person.id, true],
    ]);
  });
});

/** One more company, with a phone for a person who has none. */
function company() {
  const { type, name, ident, country_code, phone } = registration();
  return { type, name, ident, country_code, phone };
}

describe('a login with it', () => {
  it('gives no session for the password alone, and counts a code once', async () => {
    const { email, id, next } = await holder();
    const first = await logIn(email);
    refused(first, 403, 'second_factor_required');
    expect(first.body).not.toHaveProperty('access_token');
    expect((await me(first.body.challenge)).status).toBe(401);
    const code = next();
    const answer = await second(first.body.challenge, { code });
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', data: { id, email } } });
    refused(await second(first.body.challenge, { code: next() }), 403, 'second_factor_expired');
    refusedAt(await second(await challengeOf(email), { code }), 'code');
  });

  it('takes a recovery code once, and tells the person', async () => {
    const { email, id, codes } = await holder();
    const [recovery_code] = codes;
    expect((await second(await challengeOf(email), { recovery_code })).status).toBe(200);
    refusedAt(await second(await challengeOf(email), { recovery_code }), 'recovery_code');
    expect(await mailsTo(email, ['own_recovery_code_used'])).toEqual([
      'own_recovery_code_used recovery_code_used',
    ]);
    expect(await auditOf(id)).toContainEqual(['client.recovery_code', id]);
  });

  it('is asked for it after a new password by link too', async () => {
    const { email, next } = await holder();
    await send('POST', '/auth/reset/email/send', { email });
    const chosen = { password: 'Other-Passw0rd1', password_confirmation: 'Other-Passw0rd1' };
    const answer = await send('POST', '/auth/change', { hash: await app.linkTo(email, 'reset'), ...chosen });
    refused(answer, 403, 'second_factor_required');
    expect((await send('POST', '/auth/login', { email, password })).status).toBe(401);
    expect((await second(answer.body.challenge, { code: next() })).status).toBe(200);
  });

  it('takes no challenge of staff, and staff none of a person', async () => {
    const { email, next } = await holder();
    const challenge = await challengeOf(email);
    const answer = await send('POST', '/admin/auth/second-factor', { challenge, code: next() });
    refused(answer, 403, 'second_factor_expired');
    expect((await second(challenge, { code: next() })).status).toBe(200);
  });

  it('stops guesses as many as a login does', async () => {
    const { email, next } = await holder();
    for (let count = 0; count < 5; count += 1) {
      refusedAt(await second(await challengeOf(email), { code: '000000' }), 'code');
    }
    refused(await second(await challengeOf(email), { code: next() }), 429, 'too_many_requests');
  });

  it('is not for a client that was deleted between the password and the code', async () => {
    const { id, email, next } = await holder();
    const challenge = await challengeOf(email);
    const { token } = await staffMember(app);
    expect((await send('DELETE', `/admin/clients/${id}/delete`, undefined, token)).status).toBe(200);
    refused(await second(challenge, { code: next() }), 403, 'second_factor_expired');
  });
});

describe('leaving it', () => {
  it('needs the password and a code, tells the person, and lets the password in alone', async () => {
    const person = await holder();
    refusedAt(await own(person, '/off', { current_password: password }), 'code');
    refusedAt(
      await own(person, '/off', { current_password: 'Wrong-Passw0rd', code: person.next() }),
      'current_password',
    );
    const renewed = await own(person, '/recovery-codes', { current_password: password, code: person.next() });
    expect(renewed.status).toBe(201);
    const [recovery_code] = renewed.body.data.recovery_codes as string[];
    refusedAt(
      await own(person, '/off', { current_password: password, recovery_code: person.codes[0] }),
      'recovery_code',
    );
    expect((await own(person, '/off', { current_password: password, recovery_code })).status).toBe(200);
    expect((await logIn(person.email)).status).toBe(200);
    expect(await mailsTo(person.email, ['own_two_factor_off'])).toEqual([
      'own_two_factor_off two_factor_off',
    ]);
    const tables = ['person_two_factor_secrets', 'person_recovery_codes'] as const;
    for (const table of tables) {
      const rows = await app.platform.database.db
        .selectFrom(table)
        .select('person_id')
        .where('person_id', '=', person.id)
        .execute();
      expect(rows).toEqual([]);
    }
  });
});

describe('a reset by staff', () => {
  const reset = (clientId: string, person: string, { token }: Person) =>
    send('DELETE', `/admin/clients/${clientId}/members/${person}/two-factor`, undefined, token);

  it('switches it off for a person who has lost everything, ends the sessions, and tells the person', async () => {
    const { id, email, token } = await holder();
    const admin = await staffMember(app);
    const answer = await reset(id, id, admin);
    expect(answer.body.data).toMatchObject({ id, email, two_factor: false });
    expect((await me(token)).status).toBe(401);
    expect((await logIn(email)).status).toBe(200);
    expect(await mailsTo(email, ['own_two_factor_reset'])).toEqual(['own_two_factor_reset two_factor_reset']);
    expect(await auditOf(id)).toContainEqual(['client.two_factor_reset', admin.id]);
    refused(await reset(id, id, admin), 409, 'two_factor_off');
  });

  it('needs the right to change clients and a member of that client', async () => {
    const { id } = await holder();
    const other = await holder();
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    const viewer = await staffMember(app, { permissions: ['clients.write', 'read_only'] });
    refused(await reset(id, id, reader), 403, 'forbidden');
    refused(await reset(id, id, viewer), 403, 'read_only');
    const admin = await staffMember(app);
    refused(await reset(id, other.id, admin), 404, 'not_found');
    const members = await send('GET', `/admin/clients/${id}/members`, undefined, reader.token);
    expect(members.body.data).toMatchObject([{ id, two_factor: true }]);
  });
});
