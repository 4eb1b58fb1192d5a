import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { freePeriodOf } from '#server/subscriptions/start-free-period.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** Who may choose a tariff, its link, its free days and its place (GROWTH section 17; docs/decisions/0158). */
let app: TestApp;
let admin: Person;
let features: string[];
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
  const { body } = await app.call('GET', '/api/admin/tariff-permissions', admin);
  features = [body.data[0].id];
});
afterAll(() => app.close());

let counter = 0;
const texts = () => ({ name: `Visible ${(counter += 1)}`, description: '', subtitle: '' });
const send = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/tariffs${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const made = async (changes: Record<string, unknown> = {}) => {
  const { status, body } = await send('POST', '', {
    price_month: 1000,
    price_year: 10_000,
    monthly_turnover_limit: null,
    goods_quantity: null,
    recommended_days: 30,
    permissions: features,
    translations: { uk: texts(), en: texts() },
    ...changes,
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
};
const register = (more: Record<string, unknown> = {}) =>
  app.call('POST', '/api/auth/register', { body: registration(more), locale: 'en' });
const tariffOf = async (id: string) =>
  (await app.call('GET', `/api/admin/clients/${id}`, admin)).body.data.tariff_id;

describe('the visibility of a tariff', () => {
  it('is public for a new one that has a name in both languages, else private', async () => {
    expect(await made()).toMatchObject({ visibility: 'public', link_code: null, trial_days: null });
    expect(await made({ translations: { uk: texts() } })).toMatchObject({ visibility: 'private' });
    expect(await made({ translations: { uk: texts(), en: { ...texts(), name: '  ' } } })).toMatchObject({
      visibility: 'private',
    });
    expect(await made({ visibility: 'private' })).toMatchObject({ visibility: 'private' });
  });

  it('can not be public without them, and the refusal names the languages', async () => {
    const { id } = await made({ translations: { uk: texts() } });
    const refused = await send('PUT', `/${id}`, { visibility: 'public' });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { visibility: ['A public tariff needs a name. Missing in: English'] },
    ]);
    const both = { visibility: 'public', translations: { uk: texts(), en: texts() } };
    expect((await send('PUT', `/${id}`, both)).body.data.visibility).toBe('public');
    const lost = await send('PUT', `/${id}`, { translations: { uk: texts() } });
    expect([lost.status, Object.keys(lost.body.errors)]).toEqual([422, ['visibility']]);
    expect((await send('PUT', `/${id}`, { visibility: 'everybody' })).status).toBe(422);
    expect((await send('PUT', `/${id}`, { link_code: 'abc' })).status).toBe(422);
  });

  it('has a link while it is sold by link, which is replaced on request', async () => {
    const { id, link_code } = await made({ visibility: 'link', translations: { uk: texts() } });
    expect(link_code).toMatch(/^[\w-]{12}$/);
    const kept = await send('PUT', `/${id}`, { price_month: 5 });
    expect(kept.body.data.link_code).toBe(link_code);
    const renewed = await send('POST', `/${id}/link-code`);
    expect([renewed.status, renewed.body.data.link_code === link_code]).toEqual([200, false]);
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, admin);
    expect(log.body.data[0]).toMatchObject({ action: 'tariff.link', changes: [{ field: 'link_code' }] });
    expect((await send('PUT', `/${id}`, { visibility: 'private' })).body.data.link_code).toBeNull();
    expect((await send('POST', `/${id}/link-code`)).body.code).toBe('not_by_link');
    const reader = await staffMember(app, { permissions: ['tariffs.read'] });
    const readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
    expect((await send('POST', `/${id}/link-code`, undefined, reader)).body.code).toBe('forbidden');
    expect((await send('POST', `/${id}/link-code`, undefined, readOnly)).body.code).toBe('read_only');
  });

  it('is filtered, sorted and written to the file', async () => {
    const { id } = await made({ visibility: 'link', trial_days: 45 });
    const found = await send(
      'GET',
      '?filter[visibility][eq]=link&filter[trial_days][eq]=45&sort[position]=desc',
    );
    expect(found.body.data.map((row: { id: string }) => row.id)).toEqual([id]);
    const { body } = await send('GET', '?format=csv&filter[trial_days][eq]=45');
    expect(body).toMatch(/,By link,45,\d+,/);
  });
});

