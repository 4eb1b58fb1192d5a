import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proofSeconds } from '#contract/accounts/auth.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, type Person, staffMember } from '#tests/support/people.ts';
import {
  createBrowser,
  type KnownPerson,
  type PlayedIdentityProvider,
  startIdentityProvider,
} from '#tests/support/processes/identity-provider.ts';
import { freePort } from '#tests/support/processes/ports.ts';

/** Staff sign in by OpenID Connect, against a real identity provider (docs/decisions/0192). */

type Browser = ReturnType<typeof createBrowser>;

let app: TestApp;
let idp: PlayedIdentityProvider;
let admin: Person;
beforeAll(async () => {
  const port = String(await freePort());
  idp = await startIdentityProvider(`http://localhost:${port}/api/admin/auth/oidc/callback`);
  app = await startApp({
    ...idp.environment,
    PORT: port,
    OIDC_ALLOWED_DOMAIN: 'company.example,Other.Example',
  });
  app.closeFirst(() => idp.close());
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await staffMember(app);
});

const db = () => app.platform.database.db;
const root = () => app.url.replace('127.0.0.1', 'localhost');
const startUrl = (search = '') => `${root()}/api/admin/auth/oidc${search}`;
const isLogin = (url: string) => new URL(url).pathname === '/login';

function newPerson(overrides: Partial<KnownPerson> = {}): KnownPerson & { email: string } {
  const email = `mykola-${randomUUID().slice(0, 8)}@company.example`;
  return { sub: randomUUID(), email, email_verified: true, ...overrides };
}

async function invite(email: string): Promise<string> {
  const body = { email, name: 'Mykola', permissions: ['clients.read', 'users.write'] };
  const answer = await app.call('POST', '/api/admin/users', { token: admin.token, body });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

/** Goes to the provider and back to the login page; the answer that the page would send. */
async function comeBack(
  browser: Browser,
  { search = '', choice = 'go' as 'go' | 'no', from = startUrl(search) } = {},
) {
  const page = new URL(await browser.follow(from, { at: isLogin, choice }));
  const fragment = new URLSearchParams(page.hash.slice(1));
  return {
    page,
    answer: fragment.get('oidc') ?? fragment.get('oidc-proof') ?? '',
    kind: [...fragment.keys()][0],
  };
}

const send = (browser: Browser, answer: string) =>
  app.call('POST', '/api/admin/auth/oidc', {
    body: { answer },
    locale: 'en',
    headers: { cookie: browser.cookies(root()) },
  });

async function signIn(browser = createBrowser()): Promise<Answer> {
  const { answer } = await comeBack(browser);
  return send(browser, answer);
}

const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);

const userRow = (id: string) =>
  db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const actionsOf = async (id: string) =>
  (
    await db()
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('subject_id', '=', id)
      .execute()
  ).map(({ action }) => action);

describe('somebody invited', () => {
  it('joins by the first sign-in, without a password, and is known by the identity from then on', async () => {
    const person = newPerson();
    const id = await invite(person.email.toUpperCase());
    idp.knows(person);
    const { status, body, headers } = await signIn();
    expect([status, body.data.id]).toEqual([200, id]);
    expect(body.data).toMatchObject({
      has_password: false,
      signs_in_by_oidc: true,
      two_factor_missing: false,
    });
    expect(headers.getSetCookie().some((cookie) => cookie.startsWith('device='))).toBe(true);
    const user = await userRow(id);
    expect(user).toMatchObject({ oidc_issuer: idp.issuer, oidc_subject: person.sub, password_hash: null });
    expect(user.joined_at).not.toBeNull();
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining(['user.oidc_linked', 'user.join', 'security.login']),
    );
    const me = await app.call('GET', '/api/admin/auth/me', { token: body.access_token });
    expect(me.body.data.email).toBe(person.email.toUpperCase());

    // The address at the provider is another one by now: the identity counts.
    idp.knows({ ...person, email: `renamed-${person.email}` });
    expect((await signIn()).body.data.id).toBe(id);
  });

  it('makes the invitation void by it', async () => {
    const person = newPerson();
    await invite(person.email);
    const token = await app.linkTo(person.email, 'staff_invitation');
    idp.knows(person);
    expect((await signIn()).status).toBe(200);
    const chosen = { password, password_confirmation: password };
    const late = await app.call('POST', '/api/admin/auth/register', {
      body: { token, name: 'x', ...chosen },
    });
    refused(late, 403, 'setup_closed');
  });

  it('with a password keeps it, and no second factor is asked for', async () => {
    const { id } = await staffMember(app);
    const email = `${id}@other.example`;
    const twoFactor = { two_factor_at: app.clock.now(), two_factor_required: true };
    await db()
      .updateTable('users')
      .set({ email, email_key: email, ...twoFactor })
      .where('id', '=', id)
      .execute();
    idp.knows(newPerson({ email }));
    const { status, body } = await signIn();
    expect([status, body.data.has_password, body.data.two_factor_missing]).toEqual([200, true, false]);
  });

  it('need not set a second factor up that the company asks of passwords', async () => {
    const person = newPerson();
    const id = await invite(person.email);
    await db().updateTable('users').set({ two_factor_required: true }).where('id', '=', id).execute();
    idp.knows(person);
    const { body } = await signIn();
    expect(body.data.two_factor_missing).toBe(false);
    const clients = await app.call('GET', '/api/admin/clients', { token: body.access_token });
    expect(clients.status).toBe(200);
    const next = await app.call('POST', '/api/admin/auth/refresh-token', {
      token: body.access_token,
      body: {},
    });
    expect(next.body.data.two_factor_missing).toBe(false);
  });

  it('comes to the page that was asked for', async () => {
    idp.knows(newPerson());
    const { page } = await comeBack(createBrowser(), {
      search: '?redirect=%2Fadmin-panel%2Fclients%3Fpage%3D2',
    });
    expect(page.searchParams.get('redirect')).toBe('/admin-panel/clients?page=2');
    const long = await comeBack(createBrowser(), { search: `?redirect=/${'x'.repeat(1500)}` });
    expect(long.page.searchParams.get('redirect')).toBeNull();
  });

  it('may sign in in two tabs at once', async () => {
    const person = newPerson();
    const id = await invite(person.email);
    idp.knows(person);
    const browser = createBrowser();
    const [first, second] = [await comeBack(browser), await comeBack(browser)];
    for (const { answer } of [second, first]) expect((await send(browser, answer)).body.data.id).toBe(id);
  });
});

