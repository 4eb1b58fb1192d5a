import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInViews, failedEmailsView } from '#contract/entities/saved-view.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let desk: Person;
let soon: string;
let later: string;
beforeAll(async () => {
  app = await startApp();
  desk = await staffMember(app, { name: 'Стійка' });
  const tariffId = await newTariff(app);
  soon = (await subscriber(app, { tariffId, status: 'trial', endsIn: 5 })).id;
  later = (await subscriber(app, { tariffId, status: 'trial', endsIn: 12 })).id;
});
afterAll(() => app.close());

const get = (path: string, { token } = desk) =>
  app.call('GET', `/api/admin/${path}`, { token, locale: 'en' });
const idsAt = async (query: string) =>
  (await get(`clients?${query}`)).body.data.map(({ id }: { id: string }) => id);

describe('a range that moves with time', () => {
  it('finds by the days that it means now, as a page, a file and an act', async () => {
    const query = 'filter[trialEnds][eq]=next:7d';
    expect(await idsAt(query)).toEqual([soon]);
    expect((await idsAt('filter[trialEnds][eq]=next:2w')).sort()).toEqual([soon, later].sort());
    const { body: file } = await get(`clients?${query}&format=csv&columns=name`);
    expect(file.trim().split('\r\n')).toHaveLength(2);
    const body = { act: 'block', input: {}, query, dry_run: true };
    const dry = await app.call('POST', '/api/admin/clients/bulk', { token: desk.token, body });
    expect(dry.body.data).toMatchObject({ total: 1, will: 1 });
  });

  it.each(['filter[trialEnds][gte]=next:7d', 'filter[trialEnds][eq]=next:7', 'filter[balance][eq]=next:7d'])(
    'is refused where it means nothing: %s',
    async (query) => {
      expect((await get(`clients?${query}`)).status).toBe(422);
    },
  );
});

describe('the built-in views', () => {
  it('are there for everybody who sees the list, in their language, and find what they say', async () => {
    const { body } = await get('views?resource=clients');
    const built = body.data.filter(({ built_in }: { built_in: boolean }) => built_in);
    expect(built.map(({ name }: { name: string }) => name)).toEqual([
      'Free trials ending',
      'Payment due',
      'Suspended',
      'Mine',
      'Deleted',
    ]);
    expect(built[0]).toMatchObject({ owner: null, is_own: false, may_change: false });
    expect(await idsAt(built[0].search)).toEqual([soon]);
    for (const { search } of built) expect((await get(`clients?${search}`)).status).toBe(200);
    expect(built[3].search).toContain(desk.id);
    const stranger = await staffMember(app, { permissions: ['tariffs.read'] });
    expect((await get('views?resource=clients', stranger)).body.data).toEqual([]);
  });

  it('find in the audit log what was changed, without the sign-ins', async () => {
    const { body } = await get('views?resource=audit');
    const built = body.data.filter(({ built_in }: { built_in: boolean }) => built_in);
    expect(built.map(({ name }: { name: string }) => name)).toEqual([
      'Changes, without sign-ins',
      'Changes by staff',
      'Sign-ins',
    ]);
    const kinds = [];
    for (const { search } of built) {
      const found = await get(`audit?limit=200&${search}`);
      expect(found.status).toBe(200);
      kinds.push([...new Set(found.body.data.map(({ kind }: { kind: string }) => kind))]);
    }
    expect(kinds).toEqual([['change'], ['change'], expect.not.arrayContaining(['change'])]);
  });

  it('say of failed emails why they failed', async () => {
    const { body } = await get('views?resource=emails');
    expect(body.data).toMatchObject([{ id: failedEmailsView, name: 'Failed', built_in: true }]);
    const [{ search, columns }] = body.data;
    expect(decodeURIComponent(search)).toContain(
      'filter[status][eq]=failed&filter[dealt_with_at][null]=true',
    );
    expect(columns).toContain('error');
    expect((await get(`emails?${search}`)).status).toBe(200);
  });

  it('are there for documents, as their list can be asked', async () => {
    const { data } = (await get('views?resource=documents')).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Unpaid', 'Overdue', 'Expired']);
    for (const { search } of data) expect((await get(`documents?${search}`)).status).toBe(200);
  });

  it('are there for payments, as their list can be asked', async () => {
    const { data } = (await get('views?resource=payments')).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      'Unmatched',
      'This month',
      'Refunded',
      'Failed',
    ]);
    for (const { search } of data) expect((await get(`payments?${search}`)).status).toBe(200);
  });

  it.each(['PUT', 'DELETE'])('can’t be changed: %s is a 404', async (method) => {
    const body = method === 'PUT' ? { body: { name: 'Other' } } : {};
    const path = `/api/admin/views/${builtInViews[0].id}`;
    expect((await app.call(method, path, { token: desk.token, ...body })).status).toBe(404);
  });

  it('are kept relative in a view of one’s own', async () => {
    const body = { resource: 'clients', name: 'Soon', search: 'filter[trialEnds][eq]=this:week' };
    const { body: saved } = await app.call('POST', '/api/admin/views', { token: desk.token, body });
    expect(decodeURIComponent(saved.data.search)).toBe(body.search);
  });

  // The last: days pass in it.
  it('call overdue what is open and was due before today, as the summary counts it', async () => {
    const late = await openProforma(app, soon);
    app.clock.advance(2 * 86_400);
    await openProforma(app, soon, { year: app.clock.now().getUTCFullYear() + 1 });
    const reader = await staffMember(app, { permissions: ['payments.read'] });
    const [, overdue] = (await get('views?resource=documents', reader)).body.data;
    const { body } = await get(`documents?${overdue.search}`, reader);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([late.id]);
    expect((await get('documents/summary', reader)).body.data.overdue.count).toBe(1);
  });
});
