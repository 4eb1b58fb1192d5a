import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { type PasskeyHolder, signInByPasskey, withPasskey } from '#tests/support/browser/passkeys.ts';
import { confirmedCustomer, memberOf, password, type Person, staffMember } from '#tests/support/people.ts';

/** Passkeys of others: who sees them, and who removes one that was lost (docs/decisions/0229). */
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
});
afterAll(() => app.close());

const kinds = ['staff', 'customer'] as const;
type Kind = (typeof kinds)[number];
const unknown = '0198c000-0000-7000-8000-0000000000ff';
const rights = { staff: 'users.write', customer: 'clients.write' } as const satisfies Record<
  Kind,
  Permission
>;

const holderOf = async (kind: Kind): Promise<PasskeyHolder> =>
  withPasskey(
    app,
    kind,
    kind === 'staff'
      ? await staffMember(app, { permissions: ['clients.read'] })
      : await confirmedCustomer(app),
  );
const root = (kind: Kind, id: string, clientId = id) =>
  kind === 'staff' ? `/api/admin/users/${id}` : `/api/admin/clients/${clientId}/members/${id}`;
const read = (kind: Kind, id: string, { token } = admin) =>
  app.call('GET', `${root(kind, id)}/sign-in-methods`, { token });
const remove = (kind: Kind, { id, passkey }: Pick<PasskeyHolder, 'id' | 'passkey'>, { token } = admin) =>
  app.call('DELETE', `${root(kind, id)}/passkeys/${passkey}`, { token });
const me = (kind: Kind, token: string) =>
  app.call('GET', kind === 'staff' ? '/api/admin/auth/me' : '/api/auth/me', { token });
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([status, code]);

const aboutSignIn = [
  ...(['passkey_added', 'passkey_removed', 'two_factor_reset'] as const),
  ...(['own_passkey_added', 'own_passkey_removed', 'own_two_factor_reset'] as const),
];

async function mailsTo(email: string): Promise<string[]> {
  const rows = await app.platform.database.db
    .selectFrom('emails')
    .select('kind')
    .where('to_address', '=', email)
    .where('kind', 'in', aboutSignIn)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind }) => kind);
}

async function switchOnTwoFactor(kind: Kind, { token }: Person): Promise<void> {
  const path = kind === 'staff' ? '/api/admin/auth/two-factor' : '/api/auth/two-factor';
  const begun = await app.call('POST', path, { token, body: { current_password: password } });
  const timestamp = app.clock.now().getTime();
  const code = new TOTP({ secret: begun.body.data.secret }).generate({ timestamp });
  expect((await app.call('POST', `${path}/confirm`, { token, body: { code } })).status).toBe(200);
}

describe.each(kinds)('a lost passkey of %s', (kind) => {
  const prefix = kind === 'staff' ? '' : 'own_';

  it('is seen and removed by those who may change the account; the sessions end, and its owner is told', async () => {
    const person = await holderOf(kind);
    const seen = await read(kind, person.id);
    expect(seen.body.data).toEqual({
      passkeys: [{ id: person.passkey, name: 'Phone', created_at: expect.any(String), last_used_at: null }],
      two_factor_at: null,
      oidc_issuer: null,
    });
    app.clock.advance(1); // emails of a millisecond have no order
    expect(await remove(kind, person)).toMatchObject({ status: 200, body: { data: {} } });
    expect((await read(kind, person.id)).body.data.passkeys).toEqual([]);
    refused(await signInByPasskey(app, kind, person.device), 403, 'passkey_refused');
    expect((await me(kind, person.token)).status).toBe(401);
    refused(await remove(kind, person), 404, 'not_found');

    expect(await mailsTo(person.email)).toEqual([`${prefix}passkey_added`, `${prefix}passkey_removed`]);
    const [entry] = await app.platform.database.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject_id', 'changes'])
      .where('action', '=', kind === 'staff' ? 'user.passkey_remove' : 'client.passkey_remove')
      .where('subject_id', '=', person.id)
      .execute();
    const gone = { field: 'passkey', before: 'Phone', after: null };
    const member = { field: 'member', before: null, after: person.email };
    expect(entry).toEqual({
      actor_id: admin.id,
      subject_id: person.id,
      changes: kind === 'staff' ? [gone] : [member, gone],
    });
  });

  it('needs the right to change the account', async () => {
    const person = await holderOf(kind);
    const reader = await staffMember(app, { permissions: ['users.read', 'clients.read'] });
    const viewer = await staffMember(app, {
      permissions: ['users.read', 'clients.read', rights[kind], 'read_only'],
    });
    refused(await read(kind, person.id, reader), 403, 'forbidden');
    refused(await remove(kind, person, reader), 403, 'forbidden');
    expect((await read(kind, person.id, viewer)).status).toBe(200);
    refused(await remove(kind, person, viewer), 403, 'read_only');
    expect((await app.call('GET', `${root(kind, person.id)}/sign-in-methods`)).status).toBe(401);
    expect((await read(kind, person.id)).body.data.passkeys).toHaveLength(1);
  });

  it('is that account’s alone', async () => {
    const [person, other] = [await holderOf(kind), await holderOf(kind)];
    refused(await remove(kind, { id: other.id, passkey: person.passkey }), 404, 'not_found');
    refused(await remove(kind, { id: person.id, passkey: unknown }), 404, 'not_found');
    refused(await read(kind, unknown), 404, 'not_found');
    expect((await read(kind, person.id)).body.data.passkeys).toHaveLength(1);
  });

  it('goes with a reset of the second factor, by name in the log and in one email', async () => {
    const person = await holderOf(kind);
    await switchOnTwoFactor(kind, person);
    app.clock.advance(1);
    expect((await app.call('DELETE', `${root(kind, person.id)}/two-factor`, admin)).status).toBe(200);
    expect((await read(kind, person.id)).body.data).toMatchObject({ passkeys: [], two_factor_at: null });
    refused(await signInByPasskey(app, kind, person.device), 403, 'passkey_refused');
    expect((await mailsTo(person.email)).at(-1)).toBe(`${prefix}two_factor_reset`);
    const rows = await app.platform.database.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', 'like', '%.two_factor_reset')
      .where('subject_id', '=', person.id)
      .execute();
    expect(rows.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'passkey',
      before: 'Phone',
      after: null,
    });
  });
});

