import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { viewLimits } from '#contract/entities/saved-view.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let owner: Person;
let colleague: Person;
let keeper: Person;
let readOnly: Person;
let stranger: Person;
beforeAll(async () => {
  app = await startApp();
  owner = await staffMember(app, { permissions: ['clients.read', 'tariffs.read'], name: 'Олена' });
  colleague = await staffMember(app, { permissions: ['clients.read'] });
  keeper = await staffMember(app);
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
  stranger = await staffMember(app, { permissions: ['tariffs.read'] });
});
afterAll(() => app.close());

const unknown = '0198c000-0000-7000-8000-0000000000ff';
const state = 'filter[status][in]=trial,grace&sort[balance]=desc';
let counter = 0;
const view = (changes: Record<string, unknown> = {}) => {
  counter += 1;
  return { resource: 'clients', name: `Подання ${counter}`, search: state, ...changes };
};
const send = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = owner) =>
  app.call(method, `/api/admin/views${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
async function saved(changes: Record<string, unknown> = {}, who = owner) {
  const { status, body } = await send('POST', '', view(changes), who);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data as { id: string; name: string; search: string; updated_at: string };
}
const idsOf = async (who: Person, query = '') =>
  ((await send('GET', query, undefined, who)).body.data as { id: string }[]).map(({ id }) => id);

describe('a saved view', () => {
  it('keeps the state of a list, without its page, and the columns', async () => {
    const input = view({
      search: `page=3&limit=50&${state}&with_trashed=1`,
      columns: ['name', 'balance', 'status'],
    });
    const { status, body } = await send('POST', '', input);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      mail: null,
      resource: 'clients',
      name: input.name,
      search: expect.any(String),
      columns: ['name', 'balance', 'status'],
      shared: false,
      built_in: false,
      owner: { id: owner.id, name: 'Олена' },
      is_own: true,
      may_change: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(Object.fromEntries(new URLSearchParams(body.data.search))).toEqual({
      limit: '50',
      'filter[status][in]': 'trial,grace',
      'sort[balance]': 'desc',
      with_trashed: '1',
    });
    expect((await send('GET', '?resource=clients')).body.data).toContainEqual(body.data);
    const listed = await app.call('GET', `/api/admin/clients?${body.data.search}`, owner);
    expect(listed.status).toBe(200);
  });

  it('is its owner’s alone until it is shared, whatever others may do', async () => {
    const { id } = await saved();
    expect(await idsOf(owner)).toContain(id);
    for (const other of [colleague, keeper]) {
      expect(await idsOf(other)).not.toContain(id);
      expect((await send('PUT', `/${id}`, { name: 'Моє' }, other)).status).toBe(404);
      expect((await send('DELETE', `/${id}`, undefined, other)).status).toBe(404);
    }
  });

  it('is seen, once shared, by everybody who may see its list', async () => {
    const { id } = await saved();
    const shared = await send('PUT', `/${id}`, { shared: true });
    expect(shared.body.data).toMatchObject({ shared: true, may_change: true });
    expect(await idsOf(colleague, '?resource=clients')).toContain(id);
    expect(await idsOf(colleague, '?resource=tariffs')).not.toContain(id);
    expect(await idsOf(stranger)).not.toContain(id);
    expect((await send('PUT', `/${id}`, { name: 'Чуже' }, stranger)).status).toBe(404);
    const refused = await send('PUT', `/${id}`, { name: 'Чуже' }, colleague);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await send('DELETE', `/${id}`, undefined, colleague)).status).toBe(403);
  });

  it('is changed and deleted by a holder of users.write once shared, and each is in the audit log', async () => {
    const { id } = await saved({ shared: true });
    const changed = await send('PUT', `/${id}`, { name: 'Нова назва' }, keeper);
    expect(changed.body.data).toMatchObject({ name: 'Нова назва', is_own: false, may_change: true });
    expect((await send('DELETE', `/${id}`, undefined, keeper)).status).toBe(200);
    expect(await idsOf(owner)).not.toContain(id);
    const { body } = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, keeper);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'saved_view.delete',
      'saved_view.change',
      'saved_view.create',
    ]);
  });

  it('stays for the team, and in the charge of a keeper, when the colleague who made it has left', async () => {
    const gone = await staffMember(app, { permissions: ['clients.read'], name: 'Звільнений' });
    const shared = await saved({ shared: true }, gone);
    const own = await saved({}, gone);
    expect((await app.call('DELETE', `/api/admin/users/${gone.id}`, { token: keeper.token })).status).toBe(
      200,
    );
    expect(await idsOf(colleague)).toContain(shared.id);
    expect(await idsOf(keeper)).not.toContain(own.id);
    expect((await send('PUT', `/${shared.id}`, { name: 'Уже наше' }, keeper)).status).toBe(200);
    expect((await send('DELETE', `/${shared.id}`, undefined, keeper)).status).toBe(200);
  });

  it('leaves no trace while it is private', async () => {
    const { id } = await saved();
    await send('PUT', `/${id}`, { name: 'Тихо' });
    await send('DELETE', `/${id}`);
    const { body } = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, keeper);
    expect(body.data).toEqual([]);
  });

  it('is refused when somebody has changed it since', async () => {
    const { id, updated_at } = await saved({ shared: true });
    await send('PUT', `/${id}`, { search: 'sort[name]=asc' }, keeper);
    const { status, body } = await send('PUT', `/${id}`, { name: 'Пізно', updated_at });
    expect([status, body.code, body.current.search]).toEqual([409, 'stale', 'sort%5Bname%5D=asc']);
  });
});

describe('somebody who may only view', () => {
  it('keeps private views, and shares, changes or deletes no shared one', async () => {
    const mine = await saved({}, readOnly);
    expect((await send('PUT', `/${mine.id}`, { name: 'Моє' }, readOnly)).status).toBe(200);
    const refusals = [
      await send('POST', '', view({ shared: true }), readOnly),
      await send('PUT', `/${mine.id}`, { shared: true }, readOnly),
      await send('DELETE', `/${(await saved({ shared: true })).id}`, undefined, readOnly),
    ];
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([403, 'read_only']);
    expect((await send('DELETE', `/${mine.id}`, undefined, readOnly)).status).toBe(200);
  });

  it('includes everybody during maintenance', async () => {
    const { db } = app.platform.database;
    const shared = await saved({ shared: true });
    const now = app.clock.now();
    await db
      .insertInto('settings')
      .values({ id: newId(now), key: 'read_only', value: 'true', updated_at: now })
      .execute();
    try {
      await saved();
      const { status, body } = await send('DELETE', `/${shared.id}`);
      expect([status, body.code]).toEqual([403, 'maintenance']);
    } finally {
      await db.deleteFrom('settings').where('key', '=', 'read_only').execute();
    }
  });
});

describe('what cannot be saved', () => {
  it.each([
    ['a filter that the list does not know', { search: 'filter[colour][eq]=red' }, 'search'],
    ['a value that the field cannot have', { search: 'filter[status][eq]=asleep' }, 'search'],
    ['a repeated parameter', { search: 'sort[name]=asc&sort[name]=desc' }, 'search'],
    ['a state beyond every address', { search: `filter[name][ilike]=${'x'.repeat(4000)}` }, 'search'],
    ['no name', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(viewLimits.name.max + 1) }, 'name'],
    ['a name with an invisible character', { name: 'a\u200bb' }, 'name'],
    ['no columns at all', { columns: [] }, 'columns'],
    ['a column with a name that none has', { columns: ['<b>'] }, 'columns.0'],
    ['a list that has no views', { resource: 'sessions' }, 'resource'],
    ['what a view does not have', { colour: 'red' }, 'colour'],
  ])('is %s', async (_what, changes, field) => {
    const { status, body } = await send('POST', '', view(changes));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('is a second view of a list with one name, in any case', async () => {
    const { name } = await saved({ name: 'Борги' });
    const twice = await send('POST', '', view({ name: name.toUpperCase() }));
    expect([twice.status, twice.body.errors.name]).toEqual([422, ['You already have a view with this name']]);
    await saved({ name, resource: 'tariffs', search: '' });
    await saved({ name }, colleague);
  });

  it('is a view of a list that one may not see', async () => {
    expect((await send('POST', '', view(), stranger)).status).toBe(403);
  });

  it('is more than a hundred of one person', async () => {
    const hoarder = await staffMember(app, { permissions: ['clients.read'] });
    for (let count = 0; count < viewLimits.count.max; count += 1) await saved({}, hoarder);
    const { status, body } = await send('POST', '', view(), hoarder);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
  });

  it('names an unknown view', async () => {
    for (const id of [unknown, 'nonsense']) {
      expect((await send('PUT', `/${id}`, { name: 'x' })).status).toBe(404);
      expect((await send('DELETE', `/${id}`)).status).toBe(404);
    }
  });
});

describe('the CSV of a view', () => {
  const file = (query: string) => app.call('GET', `/api/admin/clients?${query}`, { ...keeper, locale: 'en' });

  it('has its columns, in their order', async () => {
    const { status, body } = await file(`${state}&format=csv&columns=balance,name,manager`);
    expect([status, body.replace('\ufeff', '').split('\r\n')[0]]).toEqual([200, 'Balance,Name,Manager']);
  });

  it.each([
    ['a column that there is not', 'format=csv&columns=name,colour'],
    ['a column twice', 'format=csv&columns=name,name'],
    ['columns of anything else', 'columns=name'],
  ])('refuses %s', async (_what, query) => {
    const { status, body } = await file(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['columns']]);
  });
});
