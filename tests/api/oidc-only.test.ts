import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { linkSeconds, proofSeconds } from '#contract/accounts/auth.ts';
import { issueSession } from '#server/auth/issue-session.ts';
import type { SessionOpening } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { startServer } from '#server/server.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { confirmedCustomer, password, staffMember } from '#tests/support/people.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { startIdentityProvider } from '#tests/support/processes/identity-provider.ts';

/** `OIDC_ONLY=1`: staff have no passwords, and the command line is the way back. */

let app: TestApp;
let environment: Record<string, string>;
beforeAll(async () => {
  // Nobody goes there: the provider may be away.
  const idp = await startIdentityProvider('http://localhost/api/admin/auth/oidc/callback');
  environment = { ...idp.environment, OIDC_ONLY: '1' };
  app = await startApp(environment);
  app.closeFirst(() => idp.close());
});
afterAll(() => app.close());

const post = (path: string, body: unknown, token?: string) =>
  app.call('POST', `/api/admin/auth/${path}`, { body, locale: 'en', ...(token && { token }) });
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);

async function recoveryLink(email: string): Promise<string> {
  const { code, json } = await cli(
    ['admin', 'create', email, '--json'],
    { ...environmentOf(app), ...environment },
    app.clock,
  );
  expect(code).toBe(0);
  return json<{ link: string }>().link.split('/').at(-1) ?? '';
}

async function recovered(email = `${randomUUID()}@company.example`) {
  const token = await recoveryLink(email);
  const { status, body } = await post('recover', { token });
  expect(status).toBe(200);
  return { email, link: token, token: body.access_token as string, data: body.data };
}

describe('every use of a password', () => {
  it('is refused in words, right or wrong, known or unknown', async () => {
    const { token, email, data } = await recovered();
    const { passwords } = app.platform;
    const hash = await passwords.hash(password);
    const { db } = app.platform.database;
    await db.updateTable('users').set({ password_hash: hash }).where('id', '=', data.id).execute();
    const chosen = { password: `${password}2`, password_confirmation: `${password}2` };

    for (const address of [email, 'nobody@company.example']) {
      const answer = await post('login', { email: address, password });
      refused(answer, 403, 'passwords_off');
      expect(answer.body.message).toBe('Passwords are switched off here: sign in with your company account');
      refused(await post('reset/email/send', { email: address }), 403, 'passwords_off');
    }
    refused(await post('change', { hash: 'x'.repeat(43), ...chosen }), 403, 'passwords_off');
    const own = { current_password: password, ...chosen };
    refused(await app.call('PUT', '/api/admin/auth/me', { token, body: own }), 403, 'passwords_off');
    refused(await post('reauthenticate', { current_password: password }, token), 403, 'passwords_off');
    refused(await post('two-factor', { current_password: password }, token), 403, 'passwords_off');
    const both = { current_password: password, code: '123456' };
    refused(await post('two-factor/off', both, token), 403, 'passwords_off');
    refused(await post('two-factor/recovery-codes', both, token), 403, 'passwords_off');

    // What has nothing to do with a password goes on.
    const renamed = await app.call('PUT', '/api/admin/auth/me', { token, body: { name: 'Rescue' } });
    expect([renamed.status, renamed.body.data.has_password]).toEqual([200, false]);
  });

  it('that a route refuses so is named in its description', () => {
    const named = routes.filter(({ errors }) => errors?.includes('passwords_off')).map(({ path }) => path);
    expect(named.length).toBeGreaterThan(8);
    expect(named.every((path) => path.startsWith('/admin/auth/'))).toBe(true);
  });

  it('is refused to somebody invited, who joins at the provider', async () => {
    const { token } = await recovered();
    const email = `${randomUUID()}@company.example`;
    const invite = { email, name: 'Olena', permissions: ['clients.read'] };
    expect((await app.call('POST', '/api/admin/users', { token, body: invite })).status).toBe(201);
    const link = await app.linkTo(email, 'staff_invitation');
    expect((await post('invitation', { hash: link })).body.data).toMatchObject({
      purpose: 'invitation',
      email,
    });
    const chosen = { password, password_confirmation: password };
    refused(await post('register', { token: link, name: 'Olena', ...chosen }), 403, 'passwords_off');
    refused(await post('recover', { token: link }), 403, 'setup_closed');
  });

  it('customers have theirs', async () => {
    const body = { email: 'nobody@example.com', password };
    expect((await app.call('POST', '/api/auth/login', { body })).body.code).toBe('invalid_credentials');
  });

  it('is told to the pages', async () => {
    const { body } = await app.call('GET', '/config.json');
    expect(body.staffSignIn).toEqual({ name: 'Company ID', only: true });
  });
});