describe('a lost passkey of a colleague', () => {
  it('is out of reach for people with fewer rights, and of somebody deleted', async () => {
    const boss = await withPasskey(app, 'staff', await staffMember(app));
    const manager = await staffMember(app, { permissions: ['users.write', 'clients.read'] });
    refused(await read('staff', boss.id, manager), 403, 'above_own_permissions');
    refused(await remove('staff', boss, manager), 403, 'above_own_permissions');
    const gone = await holderOf('staff');
    await app.call('DELETE', `/api/admin/users/${gone.id}`, admin);
    refused(await remove('staff', gone), 409, 'deleted');
  });

  it('goes though nothing else is left, but one’s own last way in stays', async () => {
    const person = await holderOf('staff');
    const self = await withPasskey(app, 'staff', await staffMember(app));
    await app.platform.database.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', 'in', [person.id, self.id])
      .execute();
    expect((await remove('staff', person)).status).toBe(200);
    refused(await remove('staff', self, self), 409, 'last_sign_in');
  });

  it('is one’s own, too, and the session that asks stays', async () => {
    const self = await withPasskey(app, 'staff', await staffMember(app));
    expect((await remove('staff', self, self)).status).toBe(200);
    expect((await me('staff', self.token)).status).toBe(200);
  });

  it('is counted in the list', async () => {
    const person = await holderOf('staff');
    const { body } = await app.call('GET', `/api/admin/users/${person.id}`, admin);
    expect(body.data).toMatchObject({ passkeys: 1, two_factor: false });
  });
});

describe('a lost passkey of a member', () => {
  it('is removed at any client of the person, and at no other', async () => {
    const [company, strange] = [await confirmedCustomer(app), await confirmedCustomer(app)];
    const bookkeeper = await withPasskey(app, 'customer', await memberOf(app, company.id, 'billing'));
    const path = (clientId: string) =>
      `${root('customer', bookkeeper.id, clientId)}/passkeys/${bookkeeper.passkey}`;
    refused(await app.call('DELETE', path(strange.id), admin), 404, 'not_found');
    const members = await app.call('GET', `/api/admin/clients/${company.id}/members`, admin);
    expect(members.body.data).toMatchObject([{ passkeys: 0 }, { id: bookkeeper.id, passkeys: 1 }]);
    expect((await app.call('DELETE', path(company.id), admin)).status).toBe(200);
    const [entry] = await app.platform.database.db
      .selectFrom('audit_entries')
      .select('client_id')
      .where('action', '=', 'client.passkey_remove')
      .where('client_id', '=', company.id)
      .execute();
    expect(entry).toEqual({ client_id: company.id });
  });

  it('is out of reach once the client is deleted', async () => {
    const person = await holderOf('customer');
    await app.call('DELETE', `/api/admin/clients/${person.id}/delete`, admin);
    refused(await read('customer', person.id), 404, 'not_found');
    refused(await remove('customer', person), 404, 'not_found');
  });
});
