import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions, type Permission } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
let stranger: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Оля Адмін' });
  reader = await staffMember(app, { permissions: ['users.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
  stranger = await staffMember(app, { permissions: ['clients.read'] });
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
let counter = 0;
const newRole = async (permissions: readonly Permission[], who = admin) => {
  counter += 1;
  const { status, body } = await call('POST', 'roles', { name: `Role ${counter}`, permissions }, who);
  expect(status).toBe(201);
  return body.data as { id: string; name: string; permissions: Permission[]; updated_at: string };
};
const give = (id: string, role_ids: string[], permissions: Permission[] = []) =>
  call('PUT', `users/${id}`, { role_ids, permissions });
const rightsOf = async (who: Person) =>
  (await app.call('GET', '/api/admin/auth/me', who)).body.data.permissions as Permission[];
const nobody = '01890000-0000-7000-8000-000000000000';

describe('the first roles', () => {
  it('are there in each language, and an auditor sees everything and changes nothing', async () => {
    const names = async (locale: string) =>
      (await app.call('GET', '/api/admin/roles?sort[created_at]=asc', { ...admin, locale })).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect((await names('en')).sort()).toEqual(['Accountant', 'Auditor', 'Product', 'Sales', 'Support']);
    expect(await names('lt')).toContain('Buhalterija');
    const { body } = await call('GET', 'roles?filter[name][eq]=Auditor');
    const auditor = await staffMember(app, { permissions: ['clients.read'] });
    expect((await give(auditor.id, [body.data[0].id])).status).toBe(200);
    expect((await call('GET', 'audit', undefined, auditor)).status).toBe(200);
    expect((await call('POST', 'tags', { name: 'x', color: 'red' }, auditor)).status).toBe(403);
  });

  it('keep their names in every language until somebody types another one', async () => {
    const { body } = await call('GET', 'roles?filter[name][eq]=Support');
    const { id } = body.data[0];
    await call('PUT', `roles/${id}`, { name: 'Support', permissions: ['clients.write'] });
    const inUkrainian = await app.call('GET', '/api/admin/roles?filter[name][eq]=Підтримка', {
      ...admin,
      locale: 'uk',
    });
    expect(inUkrainian.body.data).toMatchObject([{ id, permissions: ['clients.write'] }]);
    expect((await call('PUT', `roles/${id}`, { name: 'Help desk' })).body.data.name).toBe('Help desk');
    const { body: renamed } = await app.call('GET', `/api/admin/roles?filter[id][eq]=${id}`, {
      ...admin,
      locale: 'uk',
    });
    expect(renamed.data[0].name).toBe('Help desk');
  });
});

describe('a role', () => {
  it('is answered, listed and in the audit log', async () => {
    const role = await newRole(['tariffs.read', 'clients.write', 'clients.write']);
    expect(role).toMatchObject({ permissions: ['clients.write', 'tariffs.read'], users_count: 0 });
    const { body } = await call('GET', `roles?filter[id][eq]=${role.id}`, undefined, reader);
    expect(body.data).toEqual([role]);
    await call('PUT', `roles/${role.id}`, { permissions: ['clients.read'] });
    const { body: log } = await call('GET', `audit?filter[subject_id][eq]=${role.id}&sort[at]=asc`);
    expect(log.data).toMatchObject([
      { action: 'role.create', subject: { type: 'role', name: role.name } },
      {
        action: 'role.change',
        changes: [
          { field: 'permissions', before: ['clients.write', 'tariffs.read'], after: ['clients.read'] },
        ],
      },
    ]);
    expect((await call('DELETE', `roles/${role.id}`)).status).toBe(200);
    expect((await call('DELETE', `roles/${role.id}`)).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
    ['nothing allowed', { permissions: [] }, 'permissions'],
    ['"view only" alone', { permissions: ['read_only'] }, 'permissions'],
    ['an unknown permission', { permissions: ['clients.fly'] }, 'permissions.0'],
    ['an unknown key', { users: [] }, 'users'],
  ])('refuses %s at its field', async (_, changes, field) => {
    const body = { name: 'Bad', permissions: ['clients.read'], ...changes };
    const answer = await call('POST', 'roles', body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('has a name of its own, in any case and language', async () => {
    const { name } = await newRole(['clients.read']);
    for (const taken of [name.toUpperCase(), 'бухгалтерія', 'ACCOUNTANT']) {
      const answer = await call('POST', 'roles', { name: taken, permissions: ['clients.read'] });
      expect(Object.keys(answer.body.errors)).toEqual(['name']);
    }
  });

  it('is not for those who may not', async () => {
    const { id } = await newRole(['clients.read']);
    const body = { name: 'Mine', permissions: ['clients.read'] };
    expect((await call('POST', 'roles', body, reader)).body.code).toBe('forbidden');
    expect((await call('PUT', `roles/${id}`, body, readOnly)).body.code).toBe('read_only');
    expect((await call('DELETE', `roles/${id}`, undefined, readOnly)).body.code).toBe('read_only');
    expect((await call('GET', 'roles', undefined, stranger)).body.code).toBe('forbidden');
    expect((await call('PUT', `roles/${nobody}`, body)).status).toBe(404);
  });

  it('refuses a stale change with the role as it is', async () => {
    const role = await newRole(['clients.read']);
    await call('PUT', `roles/${role.id}`, { permissions: ['tariffs.read'] });
    const { status, body } = await call('PUT', `roles/${role.id}`, {
      name: 'Late',
      updated_at: role.updated_at,
    });
    expect([status, body.code, body.current.permissions]).toEqual([409, 'stale', ['tariffs.read']]);
  });

  it('is not deleted while a colleague has it; a deleted one loses it', async () => {
    const role = await newRole(['clients.read']);
    const colleague = await staffMember(app, { permissions: ['tariffs.read'] });
    await give(colleague.id, [role.id]);
    expect((await call('DELETE', `roles/${role.id}`)).body.code).toBe('role_held');
    await call('DELETE', `users/${colleague.id}`);
    expect((await call('DELETE', `roles/${role.id}`)).status).toBe(200);
    const { body } = await call('POST', `users/${colleague.id}/restore`);
    expect(body.data).toMatchObject({ roles: [], role_ids: [], effective_permissions: [] });
  });
});

describe('a colleague with roles', () => {
  it('may do what any of them or the own permissions allow, from the next call on', async () => {
    const clients = await newRole(['clients.read']);
    const tariffs = await newRole(['tariffs.write']);
    const colleague = await staffMember(app, { permissions: ['audit.read'] });
    expect((await call('GET', 'clients', undefined, colleague)).status).toBe(403);
    const { body } = await give(colleague.id, [tariffs.id, clients.id], ['audit.read']);
    expect(body.data).toMatchObject({
      roles: [
        { id: clients.id, name: clients.name },
        { id: tariffs.id, name: tariffs.name },
      ],
      permissions: ['audit.read'],
      effective_permissions: ['clients.read', 'tariffs.write', 'audit.read'],
    });
    expect(await rightsOf(colleague)).toEqual(['clients.read', 'tariffs.write', 'audit.read']);
    expect((await call('GET', 'clients', undefined, colleague)).status).toBe(200);
    await call('PUT', `roles/${clients.id}`, { permissions: ['reports.read'] });
    expect((await call('GET', 'clients', undefined, colleague)).status).toBe(403);
    const { body: log } = await call('GET', `audit?filter[subject_id][eq]=${colleague.id}&limit=1`);
    expect(log.data[0].changes).toEqual([
      { field: 'roles', before: null, after: [clients.name, tariffs.name] },
    ]);
  });

  it('is invited with roles alone, and found by a role and by a right', async () => {
    const role = await newRole(['payments.close']);
    const email = `by-role-${Date.now()}@example.com`;
    const { status, body } = await call('POST', 'users', { email, name: 'Anna', role_ids: [role.id] });
    expect([status, body.data.permissions]).toEqual([201, []]);
    const ids = async (filter: string) =>
      (await call('GET', `users?filter${filter}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids(`[role_id][eq]=${role.id}`)).toEqual([body.data.id]);
    expect(await ids('[effective_permission][eq]=payments.read')).toContain(body.data.id);
    expect(await ids('[effective_permission][eq]=company.write')).not.toContain(body.data.id);
    const file = await app.call('GET', '/api/admin/users?format=csv', admin);
    expect(file.body).toContain(role.name);
  });

  it.each<[string, object, string]>([
    ['nothing at all', { role_ids: [], permissions: [] }, 'permissions'],
    ['"view only" alone', { role_ids: [], permissions: ['read_only'] }, 'permissions'],
    ['no permission while there is no role', { permissions: [] }, 'permissions'],
    ['an unknown role', { role_ids: [nobody] }, 'role_ids'],
    ['a role twice', { role_ids: [nobody, nobody] }, 'role_ids'],
    ['what is no id', { role_ids: ['support'] }, 'role_ids.0'],
  ])('cannot be left with %s', async (_, changes, field) => {
    const colleague = await staffMember(app, { permissions: ['clients.read'] });
    const { status, body } = await call('PUT', `users/${colleague.id}`, changes);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('gets nothing that the giver lacks', async () => {
    const keeper = await staffMember(app, { permissions: ['users.write', 'clients.read'] });
    const strong = await newRole(['clients.delete']);
    const weak = await newRole(['clients.read']);
    const above = { name: 'Above', permissions: ['settings.write'] };
    expect((await call('POST', 'roles', above, keeper)).body.code).toBe('above_own_permissions');
    expect((await call('PUT', `roles/${strong.id}`, { name: 'Mine' }, keeper)).body.code).toBe(
      'above_own_permissions',
    );
    expect((await call('PUT', `roles/${weak.id}`, { permissions: ['audit.read'] }, keeper)).body.code).toBe(
      'above_own_permissions',
    );
    const colleague = await staffMember(app, { permissions: ['clients.read'] });
    const body = { role_ids: [strong.id] };
    expect((await call('PUT', `users/${colleague.id}`, body, keeper)).body.code).toBe(
      'above_own_permissions',
    );
    expect((await call('PUT', `users/${colleague.id}`, { role_ids: [weak.id] }, keeper)).status).toBe(200);
    // A role of somebody above the caller is not the caller's to change either.
    const boss = await staffMember(app, { permissions: ['settings.write'] });
    await give(boss.id, [weak.id], ['settings.write']);
    expect((await call('PUT', `roles/${weak.id}`, { permissions: ['users.read'] }, keeper)).body.code).toBe(
      'above_own_permissions',
    );
  });

  it('is out of cabinets when the role stops allowing to sign in as clients', async () => {
    const role = await newRole(['clients.impersonate']);
    const colleague = await staffMember(app, { permissions: ['clients.read'] });
    await give(colleague.id, [role.id]);
    await call('PUT', `roles/${role.id}`, { permissions: ['clients.read'] });
    expect((await call('GET', 'auth/me', undefined, colleague)).status).toBe(401);
  });

  it('whose role is changed by two at once loses nothing of either', async () => {
    const role = await newRole(['clients.read', 'tariffs.read']);
    const answers = await Promise.all([
      call('PUT', `roles/${role.id}`, { permissions: ['clients.read'], updated_at: role.updated_at }),
      call('PUT', `roles/${role.id}`, { permissions: ['tariffs.read'], updated_at: role.updated_at }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it('keeps somebody who manages users, whatever happens to a role', async () => {
  const alone = await startApp();
  try {
    const boss = await staffMember(alone);
    const of = (method: string, path: string, body: unknown, { token } = boss) =>
      alone.call(method, `/api/admin/${path}`, { token, body });
    const { body } = await of('POST', 'roles', { name: 'Boss', permissions: fullPermissions });
    expect((await of('PUT', `users/${boss.id}`, { role_ids: [body.data.id], permissions: [] })).status).toBe(
      200,
    );
    const lost = await of('PUT', `roles/${body.data.id}`, { permissions: ['clients.read'] });
    expect([lost.status, lost.body.code]).toEqual([409, 'last_keeper']);
    const viewing = await of('PUT', `roles/${body.data.id}`, {
      permissions: [...fullPermissions, 'read_only'],
    });
    expect(viewing.body.code).toBe('last_keeper');
    expect(
      (await of('PUT', `users/${boss.id}`, { role_ids: [], permissions: ['clients.read'] })).body.code,
    ).toBe('last_keeper');
  } finally {
    await alone.close();
  }
});