describe('a start', () => {
  const me = async ({ token }: { token: string }, path = '/api/admin/auth/me') =>
    (await app.call('GET', path, { token })).status;

  /** A session from before passwords were switched off, or from the provider. */
  async function signedIn(by: SessionOpening) {
    const person = await staffMember(app);
    const caller = systemCaller(app.clock.now(), 'uk');
    const opened = { kind: 'staff', id: person.id, opening: { by } } as const;
    const { access_token: token } = await issueSession(app.platform.database.db, caller, opened);
    return { ...person, token };
  }

  it('ends what a password or a passkey has opened, and nothing else', async () => {
    const [byPassword, byPasskey] = [await signedIn('password'), await signedIn('passkey')];
    const byProvider = await signedIn('oidc');
    const byLink = await recovered();
    const customer = await confirmedCustomer(app);
    const { db } = app.platform.database;
    expect(await me(byPassword)).toBe(200);

    const { config, clock, log } = app.platform;
    const again = { ...config, roles: ['worker' as const] };
    const server = await startServer({ config: again, clock, log, print: () => undefined });
    await server.stop({ isHurried: true });
    expect(await Promise.all([me(byPassword), me(byPasskey)])).toEqual([401, 401]);
    expect(await Promise.all([me(byProvider), me(byLink)])).toEqual([200, 200]);
    expect(await me(customer, '/api/auth/me')).toBe(200);
    const rows = await db
      .selectFrom('audit_entries')
      .select(['actor_kind', 'changes'])
      .where('action', '=', 'security.session_ended')
      .where('person_id', 'in', [byPassword.id, byPasskey.id, byProvider.id])
      .execute();
    const ended = {
      actor_kind: 'system',
      changes: [{ field: 'reason', before: null, after: 'passwords_off' }],
    };
    expect(rows).toEqual([ended, ended]);
  });

  it('leaves a login that waits for its code without a door', async () => {
    const answer = await post('second-factor', { challenge: 'x'.repeat(43), code: '123456' });
    refused(answer, 403, 'passwords_off');
  });
});

describe('the command line', () => {
  it('lets an administrator in once, without a password, for sensitive acts too', async () => {
    const { link, token, data, email } = await recovered();
    expect(data).toMatchObject({ email, has_password: false, two_factor_missing: false });
    expect(data.permissions).toContain('users.write');
    expect((await app.call('POST', '/api/admin/roles', { token, body: {} })).status).toBe(422);
    refused(await post('recover', { token: link }), 403, 'setup_closed');
    refused(await post('recover', { token: 'x'.repeat(43) }), 403, 'setup_closed');
    const { db } = app.platform.database;
    const { changes } = await db
      .selectFrom('audit_entries')
      .select('changes')
      .where('person_id', '=', data.id)
      .where('action', '=', 'security.login')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(changes)).toContain('link');
  });

  it('lets somebody in who has joined before, and who must have a second factor', async () => {
    const { email, data } = await recovered();
    const { db } = app.platform.database;
    await db.updateTable('users').set({ two_factor_required: true }).where('id', '=', data.id).execute();
    const link = await recoveryLink(email);
    expect((await post('invitation', { hash: link })).body.data).toMatchObject({
      purpose: 'recovery',
      email,
    });
    const again = await post('recover', { token: link });
    expect([again.body.data.id, again.body.data.two_factor_missing]).toEqual([data.id, false]);
    const me = await app.call('GET', '/api/admin/clients', { token: again.body.access_token });
    expect(me.status).toBe(200);
  });

  it('makes a link that ends after an hour, with a newer one, and with the account', async () => {
    const { email, token } = await recovered();
    const [old, newer] = [await recoveryLink(email), await recoveryLink(email)];
    refused(await post('recover', { token: old }), 403, 'setup_closed');
    app.clock.advance(linkSeconds.recovery + 1);
    refused(await post('recover', { token: newer }), 403, 'setup_closed');
    expect(linkSeconds.recovery).toBeGreaterThan(proofSeconds);
    const next = await app.call('POST', '/api/admin/auth/refresh-token', { token, body: {} });
    expect(next.status).toBe(200);

    const gone = await recovered();
    const link = await recoveryLink(gone.email);
    const admin = await recovered();
    const path = `/api/admin/users/${gone.data.id}`;
    expect((await app.call('DELETE', path, { token: admin.token, body: {} })).status).toBe(200);
    refused(await post('recover', { token: link }), 403, 'setup_closed');
  });

  it('says in the doctor where staff sign in, without the secret', async () => {
    const { out } = await cli(['doctor', '--json'], { ...environmentOf(app), ...environment }, app.clock);
    const finding = JSON.parse(out).findings.find(
      ({ subject }: { subject: string }) => subject === 'Staff sign-in',
    );
    expect(finding).toMatchObject({ verdict: 'ok' });
    expect(finding.text).toContain(environment.OIDC_ISSUER);
    expect(out).not.toContain(environment.OIDC_CLIENT_SECRET);
    const wrong = {
      ...environmentOf(app),
      ...environment,
      OIDC_ISSUER: `${environment.OIDC_ISSUER}/nowhere`,
    };
    const { out: bad } = await cli(['doctor', '--json'], wrong, app.clock);
    expect(JSON.parse(bad).findings).toContainEqual(
      expect.objectContaining({ subject: 'Staff sign-in', verdict: 'failure' }),
    );
  });
});