describe('nobody is let in', () => {
  it('who is not invited, was deleted, or has another domain or an unproved address', async () => {
    idp.knows(newPerson());
    refused(await signIn(), 403, 'oidc_not_invited');

    const gone = newPerson();
    const id = await invite(gone.email);
    idp.knows(gone);
    expect((await signIn()).status).toBe(200);
    await app.call('DELETE', `/api/admin/users/${id}`, { token: admin.token, body: {} });
    refused(await signIn(), 403, 'oidc_not_invited');
    expect((await userRow(id)).oidc_subject).toBeNull();

    idp.knows(newPerson({ email: 'somebody@elsewhere.example' }));
    refused(await signIn(), 403, 'oidc_domain');
    idp.knows(newPerson({ email: 'somebody@sub.company.example' }));
    refused(await signIn(), 403, 'oidc_domain');

    const unproved = newPerson({ email_verified: false });
    await invite(unproved.email);
    idp.knows(unproved);
    refused(await signIn(), 403, 'oidc_email_unverified');
    idp.knows({ ...unproved, email_verified: undefined });
    refused(await signIn(), 403, 'oidc_email_unverified');
    // Microsoft's word for it.
    idp.knows({ ...unproved, email_verified: undefined, xms_edov: true });
    expect((await signIn()).status).toBe(200);
    idp.knows({ sub: randomUUID() });
    refused(await signIn(), 403, 'oidc_email_unverified');
  });

  it('by the same address of somebody else, until a colleague disconnects the first', async () => {
    const first = newPerson();
    const id = await invite(first.email);
    idp.knows(first);
    const { access_token: token } = (await signIn()).body;
    const second = { ...first, sub: randomUUID() };
    idp.knows(second);
    refused(await signIn(), 403, 'oidc_other_account');
    const failed = await db()
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'security.login_failed')
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(failed.changes)).toContain('oidc_other_account');

    const unlink = () => app.call('DELETE', `/api/admin/users/${id}/oidc`, { token: admin.token, body: {} });
    const unlinked = await unlink();
    expect([unlinked.status, unlinked.body.data.signs_in_by_oidc]).toEqual([200, false]);
    refused(await unlink(), 409, 'oidc_not_linked');
    expect((await app.call('GET', '/api/admin/auth/me', { token })).status).toBe(401);
    expect((await signIn()).body.data.id).toBe(id);
    expect((await userRow(id)).oidc_subject).toBe(second.sub);
    expect(await actionsOf(id)).toContain('user.oidc_unlinked');
  });

  it('by an identity of a provider that was used before: the address links again', async () => {
    const person = newPerson();
    const id = await invite(person.email);
    await db()
      .updateTable('users')
      .set({ oidc_issuer: 'https://old.example', oidc_subject: person.sub })
      .where('id', '=', id)
      .execute();
    idp.knows(person);
    expect((await signIn()).status).toBe(200);
    expect((await userRow(id)).oidc_issuer).toBe(idp.issuer);
  });

  it('with an answer of another browser, twice, too late, or that nobody asked for', async () => {
    const person = newPerson();
    await invite(person.email);
    idp.knows(person);
    const browser = createBrowser();
    const { answer } = await comeBack(browser);
    refused(await send(createBrowser(), answer), 403, 'oidc_expired');
    const thief = createBrowser();
    await comeBack(thief);
    refused(await send(thief, answer), 403, 'oidc_expired');
    expect((await send(browser, answer)).status).toBe(200);
    refused(await send(browser, answer), 403, 'oidc_expired');

    const late = await comeBack(browser);
    app.clock.advance(601);
    refused(await send(browser, late.answer), 403, 'oidc_expired');
    refused(await send(browser, 'code=x'), 403, 'oidc_expired');
    refused(await send(browser, 'code=x&state=invented'), 403, 'oidc_expired');
    // Sealed by us, but for something else.
    const other = new URLSearchParams({ code: 'x', state: app.platform.secrets.seal('{"oidc":1}') });
    refused(await send(browser, other.toString()), 403, 'oidc_expired');
    // For a proof, and not to sign in.
    const proof = await comeBack(browser, { search: '?fresh=1' });
    expect(proof.kind).toBe('oidc-proof');
    refused(await send(browser, proof.answer), 403, 'oidc_expired');
  });

  it('of two answers at once with the same state only one is used', async () => {
    const person = newPerson();
    await invite(person.email);
    idp.knows(person);
    const browser = createBrowser();
    const { answer } = await comeBack(browser);
    const answers = await Promise.all([send(browser, answer), send(browser, answer)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it.each([
    ['a code of another sign-in', { code: 'another' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer, which this provider always names', { iss: undefined }],
    ['no code', { code: undefined }],
  ])('with %s', async (_what, changed) => {
    const person = newPerson();
    await invite(person.email);
    idp.knows(person);
    const browser = createBrowser();
    const [one, other] = [await comeBack(browser), await comeBack(browser)];
    const answer = new URLSearchParams(one.answer);
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) answer.delete(name);
      else
        answer.set(name, value === 'another' ? (new URLSearchParams(other.answer).get('code') ?? '') : value);
    }
    refused(await send(browser, answer.toString()), 403, 'oidc_failed');
    // The state is used up by it.
    refused(await send(browser, one.answer), 403, 'oidc_expired');
  });

  it('with another nonce, or a signature by a key that the provider does not show', async () => {
    const person = newPerson();
    await invite(person.email);
    idp.knows(person);
    const browser = createBrowser();
    const isAtProvider = (url: string) => url.startsWith(idp.issuer);
    const address = new URL(await browser.follow(startUrl(), { at: isAtProvider }));
    address.searchParams.set('nonce', 'another');
    const { answer } = await comeBack(browser, { from: address.href });
    refused(await send(browser, answer), 403, 'oidc_failed');

    idp.rotateKeys();
    idp.showWrongKeys(true);
    app.clock.advance(3601);
    refused(await signIn(), 403, 'oidc_failed');
    idp.showWrongKeys(false);
    app.clock.advance(3601);
    expect((await signIn()).status).toBe(200);
  });

  it('who cancels at the provider', async () => {
    idp.knows(newPerson());
    const browser = createBrowser();
    const { answer, page } = await comeBack(browser, {
      choice: 'no',
      search: '?redirect=/admin-panel/clients',
    });
    expect(page.searchParams.get('redirect')).toBe('/admin-panel/clients');
    const denied = await send(browser, answer);
    refused(denied, 403, 'oidc_denied');
    expect(denied.body.message).toBe('The sign-in was cancelled. Try again when you are ready');
  });
});

describe('the provider', () => {
  it('may sign with a new key at any time', async () => {
    const person = newPerson();
    await invite(person.email);
    idp.knows(person);
    expect((await signIn()).status).toBe(200);
    idp.rotateKeys();
    app.clock.advance(3601);
    expect((await signIn()).status).toBe(200);
  });

  it('that is down is said so, and is asked again at the next try', async () => {
    const person = newPerson();
    await invite(person.email);
    idp.knows(person);
    const other = await startApp({ ...idp.environment, PUBLIC_URL: root() });
    try {
      const browser = createBrowser();
      const away = async () => {
        const from = `${other.url}/api/admin/auth/oidc?redirect=/admin-panel/clients`;
        const page = new URL(await browser.follow(from, { at: isLogin }));
        expect(page.searchParams.get('redirect')).toBe('/admin-panel/clients');
        const answer = new URLSearchParams(page.hash.slice(1)).get('oidc') ?? '';
        return other.call('POST', '/api/admin/auth/oidc', {
          body: { answer },
          headers: { cookie: browser.cookies(other.url) },
        });
      };
      idp.down(true);
      refused(await away(), 503, 'oidc_unavailable');
      idp.down(false);
      const back = await fetch(`${other.url}/api/admin/auth/oidc`, { redirect: 'manual' });
      expect(back.headers.get('location')).toMatch(new RegExp(`^${idp.issuer}/auth\\?`));
    } finally {
      idp.down(false);
      await other.close();
    }
    // Between the start and the return.
    const browser = createBrowser();
    const { answer } = await comeBack(browser);
    idp.down(true);
    refused(await send(browser, answer), 503, 'oidc_unavailable');
    idp.down(false);
  });

  it('is asked by the code flow with PKCE, state, nonce and the three scopes', async () => {
    const answer = await fetch(startUrl(), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('oidc='));
    expect(cookie).toMatch(/^oidc=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'tenantry',
      redirect_uri: `${root()}/api/admin/auth/oidc/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    expect(searchParams.has('max_age')).toBe(false);
    const fresh = await fetch(startUrl('?fresh=1'), { redirect: 'manual' });
    const asked = new URL(fresh.headers.get('location') ?? '').searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
  });

  it('is a 404 where none is configured', async () => {
    const plain = await startApp();
    try {
      for (const path of ['', '/callback?code=x&state=y']) {
        expect((await plain.call('GET', `/api/admin/auth/oidc${path}`)).status).toBe(404);
      }
      refused(await plain.call('POST', '/api/admin/auth/oidc', { body: { answer: 'x' } }), 404, 'not_found');
      expect((await plain.call('GET', '/config.json')).body.staffSignIn).toBeNull();
    } finally {
      await plain.close();
    }
    expect((await app.call('GET', '/config.json')).body.staffSignIn).toEqual({
      name: 'Company ID',
      only: false,
    });
  });

  it('is counted among the logins', async () => {
    idp.knows(newPerson());
    const count = async () => {
      const { body } = await app.call('GET', '/metrics');
      return Number(/tenantry_logins_total\{kind="staff",result="failed"\} (\d+)/.exec(body)?.[1]);
    };
    const before = await count();
    await signIn();
    expect(await count()).toBe(before + 1);
  });
});

describe('a proof before a sensitive act', () => {
  const make = (token: string) => app.call('POST', '/api/admin/roles', { token, body: {} });
  const prove = (token: string, browser: Browser, answer: string) =>
    app.call('POST', '/api/admin/auth/reauthenticate', {
      token,
      body: { oidc_answer: answer },
      headers: { cookie: browser.cookies(root()) },
    });

  async function signedIn() {
    const person = newPerson();
    await invite(person.email);
    idp.knows(person);
    const browser = createBrowser();
    const { answer } = await comeBack(browser);
    const { access_token: token } = (await send(browser, answer)).body;
    return { person, browser, token: token as string };
  }

  it('is a fresh sign-in at the provider, which asks again', async () => {
    const { browser, token } = await signedIn();
    // Without a word of when, the sign-in itself proves nothing.
    refused(await make(token), 403, 'reauthentication_required');
    const { answer } = await comeBack(browser, { search: '?fresh=1' });
    expect((await prove(token, browser, answer)).status).toBe(200);
    expect((await make(token)).status).toBe(422);
    refused(await prove(token, browser, answer), 403, 'oidc_expired');
    app.clock.advance(proofSeconds - 60);
    const next = await app.call('POST', '/api/admin/auth/refresh-token', { token, body: {} });
    app.clock.advance(61);
    const last = await app.call('POST', '/api/admin/auth/refresh-token', {
      token: next.body.access_token,
      body: {},
    });
    refused(await make(last.body.access_token), 403, 'reauthentication_required');
  });

  it('is nobody else, no ordinary sign-in, and none that the provider did not ask for', async () => {
    const { person, browser, token } = await signedIn();
    const plain = await comeBack(browser);
    refused(await prove(token, browser, plain.answer), 403, 'oidc_expired');

    // Somebody takes the wish to be asked out of the address: the provider answers from its session.
    const isAtProvider = (url: string) => url.startsWith(idp.issuer);
    const address = new URL(await browser.follow(startUrl('?fresh=1'), { at: isAtProvider }));
    for (const name of ['prompt', 'max_age']) address.searchParams.delete(name);
    const lazy = await comeBack(browser, { from: address.href });
    refused(await prove(token, browser, lazy.answer), 403, 'oidc_not_fresh');

    idp.knows(newPerson());
    const others = createBrowser();
    const { answer } = await comeBack(others, { search: '?fresh=1' });
    refused(await prove(token, others, answer), 403, 'oidc_not_you');
    idp.knows(person);
    const cancelled = await comeBack(browser, { search: '?fresh=1', choice: 'no' });
    refused(await prove(token, browser, cancelled.answer), 403, 'oidc_denied');
  });

  it('takes one of the two', async () => {
    const both = { current_password: password, oidc_answer: 'x' };
    const { status, body } = await app.call('POST', '/api/admin/auth/reauthenticate', {
      token: admin.token,
      body: both,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['current_password']]);
  });
});
