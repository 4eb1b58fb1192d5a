import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { createAuthenticator } from '#tests/support/browser/authenticator.ts';
import type { Answer } from '#tests/support/http.ts';
import { signInByPasskey, withPasskey } from '#tests/support/browser/passkeys.ts';
import { password, type Person, staffMember } from '#tests/support/people.ts';

/** A passkey where two-factor sign-in is required of staff (docs/decisions/0230). */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const call = (method: string, path: string, { token }: { token: string }, body?: unknown) =>
  app.call(method, `/api/admin${path}`, { token, ...(body !== undefined && { body }) });
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([status, code]);
const require_ = ({ id }: Person) =>
  app.platform.database.db
    .updateTable('users')
    .set({ two_factor_required: true })
    .where('id', '=', id)
    .execute();
async function logIn({ email }: Person): Promise<{ token: string; missing: boolean }> {
  const { body } = await app.call('POST', '/api/admin/auth/login', { body: { email, password } });
  return { token: body.access_token, missing: body.data.two_factor_missing };
}
const prove = async (who: { token: string }, device: ReturnType<typeof createAuthenticator>) => {
  const { body } = await app.call('POST', '/api/admin/auth/passkey/options');
  return call('POST', '/auth/reauthenticate', who, { passkey: device.prove(body.data) });
};
const refusedProof = (answer: Answer) =>
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']]);
const works = async (who: { token: string }) => (await call('GET', '/clients', who)).status;

describe('where two factors are required', () => {
  it('a passkey is enough: nobody who signs in by one sets up anything else', async () => {
    const person = await withPasskey(app, 'staff', await staffMember(app));
    await require_(person);
    const { body } = await signInByPasskey(app, 'staff', person.device);
    expect(body.data.two_factor_missing).toBe(false);
    expect(await works({ token: body.access_token })).toBe(200);
    app.clock.advance(20 * 60); // the token is exchanged, and the session stays what it was
    const next = await call('POST', '/auth/refresh-token', { token: body.access_token });
    expect(next.body.data.two_factor_missing).toBe(false);
    expect(await works({ token: next.body.access_token })).toBe(200);
  });

  it('the password alone opens nothing until the passkey is used too', async () => {
    const person = await withPasskey(app, 'staff', await staffMember(app));
    await require_(person);
    const session = await logIn(person);
    expect(session.missing).toBe(true);
    refused(await call('GET', '/clients', session), 403, 'two_factor_required');
    // The password is one factor, and proves nobody.
    refusedProof(await call('POST', '/auth/reauthenticate', session, { current_password: password }));
    refused(await call('GET', '/clients', session), 403, 'two_factor_required');
    expect((await prove(session, person.device)).status).toBe(200);
    expect((await call('GET', '/auth/me', session)).body.data.two_factor_missing).toBe(false);
    expect(await works(session)).toBe(200);
  });

  it('somebody who knows the password alone adds no factor of their own', async () => {
    const person = await withPasskey(app, 'staff', await staffMember(app));
    await require_(person);
    const thief = await logIn(person);
    const secret = await call('POST', '/auth/two-factor', thief, { current_password: password });
    refused(secret, 403, 'two_factor_required');
    refused(await call('POST', '/auth/passkeys/options', thief, {}), 403, 'two_factor_required');
    refused(await call('DELETE', `/auth/passkeys/${person.passkey}`, thief), 403, 'two_factor_required');
    const elsewhere = await withPasskey(app, 'staff', await staffMember(app));
    refused(await prove(thief, elsewhere.device), 403, 'passkey_refused');
    refused(await call('GET', '/clients', thief), 403, 'two_factor_required');
  });

  it('nor with what was begun before the owner added the passkey', async () => {
    const person = await staffMember(app);
    await require_(person);
    const [owner, thief] = [await logIn(person), await logIn(person)];
    const begun = await call('POST', '/auth/two-factor', thief, { current_password: password });
    const device = createAuthenticator(app.platform.config.publicUrl);
    const options = await call('POST', '/auth/passkeys/options', thief, {});
    await withPasskey(app, 'staff', { ...person, ...owner });
    const timestamp = app.clock.now().getTime();
    const code = new TOTP({ secret: begun.body.data.secret }).generate({ timestamp });
    refused(await call('POST', '/auth/two-factor/confirm', thief, { code }), 403, 'two_factor_required');
    const answer = device.make(options.body.data);
    const added = await call('POST', '/auth/passkeys', thief, { name: 'Thief', answer });
    refused(added, 403, 'two_factor_required');
    expect(await works(owner)).toBe(200);
  });

  it('the password alone proves nobody for a sensitive act, nor adds codes, in a session of the passkey', async () => {
    const person = await withPasskey(app, 'staff', await staffMember(app));
    await require_(person);
    const { body } = await signInByPasskey(app, 'staff', person.device);
    // The thief of this session knows the password too.
    app.clock.advance(14 * 60);
    const next = await call('POST', '/auth/refresh-token', { token: body.access_token });
    app.clock.advance(2 * 60);
    const session = { token: next.body.access_token };
    refusedProof(await call('POST', '/auth/reauthenticate', session, { current_password: password }));
    refused(await call('POST', '/roles', session, {}), 403, 'reauthentication_required');
    const codes = await call('POST', '/auth/two-factor', session, { current_password: password });
    refused(codes, 403, 'reauthentication_required');
    const confirmed = await call('POST', '/auth/two-factor/confirm', session, { code: '000000' });
    refused(confirmed, 403, 'reauthentication_required');
    expect((await prove(session, person.device)).status).toBe(200);
    expect((await call('POST', '/roles', session, {})).status).toBe(422);
    const begun = await call('POST', '/auth/two-factor', session, { current_password: password });
    expect(begun.status).toBe(201);
  });

  it('the password is enough again where nobody asks for two factors', async () => {
    const person = await withPasskey(app, 'staff', await staffMember(app));
    const answer = await call('POST', '/auth/reauthenticate', person, { current_password: password });
    expect(answer.status).toBe(200);
  });

  it('a passkey may be added instead of a second factor, and the session goes on', async () => {
    const person = await staffMember(app);
    await require_(person);
    const session = await logIn(person);
    refused(await call('GET', '/clients', session), 403, 'two_factor_required');
    await withPasskey(app, 'staff', { ...person, ...session });
    expect(await works(session)).toBe(200);
  });

  it('after the passkey is removed by a colleague, another factor is set up', async () => {
    const person = await withPasskey(app, 'staff', await staffMember(app));
    await require_(person);
    const admin = await staffMember(app);
    await call('DELETE', `/users/${person.id}/passkeys/${person.passkey}`, admin);
    const session = await logIn(person);
    const begun = await call('POST', '/auth/two-factor', session, { current_password: password });
    const timestamp = app.clock.now().getTime();
    const code = new TOTP({ secret: begun.body.data.secret }).generate({ timestamp });
    expect((await call('POST', '/auth/two-factor/confirm', session, { code })).status).toBe(200);
    expect(await works(session)).toBe(200);
  });

  it('keys of somebody with a passkey go on', async () => {
    const person = await withPasskey(app, 'staff', await staffMember(app));
    const made = await call('POST', '/api-keys', person, {
      name: 'Sync',
      permissions: ['clients.read'],
      addresses: [],
      expires_at: null,
    });
    await require_(person);
    expect(await works({ token: made.body.data.token })).toBe(200);
    await app.platform.database.db.deleteFrom('user_passkeys').where('user_id', '=', person.id).execute();
    refused(await call('GET', '/clients', { token: made.body.data.token }), 403, 'two_factor_required');
  });
});
