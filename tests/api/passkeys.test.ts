import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkeyLimits, passkeySeconds } from '#contract/accounts/passkey.ts';
import { proofSeconds } from '#contract/accounts/auth.ts';
import type { AccountKind } from '#server/db/tables.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Authenticator, createAuthenticator } from '#tests/support/browser/authenticator.ts';
import type { Answer } from '#tests/support/http.ts';
import {
  confirmedCustomer,
  memberOf,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';

/** Passkeys of staff and of customers' persons, with devices in software. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
    LOGIN_ATTEMPTS_PER_ADDRESS: '5/15m',
  });
});
afterAll(() => app.close());

const roots = { staff: '/admin/auth', customer: '/auth' } as const satisfies Record<AccountKind, string>;
const kinds = ['staff', 'customer'] as const;

let host = 0;
/** From a new address, unless another is given. */
function send(
  method: string,
  path: string,
  { token, body, from }: { token?: string; body?: unknown; from?: string } = {},
) {
  host += 1;
  return app.call(method, `/api${path}`, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
    locale: 'en',
    headers: { 'x-forwarded-for': from ?? `203.0.${Math.floor(host / 250)}.${(host % 250) + 1}` },
  });
}
const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([status, code]);
const device = () => createAuthenticator(app.platform.config.publicUrl);
const personOf = (kind: AccountKind) => (kind === 'staff' ? staffMember(app) : confirmedCustomer(app));

/** The options for a new passkey; a customer proves who it is with them. */
const begin = (
  kind: AccountKind,
  { token }: Pick<Person, 'token'>,
  proof: object = { current_password: password },
) => send('POST', `${roots[kind]}/passkeys/options`, { token, ...(kind === 'customer' && { body: proof }) });
const add = (kind: AccountKind, { token }: Pick<Person, 'token'>, answer: object, name = 'Phone') =>
  send('POST', `${roots[kind]}/passkeys`, { token, body: { name, answer } });
const listed = async (kind: AccountKind, { token }: Pick<Person, 'token'>) =>
  (await send('GET', `${roots[kind]}/passkeys`, { token })).body.data as { id: string; name: string }[];
const remove = (kind: AccountKind, { token }: Pick<Person, 'token'>, id: string) =>
  send('DELETE', `${roots[kind]}/passkeys/${id}`, { token });
const ask = async (kind: AccountKind) => (await send('POST', `${roots[kind]}/passkey/options`)).body.data;
const verify = (kind: AccountKind, answer: object, from?: string) =>
  send('POST', `${roots[kind]}/passkey/verify`, { body: { answer }, ...(from !== undefined && { from }) });
const signIn = async (kind: AccountKind, with_: Authenticator) => verify(kind, with_.prove(await ask(kind)));
const me = (kind: AccountKind, token: string) => send('GET', `${roots[kind]}/me`, { token });

/** Somebody with a passkey, still signed in. */
async function holder(
  kind: AccountKind,
  who?: Person,
): Promise<Person & { device: Authenticator; passkey: string }> {
  const person = who ?? (await personOf(kind));
  const made = device();
  const begun = await begin(kind, person);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const added = await add(kind, person, made.make(begun.body.data));
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return { ...person, device: made, passkey: added.body.data.id };
}

async function mailsTo(email: string): Promise<string[]> {
  const rows = await app.platform.database.db
    .selectFrom('emails')
    .select('kind')
    .where('to_address', '=', email)
    .where('kind', 'in', ['passkey_added', 'passkey_removed', 'own_passkey_added', 'own_passkey_removed'])
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind }) => kind);
}

async function auditOf(personId: string): Promise<[string, unknown][]> {
  const rows = await app.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'changes'])
    .where('actor_id', '=', personId)
    .where('action', 'like', '%.passkey_%')
    .orderBy('at')
    .execute();
  return rows.map(({ action, changes }) => [action, changes]);
}