describe('the recommended tariff', () => {
  const marked = async () => {
    const { body } = await send('GET', '?filter[recommended][eq]=true&limit=200');
    return body.data.map((row: { id: string }) => row.id);
  };

  it('is one: a new one takes the mark from the other, and the history says so of both', async () => {
    const first = await made({ recommended: true });
    expect(first.recommended).toBe(true);
    expect(await marked()).toEqual([first.id]);
    const second = await made();
    expect(second.recommended).toBe(false);
    const { body } = await send('PUT', `/${second.id}`, { recommended: true });
    expect(body.data.recommended).toBe(true);
    expect(await marked()).toEqual([second.id]);
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${first.id}`, admin);
    expect(log.body.data).toContainEqual(
      expect.objectContaining({
        action: 'tariff.change',
        changes: [{ field: 'recommended', before: true, after: false }],
      }),
    );
    // A person who edits the first one must see that it has changed.
    const stale = await send('PUT', `/${first.id}`, { recommended: true, updated_at: first.updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    const shown = await app.call('GET', '/api/tariffs', { locale: 'en' });
    const advised = shown.body.data.filter((row: { recommended: boolean }) => row.recommended);
    expect(advised.map((row: { id: string }) => row.id)).toEqual([second.id]);
    expect((await send('PUT', `/${second.id}`, { recommended: false })).body.data.recommended).toBe(false);
    expect(await marked()).toEqual([]);
  });

  it('is for everybody, and loses the mark when it no longer is', async () => {
    const hidden = await made({ visibility: 'private' });
    const refused = await send('PUT', `/${hidden.id}`, { recommended: true });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { recommended: ['Only a tariff offered to everyone can be recommended'] },
    ]);
    const { id } = await made({ recommended: true });
    expect((await send('PUT', `/${id}`, { price_month: 900 })).body.data.recommended).toBe(true);
    expect((await send('PUT', `/${id}`, { archived: true })).body.data.recommended).toBe(false);
    expect((await send('PUT', `/${id}`, { archived: false, recommended: true })).status).toBe(200);
    expect((await send('PUT', `/${id}`, { visibility: 'private' })).body.data.recommended).toBe(false);
    expect((await send('PUT', `/${id}`, { recommended: 'yes' })).status).toBe(422);
    expect(await marked()).toEqual([]);
  });
});

describe('the place of a tariff', () => {
  it('is the last for a new one, and moving it moves the others', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await made()).id);
    const order = async () => {
      const { body } = await send('GET', '?limit=200');
      const rows = body.data as { id: string; position: number }[];
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
      return rows.map(({ id }) => id).filter((id) => ids.includes(id));
    };
    const [a = '', b = '', c = ''] = ids;
    expect(await order()).toEqual([a, b, c]);
    const { position } = (await send('GET', `/${a}`)).body.data;
    expect((await send('PUT', `/${c}`, { position })).body.data.position).toBe(position);
    expect(await order()).toEqual([c, a, b]);
    const last = (await send('PUT', `/${c}`, { position: 9999 })).body.data.position;
    expect(last).toBe(position + 2);
    expect(await order()).toEqual([a, b, c]);
    expect((await send('PUT', `/${c}`, { position: 0 })).status).toBe(422);
    const first = await made({ position: 1 });
    expect(first.position).toBe(1);
    expect((await send('PUT', `/${first.id}`, { archived: true })).status).toBe(200);
  });
});

describe('for customers', () => {
  it('only public tariffs, and the own one, can be chosen; others are unknown', async () => {
    const open = await made({ price_month: 5000 });
    const secret = await made({ visibility: 'private', price_month: 7 });
    const linked = await made({ visibility: 'link', price_month: 8 });
    const { id, token } = await registeredCustomer(app);
    const { db } = app.platform.database;
    await db.updateTable('clients').set({ tariff_id: secret.id }).where('id', '=', id).execute();
    const own = async () =>
      (await app.call('GET', '/api/auth/me/subscription', { token })).body.data.tariffs.map(
        (tariff: { id: string }) => tariff.id,
      );
    expect(await own()).toEqual(expect.arrayContaining([open.id, secret.id]));
    expect(await own()).not.toContain(linked.id);
    const choose = (tariff_id: string, more = {}) =>
      app.call('POST', '/api/auth/me/tariff', { token, body: { tariff_id, when: 'now', ...more } });
    const unknown = await choose('0198c000-0000-7000-8000-0000000000ff');
    const hidden = await choose(linked.id);
    expect([hidden.status, hidden.body]).toEqual([422, unknown.body]);
    const preview = await app.call('POST', '/api/auth/me/tariff/preview', {
      token,
      body: { tariff_id: linked.id, when: 'now' },
    });
    expect(preview.status).toBe(422);
    // It keeps its own, and may change how it pays for it.
    expect((await choose(secret.id, { billing_period: 'year' })).status).toBe(200);
    expect((await choose(open.id)).status).toBe(200);
    expect(await own()).not.toContain(secret.id);
    expect((await choose(secret.id)).status).toBe(422);
    const byStaff = await app.call('POST', `/api/admin/clients/${id}/tariff`, {
      token: admin.token,
      body: { tariff_id: linked.id, when: 'now' },
    });
    expect([byStaff.status, await tariffOf(id)]).toEqual([200, linked.id]);
  });

  it('a new client gets the default tariff even if it is private, else the recommended, else the cheapest public one', async () => {
    const cheap = await made({ visibility: 'private', price_month: 0 });
    const advised = await made({ price_month: 77_700, recommended: true });
    const first = await register();
    expect(await tariffOf(first.body.data.id)).toBe(advised.id);
    await send('PUT', `/${advised.id}`, { recommended: false });
    const { body } = await register();
    expect([cheap.id, advised.id]).not.toContain(await tariffOf(body.data.id));
    const setting = { key: 'default_tariff_id', value: cheap.id };
    await app.call('POST', '/api/admin/settings', { token: admin.token, body: setting });
    const second = await register();
    expect(await tariffOf(second.body.data.id)).toBe(cheap.id);
    await app.call('POST', '/api/admin/settings', {
      token: admin.token,
      body: { ...setting, value: null },
    });
  });

  it('the free days are those of the tariff where neither client nor partner has their own', async () => {
    const { id: tariffId } = await made({ trial_days: 45 });
    const { id } = await subscriber(app, { tariffId });
    const { db } = app.platform.database;
    const days = async () => (await freePeriodOf(app.platform.subscriptions, db, id)).days;
    expect(await days()).toBe(45);
    expect((await send('PUT', `/${tariffId}`, { trial_days: null })).body.data.trial_days).toBeNull();
    expect(await days()).toBe(14);
    await send('PUT', `/${tariffId}`, { trial_days: 0 });
    expect(await days()).toBe(0);
    await db.updateTable('clients').set({ free_period_days: 3 }).where('id', '=', id).execute();
    expect(await days()).toBe(3);
    expect((await send('PUT', `/${tariffId}`, { trial_days: 3651 })).status).toBe(422);
  });
});

it('keeps one tariff on sale for everybody while registration is open', async () => {
  const { db } = app.platform.database;
  await db.updateTable('tariffs').set({ visibility: 'private', link_code: null }).execute();
  const id = await newTariff(app, {});
  const withdrawals = [{ archived: true }, { visibility: 'private' }, { visibility: 'link' }];
  for (const body of withdrawals) {
    const refused = await send('PUT', `/${id}`, body);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_public_tariff']);
  }
  const open = (value: boolean) =>
    app.call('POST', '/api/admin/settings', {
      token: admin.token,
      body: { key: 'registration_open', value },
    });
  await open(false);
  expect((await send('PUT', `/${id}`, { visibility: 'private' })).status).toBe(200);
  await open(true);
  // Nothing is public; registering works as before.
  expect((await register()).status).toBe(201);
});
