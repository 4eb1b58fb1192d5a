import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions, type Permission } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { password, type Person, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
let manager: Person;
let readOnly: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Admin', locale: 'en' });
  manager = await staffMember(app, { permissions: ['users.read', 'clients.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
});
afterAll(() => app.close());

const unknown = '0198c000-0000-7000-8000-0000000000ff';
let counter = 0;
const newcomer = (changes: Record<string, unknown> = {}) => {
  counter += 1;
  return { email: `new-${counter}@example.com`, name: 'Іван', permissions: ['clients.read'], ...changes };
};
const send = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/users${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
async function invited(changes: Record<string, unknown> = {}) {
  const { status, body } = await send('POST', '', newcomer(changes));
  expect(status).toBe(201);
  return body.data as { id: string; email: string; updated_at: string };
}
async function auditOf(id: string) {
  const { body } = await app.call(
    'GET',
    `/api/admin/audit?filter[kind][eq]=change&filter[subject_id][eq]=${id}&sort[at]=asc`,
    admin,
  );
  return body.data as { action: string; actor: unknown; changes: { field: string }[] }[];
}

describe('inviting a member of staff', () => {
  it('answers the account and emails a link for joining', async () => {
    const input = newcomer({
      email: ' New.Person@Example.com ',
      permissions: ['clients.write', 'clients.write'],
    });
    const { status, body } = await send('POST', '', input);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      email: 'New.Person@Example.com',
      pending_email: null,
      name: 'Іван',
      permissions: ['clients.write'],
      role_ids: [],
      roles: [],
      effective_permissions: ['clients.write'],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      invited: true,
      last_login: null,
      two_factor: false,
      passkeys: 0,
      two_factor_required: false,
      signs_in_by_oidc: false,
    });
    const token = await app.linkTo('New.Person@Example.com', 'staff_invitation');
    const joined = await app.call('POST', '/api/admin/auth/register', {
      body: { token, name: 'Ivan', password, password_confirmation: password },
    });
    expect(joined.status).toBe(201);
    expect(joined.body.data.permissions).toEqual(['clients.write']);
    const { body: shown } = await send('GET', `/${body.data.id}`);
    expect(shown.data).toMatchObject({ name: 'Ivan', invited: false });
  });

  it('writes the email in the language of the inviter', async () => {
    const { email } = await invited();
    const { body } = await app.call('GET', `/api/admin/emails?filter[to][eq]=${email}`, admin);
    expect(body.data).toMatchObject([{ kind: 'staff_invitation', locale: 'en' }]);
  });

  it('is in the audit log with what was given', async () => {
    const { id } = await invited();
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'user.create',
        actor: { id: admin.id, name: 'Admin', kind: 'staff' },
        changes: [
          { field: 'email', before: null },
          { field: 'name', before: null, after: 'Іван' },
          { field: 'permissions', before: null, after: ['clients.read'] },
          { field: 'two_factor_required', before: null, after: false },
        ],
      },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no address', { email: undefined }, 'email'],
    ['half an address', { email: 'nobody' }, 'email'],
    ['an address that is too long', { email: `${'x'.repeat(250)}@example.com` }, 'email'],
    ['no name', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['an invisible character', { name: 'Iv\u200ban' }, 'name'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['an unknown permission', { permissions: ['clients.fly'] }, 'permissions.0'],
    ['an unknown key', { role: 'admin' }, 'role'],
  ])('refuses %s at its field', async (_, changes, field) => {
    const { status, body } = await send('POST', '', newcomer(changes as Record<string, unknown>));
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('refuses an address that a colleague has, whatever its case, at the field', async () => {
    const { email } = await invited();
    const again = await send('POST', '', newcomer({ email: email.toUpperCase() }));
    expect(again.status).toBe(422);
    expect(again.body.errors).toEqual({ email: ['There is already an account with this e-mail'] });
  });

  it('takes one of two invitations of the same address at once', async () => {
    const input = newcomer();
    const answers = await Promise.all([send('POST', '', input), send('POST', '', input)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('is not for those who may not, or only look', async () => {
    expect((await send('POST', '', newcomer(), manager)).body.code).toBe('forbidden');
    expect((await send('POST', '', newcomer(), readOnly)).body.code).toBe('read_only');
    expect((await app.call('POST', '/api/admin/users', { body: newcomer() })).status).toBe(401);
  });

  it('grants nothing that the inviter lacks, but may restrict', async () => {
    const keeper = await staffMember(app, { permissions: ['users.write', 'clients.write'] });
    const above = await send('POST', '', newcomer({ permissions: ['clients.delete'] }), keeper);
    expect([above.status, above.body.code]).toEqual([403, 'above_own_permissions']);
    const below = newcomer({ permissions: ['clients.read', 'users.read', 'read_only'] });
    expect((await send('POST', '', below, keeper)).status).toBe(201);
  });
});

describe('changing a member of staff', () => {
  it('changes what is sent and keeps the rest, with before and after in the log', async () => {
    const { id, email } = await invited();
    const { status, body } = await send('PUT', `/${id}`, { permissions: ['tariffs.read'] });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, email, name: 'Іван', permissions: ['tariffs.read'] });
    expect((await auditOf(id))[1]).toMatchObject({
      action: 'user.change',
      changes: [{ field: 'permissions', before: ['clients.read'], after: ['tariffs.read'] }],
    });
  });

  it('holds at the very next call of the one changed', async () => {
    const person = await staffMember(app, { permissions: ['users.read'] });
    await send('PUT', `/${person.id}`, { permissions: ['clients.read'] });
    expect((await send('GET', '', undefined, person)).status).toBe(403);
  });

  it('writes nothing when nothing changes', async () => {
    const { id, updated_at } = await invited();
    const { body } = await send('PUT', `/${id}`, { name: 'Іван' });
    expect(body.data.updated_at).toBe(updated_at);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('refuses a write from an older row and shows the present one', async () => {
    const { id, updated_at } = await invited();
    expect((await send('PUT', `/${id}`, { name: 'First', updated_at })).status).toBe(200);
    const stale = await send('PUT', `/${id}`, { name: 'Second', updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(stale.body.current).toMatchObject({ id, name: 'First' });
  });

  it('takes one of two changes of the same row at once', async () => {
    const { id, updated_at } = await invited();
    const answers = await Promise.all(['A', 'B'].map((name) => send('PUT', `/${id}`, { name, updated_at })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('voids the invitation to an old address and invites the new one', async () => {
    const { id, email } = await invited();
    const old = await app.linkTo(email, 'staff_invitation');
    const moved = newcomer().email;
    expect((await send('PUT', `/${id}`, { email: moved })).body.data.email).toBe(moved);
    const join = (token: string) =>
      app.call('POST', '/api/admin/auth/register', {
        body: { token, name: 'Ivan', password, password_confirmation: password },
      });
    expect((await join(old)).status).toBe(403);
    expect((await join(await app.linkTo(moved, 'staff_invitation'))).status).toBe(201);
  });

  it('lets a new address of somebody who has joined wait, and tells them at the present one', async () => {
    const person = await staffMember(app, { permissions: ['clients.read'] });
    const email = newcomer().email;
    const { body: changed } = await send('PUT', `/${person.id}`, { email });
    expect(changed.data).toMatchObject({ email: person.email, pending_email: email });
    const { body } = await app.call('GET', `/api/admin/emails?filter[to][eq]=${person.email}`, admin);
    expect(body.data).toMatchObject([{ kind: 'staff_address_asked', to: person.email }]);
  });

  it('refuses a taken address, bad fields, unknown people and those who may not', async () => {
    const { id, email } = await invited();
    const { id: other } = await invited();
    expect(Object.keys((await send('PUT', `/${other}`, { email })).body.errors)).toEqual(['email']);
    expect(Object.keys((await send('PUT', `/${id}`, { permissions: [] })).body.errors)).toEqual([
      'permissions',
    ]);
    expect((await send('PUT', `/${id}`, { updated_at: 'yesterday' })).status).toBe(422);
    expect((await send('PUT', `/${unknown}`, { name: 7 })).status).toBe(404);
    expect((await send('PUT', '/nobody', {})).status).toBe(404);
    expect((await send('PUT', `/${id}`, {}, manager)).body.code).toBe('forbidden');
    expect((await send('PUT', `/${id}`, {}, readOnly)).body.code).toBe('read_only');
  });

  it('keeps accounts above the caller out of reach', async () => {
    const keeper = await staffMember(app, { permissions: ['users.write', 'clients.read'] });
    const calls: [string, string, unknown?][] = [
      ['PUT', `/${admin.id}`, { name: 7 }],
      ['DELETE', `/${admin.id}`],
      ['POST', `/${admin.id}/restore`],
      ['POST', `/${admin.id}/invitation`],
      ['DELETE', `/${admin.id}/sessions`],
    ];
    for (const [method, path, body] of calls) {
      expect((await send(method, path, body, keeper)).body.code).toBe('above_own_permissions');
    }
    const { id } = await invited();
    const raised = await send('PUT', `/${id}`, { permissions: ['clients.write'] }, keeper);
    expect(raised.body.code).toBe('above_own_permissions');
  });
});

describe('deleting and restoring a member of staff', () => {
  it('ends their sessions, frees the address, and makes them sign in again', async () => {
    const person = await staffMember(app, { permissions: ['clients.read'] });
    expect((await send('DELETE', `/${person.id}`)).status).toBe(200);
    expect((await app.call('GET', '/api/admin/auth/me', person)).status).toBe(401);
    expect((await send('GET', `/${person.id}`)).body.data.deleted_at).not.toBeNull();
    const login = () =>
      app.call('POST', '/api/admin/auth/login', { body: { email: person.email, password } });
    expect((await login()).status).toBe(401);

    const restored = await send('POST', `/${person.id}/restore`);
    expect(restored.body.data).toMatchObject({ id: person.id, deleted_at: null });
    expect((await app.call('GET', '/api/admin/auth/me', person)).status).toBe(401);
    expect((await login()).status).toBe(200);
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual(['user.delete', 'user.restore']);
  });

  it('invites again who has never joined, because the link is void', async () => {
    const { id, email } = await invited();
    const first = await app.linkTo(email, 'staff_invitation');
    await send('DELETE', `/${id}`);
    const restored = await send('POST', `/${id}/restore`);
    expect(restored.body.data).toMatchObject({ id, deleted_at: null, invited: true });
    const hash = await until('another invitation', async () => {
      const latest = await app.linkTo(email, 'staff_invitation');
      return latest === first ? undefined : latest;
    });
    const { status, body } = await app.call('POST', '/api/admin/auth/invitation', { body: { hash } });
    expect([status, body.data?.email]).toEqual([200, email]);
  });

  it('is shown where deleted ones are asked for', async () => {
    const { id } = await invited();
    await send('DELETE', `/${id}`);
    const idsOf = async (query: string) =>
      (await send('GET', `?filter[id][eq]=${id}${query}`)).body.data.map((user: { id: string }) => user.id);
    expect(await idsOf('')).toEqual([]);
    expect(await idsOf('&with_trashed=1')).toEqual([id]);
    expect(await idsOf('&only_trashed=1')).toEqual([id]);
  });

  it('voids an invitation', async () => {
    const { id, email } = await invited();
    const token = await app.linkTo(email, 'staff_invitation');
    await send('DELETE', `/${id}`);
    const answer = await app.call('POST', '/api/admin/auth/register', {
      body: { token, name: 'Ivan', password, password_confirmation: password },
    });
    expect(answer.status).toBe(403);
  });

  it('is refused the second time, and a deleted one cannot be changed', async () => {
    const { id } = await invited();
    expect((await send('POST', `/${id}/restore`)).body.code).toBe('not_deleted');
    await send('DELETE', `/${id}`);
    for (const [method, path] of [
      ['DELETE', ''],
      ['PUT', ''],
      ['POST', '/invitation'],
    ] as const) {
      const { status, body } = await send(
        method,
        `/${id}${path}`,
        method === 'PUT' ? { name: 'A' } : undefined,
      );
      expect([status, body.code]).toEqual([409, 'deleted']);
    }
    const answers = await Promise.all([send('POST', `/${id}/restore`), send('POST', `/${id}/restore`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('names the address when somebody else has it by now', async () => {
    const { id, email } = await invited();
    await send('DELETE', `/${id}`);
    await invited({ email });
    const { status, body } = await send('POST', `/${id}/restore`);
    expect([status, body.code]).toEqual([409, 'email_taken']);
    expect(body.errors[0].payload).toEqual(['There is already an account with this e-mail']);
  });

  it('is not for those who may not, nor of unknown people', async () => {
    const { id } = await invited();
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      expect((await send(method, `/${id}${path}`, undefined, manager)).body.code).toBe('forbidden');
      expect((await send(method, `/${id}${path}`, undefined, readOnly)).body.code).toBe('read_only');
      expect((await send(method, `/${unknown}${path}`)).status).toBe(404);
    }
  });
});

describe('an invitation sent again', () => {
  it('has a new link, once per interval', async () => {
    const { id, email } = await invited();
    const first = await app.linkTo(email, 'staff_invitation');
    const tooSoon = await send('POST', `/${id}/invitation`);
    expect(tooSoon.status).toBe(429);
    expect(Number(tooSoon.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(tooSoon.body).toMatchObject({
      code: 'sent_recently',
      message: expect.stringMatching(/again in 1 minute|again in \d+ seconds/),
    });

    app.clock.advance(61);
    const before = app.printed.length;
    const again = await send('POST', `/${id}/invitation`);
    expect(again.body.data).toEqual({ sent: true, retry_after: 60 });
    await expect.poll(() => app.printed.slice(before).some((line) => line.includes(email))).toBe(true);
    const second = await app.linkTo(email, 'staff_invitation');
    const look = (hash: string) => app.call('POST', '/api/admin/auth/invitation', { body: { hash } });
    expect((await look(first)).status).toBe(422);
    expect((await look(second)).body.data).toMatchObject({ purpose: 'invitation', email });
  });

  it('is not for those who have joined, nor for those who may not ask', async () => {
    expect((await send('POST', `/${manager.id}/invitation`)).body.code).toBe('already_confirmed');
    expect((await send('POST', `/${manager.id}/invitation`, undefined, manager)).body.code).toBe('forbidden');
    expect((await send('POST', `/${unknown}/invitation`)).status).toBe(404);
  });
});

describe('ending sessions', () => {
  it('ends all of a colleague, and all but this one of oneself', async () => {
    const person = await staffMember(app);
    const login = () =>
      app.call('POST', '/api/admin/auth/login', { body: { email: person.email, password } });
    const second = (await login()).body.access_token as string;
    expect((await send('DELETE', `/${person.id}/sessions`, undefined, person)).status).toBe(200);
    expect((await app.call('GET', '/api/admin/auth/me', { token: second })).status).toBe(401);
    expect((await app.call('GET', '/api/admin/auth/me', person)).status).toBe(200);
    expect((await send('DELETE', `/${person.id}/sessions`)).status).toBe(200);
    expect((await app.call('GET', '/api/admin/auth/me', person)).status).toBe(401);
    expect((await send('DELETE', `/${unknown}/sessions`)).status).toBe(404);
  });
});

it('every permission has a text', async () => {
  const { body } = await app.call('GET', '/api/admin/permissions', { token: admin.token, locale: 'de' });
  expect(body.data[0]).toEqual({ key: 'clients.read', group: 'Kunden', title: 'Kunden ansehen' });
});

describe('the last keeper of users.write', () => {
  let alone: TestApp;
  beforeAll(async () => {
    alone = await startApp();
  });
  afterAll(() => alone.close());

  it('stays, no matter who asks and how many at once', async () => {
    const first = await staffMember(alone);
    const change = (by: Person, id: string, permissions: Permission[]) =>
      alone.call('PUT', `/api/admin/users/${id}`, { token: by.token, body: { permissions } });
    const remove = (by: Person, id: string) =>
      alone.call('DELETE', `/api/admin/users/${id}`, { token: by.token });

    expect((await remove(first, first.id)).body.code).toBe('last_keeper');
    expect((await change(first, first.id, ['users.read'])).body.code).toBe('last_keeper');
    expect((await change(first, first.id, [...fullPermissions, 'read_only'])).body.code).toBe('last_keeper');

    const ring = [first];
    while (ring.length < 8) ring.push(await staffMember(alone));
    const answers = await Promise.all(
      ring.map((person, index) => remove(person, ring[(index + 1) % ring.length]?.id ?? '')),
    );
    expect(new Set(answers.map(({ status }) => status))).toContain(200);
    const { count } = await alone.platform.database.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThan(0);
  });
});