describe.each(kinds)('a passkey of %s', (kind) => {
  const prefix = kind === 'staff' ? '' : 'own_';
  const subject = kind === 'staff' ? 'user' : 'client';

  it('is added, signs in without address and password, and is removed', async () => {
    const person = await holder(kind);
    expect(await listed(kind, person)).toEqual([
      { id: person.passkey, name: 'Phone', created_at: expect.any(String), last_used_at: null },
    ]);
    app.clock.advance(1); // rows of a millisecond have no order
    const answer = await signIn(kind, person.device);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', data: { id: person.id, email: person.email } },
    });
    expect((await me(kind, answer.body.access_token)).status).toBe(200);
    expect(await listed(kind, person)).toMatchObject([{ last_used_at: expect.any(String) }]);

    expect((await remove(kind, person, person.passkey)).status).toBe(200);
    refused(await remove(kind, person, person.passkey), 404, 'not_found');
    refused(await signIn(kind, person.device), 403, 'passkey_refused');
    expect(await mailsTo(person.email)).toEqual([`${prefix}passkey_added`, `${prefix}passkey_removed`]);
    expect(await auditOf(person.id)).toEqual([
      [`${subject}.passkey_add`, [{ field: 'passkey', before: null, after: 'Phone' }]],
      [`${subject}.passkey_remove`, [{ field: 'passkey', before: 'Phone', after: null }]],
    ]);
  });

  it('counts as both factors', async () => {
    const person = await holder(kind);
    const begun = await send('POST', `${roots[kind]}/two-factor`, {
      token: person.token,
      body: { current_password: password },
    });
    const code = new TOTP({ secret: begun.body.data.secret }).generate({
      timestamp: app.clock.now().getTime(),
    });
    const on = await send('POST', `${roots[kind]}/two-factor/confirm`, {
      token: person.token,
      body: { code },
    });
    expect(on.status).toBe(200);
    expect((await signIn(kind, person.device)).status).toBe(200);
  });

  it('asks the device to recognise its owner and to keep the passkey', async () => {
    const person = await personOf(kind);
    const { data } = (await begin(kind, person)).body;
    const { hostname } = new URL(app.platform.config.publicUrl);
    expect(data).toMatchObject({
      rp: { id: hostname, name: app.platform.config.productName },
      user: { name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(JSON.stringify(data.user.id)).not.toContain(person.email);
    expect(await ask(kind)).toMatchObject({ rpId: hostname, userVerification: 'required' });
    expect((await ask(kind)).allowCredentials ?? []).toEqual([]);
  });

  it.each<[string, Parameters<Authenticator['prove']>[1]]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a device that recognised nobody', { isUnverified: true }],
    ['for an invented challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['for another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['of a copy, whose counter is behind', { counter: 1 }],
  ])('opens nothing with an answer %s', async (_, wrong) => {
    const { device: own } = await holder(kind);
    expect((await signIn(kind, own)).status).toBe(200);
    refused(await verify(kind, own.prove(await ask(kind), wrong)), 403, 'passkey_refused');
  });

  it.each<[string, Parameters<Authenticator['make']>[1]]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a device that recognised nobody', { isUnverified: true }],
  ])('is not made with an answer %s', async (_, wrong) => {
    const person = await personOf(kind);
    const { data } = (await begin(kind, person)).body;
    refused(await add(kind, person, device().make(data, wrong)), 403, 'passkey_refused');
    expect(await listed(kind, person)).toEqual([]);
  });

  it('takes a challenge once, for five minutes, and for what it was', async () => {
    const person = await holder(kind);
    const once = person.device.prove(await ask(kind));
    expect((await verify(kind, once)).status).toBe(200);
    refused(await verify(kind, once), 403, 'passkey_refused');

    const old = await ask(kind);
    app.clock.advance(passkeySeconds + 1);
    refused(await verify(kind, person.device.prove(old)), 403, 'passkey_refused');

    const fresh = await personOf(kind);
    const made = (await begin(kind, fresh)).body.data;
    refused(await verify(kind, person.device.prove({ ...made, rpId: made.rp.id })), 403, 'passkey_refused');
    const other = kind === 'staff' ? 'customer' : 'staff';
    refused(await verify(kind, person.device.prove(await ask(other))), 403, 'passkey_refused');
  });

  it('takes the challenge of a new one from the session that asked, once', async () => {
    const [person, thief] = [await personOf(kind), await personOf(kind)];
    const { data } = (await begin(kind, person)).body;
    refused(await add(kind, thief, device().make(data)), 403, 'passkey_refused');
    const own = device();
    const answer = own.make(data);
    expect((await add(kind, person, answer)).status).toBe(201);
    refused(await add(kind, person, answer), 403, 'passkey_refused');
    const again = own.make((await begin(kind, person)).body.data);
    refused(await add(kind, person, again), 403, 'passkey_refused');
  });

  it('is one person’s, who alone sees and removes it', async () => {
    const [person, stranger] = [await holder(kind), await personOf(kind)];
    expect(await listed(kind, stranger)).toEqual([]);
    refused(await remove(kind, stranger, person.passkey), 404, 'not_found');
    expect((await send('GET', `${roots[kind]}/passkeys`)).status).toBe(401);
    const other = kind === 'staff' ? 'customer' : 'staff';
    refused(await verify(other, person.device.prove(await ask(other))), 403, 'passkey_refused');
  });

  it('needs a name', async () => {
    const person = await personOf(kind);
    const { data } = (await begin(kind, person)).body;
    const answer = await add(kind, person, device().make(data), ' ');
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']]);
  });

  it('stops at a number of them', async () => {
    const person = await holder(kind);
    const { db } = app.platform.database;
    const [table, owner] =
      kind === 'staff'
        ? (['user_passkeys', 'user_id'] as const)
        : (['person_passkeys', 'person_id'] as const);
    const [row] = await db.selectFrom(table).selectAll().where('id', '=', person.passkey).execute();
    const copies = Array.from({ length: passkeyLimits.count.max - 1 }, () => ({
      ...row,
      [owner]: person.id,
      id: crypto.randomUUID(),
      credential_id: crypto.randomUUID(),
    }));
    await db
      .insertInto(table as 'user_passkeys')
      .values(copies as never)
      .execute();
    const answer = await begin(kind, person);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']]);
  });

  it('keeps the last way to sign in', async () => {
    const person = await holder(kind);
    const table = kind === 'staff' ? ('users' as const) : ('persons' as const);
    const { db } = app.platform.database;
    await db
      .updateTable(table as 'users')
      .set({ password_hash: null })
      .where('id', '=', person.id)
      .execute();
    refused(await remove(kind, person, person.passkey), 409, 'last_sign_in');
    expect((await signIn(kind, person.device)).status).toBe(200);
  });

  it('is limited in wrong answers per address, as logins are', async () => {
    const { device: own } = await holder(kind);
    const from = kind === 'staff' ? '198.51.100.1' : '198.51.100.2';
    for (let count = 0; count < 5; count += 1) {
      refused(
        await verify(
          kind,
          device().prove({ challenge: 'x', rpId: 'localhost' }, { userHandle: 'AAAA' }),
          from,
        ),
        403,
        'passkey_refused',
      );
    }
    refused(await verify(kind, own.prove(await ask(kind)), from), 429, 'too_many_requests');
    expect((await signIn(kind, own)).status).toBe(200);
  });

  it('goes when the old address refuses a new one, because somebody else had access', async () => {
    const person = await holder(kind);
    const changed = { email: `new-${person.email}`, current_password: password };
    const path = kind === 'staff' ? `/admin/users/${person.id}` : '/auth/me';
    expect((await send('PUT', path, { token: person.token, body: changed })).status).toBe(200);
    const hash = await app.linkTo(person.email, kind === 'staff' ? 'staff_address_asked' : 'address_asked');
    expect((await send('POST', `${roots[kind]}/refuse-address`, { body: { hash } })).status).toBe(200);
    refused(await signIn(kind, person.device), 403, 'passkey_refused');
  });
});

describe('a passkey of staff', () => {
  it('is added and removed only soon after a proof', async () => {
    const person = await holder('staff');
    app.clock.advance(proofSeconds - 60);
    const refreshed = await send('POST', '/admin/auth/refresh-token', { token: person.token, body: {} });
    const token = refreshed.body.access_token as string;
    app.clock.advance(61);
    refused(await begin('staff', { token }), 403, 'reauthentication_required');
    refused(
      await add('staff', { token }, device().make(await ask('staff'))),
      403,
      'reauthentication_required',
    );
    refused(await remove('staff', { token }, person.passkey), 403, 'reauthentication_required');

    const passkey = person.device.prove(await ask('staff'));
    const proved = await send('POST', '/admin/auth/reauthenticate', { token, body: { passkey } });
    expect(proved.status, JSON.stringify(proved.body)).toBe(200);
    expect((await remove('staff', { token }, person.passkey)).status).toBe(200);
  });

  it('proves only its owner', async () => {
    const [one, other] = [await holder('staff'), await holder('staff')];
    const passkey = other.device.prove(await ask('staff'));
    const proof = (body: object) => send('POST', '/admin/auth/reauthenticate', { token: one.token, body });
    refused(await proof({ passkey }), 403, 'passkey_refused');
    const both = await proof({ passkey, current_password: password });
    expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['current_password']]);
    const none = await proof({});
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['current_password']]);
  });

  it('opens nothing for a colleague who was removed', async () => {
    const person = await holder('staff');
    const admin = await staffMember(app);
    expect((await send('DELETE', `/admin/users/${person.id}`, { token: admin.token })).status).toBe(200);
    refused(await signIn('staff', person.device), 403, 'passkey_refused');
  });
});

describe('a passkey of a customer', () => {
  it('needs the password, and the second factor where it is on', async () => {
    const person = await confirmedCustomer(app);
    const fields = (answer: Answer) => [answer.status, Object.keys(answer.body.errors)];
    expect(fields(await begin('customer', person, {}))).toEqual([422, ['current_password']]);
    expect(fields(await begin('customer', person, { current_password: 'Wrong-Passw0rd' }))).toEqual([
      422,
      ['current_password'],
    ]);
    const begun = await send('POST', '/auth/two-factor', {
      token: person.token,
      body: { current_password: password },
    });
    const code = new TOTP({ secret: begun.body.data.secret }).generate({
      timestamp: app.clock.now().getTime(),
    });
    const on = await send('POST', '/auth/two-factor/confirm', { token: person.token, body: { code } });
    expect(fields(await begin('customer', person))).toEqual([422, ['code']]);
    const [recovery_code] = on.body.data.recovery_codes as string[];
    expect((await begin('customer', person, { current_password: password, recovery_code })).status).toBe(200);
  });

  it('is not for an address that nobody has confirmed', async () => {
    refused(await begin('customer', await registeredCustomer(app)), 409, 'unconfirmed');
  });

  it('opens the company used last, whatever the role there, and none that was left', async () => {
    const owner = await confirmedCustomer(app);
    const person = await holder('customer', await memberOf(app, owner.id, 'member'));
    const answer = await signIn('customer', person.device);
    expect(answer.body.data).toMatchObject({ id: owner.id, role: 'member', person: { id: person.id } });
    const token = answer.body.access_token as string;
    expect((await send('DELETE', '/auth/me/membership', { token })).status).toBe(200);
    refused(await signIn('customer', person.device), 403, 'passkey_refused');
  });

  it('tells the owner of a deleted account so, and signs a blocked one in to read', async () => {
    const [gone, blocked] = [await holder('customer'), await holder('customer')];
    const { token } = await staffMember(app);
    await send('DELETE', `/admin/clients/${gone.id}/delete`, { token });
    refused(await signIn('customer', gone.device), 403, 'account_inactive');
    const block = await send('PUT', `/admin/clients/${blocked.id}`, { token, body: { status: 'blocked' } });
    expect(block.status).toBe(200);
    expect((await signIn('customer', blocked.device)).body.data).toMatchObject({ active: false });
  });
});
