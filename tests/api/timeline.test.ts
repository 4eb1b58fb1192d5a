import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Оля Адмін' });
  tariffId = await newTariff(app);
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/clients/${path}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
const newClient = async () => (await subscriber(app, { tariffId, balance: 20_000 })).id;
const timeline = async (id: string, query = '') => (await call('GET', `${id}/timeline?${query}`)).body;

describe("a client's timeline", () => {
  it('names the managers of a change for readers who may not see the users', async () => {
    const id = await newClient();
    const manager = await staffMember(app, { name: 'Галина' });
    expect((await call('PUT', id, { manager_id: manager.id })).status).toBe(200);
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    const { body } = await call('GET', `${id}/timeline?limit=100`, undefined, reader);
    const rows = body.data.filter(({ verb }: { verb: string }) => verb === 'client.change');
    expect(rows).toMatchObject([
      {
        details: {
          changes: [{ field: 'manager_id', before: null, after: manager.id }],
          people: [{ id: manager.id, name: 'Галина' }],
        },
      },
    ]);
  });

  it('tells money, emails, notes and changes with who did it, newest first', async () => {
    const id = await newClient();
    await call('POST', `${id}/replenish`, { service: 'cash', amount: 700 });
    await call('PUT', id, { contact_person: 'Дарина' });
    await call('PUT', id, { status: 'blocked', reason: 'Chargeback' });
    await call('PUT', id, { status: 'active' });
    await call('POST', `${id}/notes`, { text: 'Will call back' });
    const { data, meta } = await timeline(id, 'limit=100');
    expect(meta.total).toBe(data.length);
    const verbs = data.map(({ verb }: { verb: string }) => verb);
    for (const verb of [
      'note.create',
      'client.unblocked',
      'client.blocked',
      'client.change',
      'ledger.top_up',
    ]) {
      expect(verbs).toContain(verb);
    }
    expect(verbs.some((verb: string) => verb.startsWith('email.'))).toBe(true);
    // The line of the wallet says it; the audit log's entry would say it twice.
    expect(verbs).not.toContain('client.replenish');
    const of = (verb: string) => data.find((row: { verb: string }) => row.verb === verb);
    const person = { id: admin.id, name: 'Оля Адмін' };
    expect(of('note.create')).toMatchObject({
      kind: 'note',
      person,
      details: { text: 'Will call back', changes: [] },
    });
    expect(of('ledger.top_up')).toMatchObject({
      kind: 'money',
      person,
      details: { amount: 700, service: 'cash', balance_after: 20_700 },
    });
    expect(of('client.change')).toMatchObject({
      kind: 'change',
      person,
      details: { changes: [{ field: 'contact_person', before: null, after: 'Дарина' }] },
    });
    expect(of('client.blocked').details.changes).toContainEqual({
      field: 'block_reason',
      before: null,
      after: 'Chargeback',
    });
    const times = data.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const email = data.find(({ kind }: { kind: string }) => kind === 'email');
    expect(email).toMatchObject({ person: null, link: { type: 'email', id: email.id } });
  });

  it('is filtered by kind and time, page by page', async () => {
    const id = await newClient();
    for (const text of ['1', '2', '3']) await call('POST', `${id}/notes`, { text });
    await call('POST', `${id}/replenish`, { service: 'cash', amount: 100 });
    const texts = async (query: string) =>
      (await timeline(id, query)).data.map(({ details }: { details: { text: string } }) => details.text);
    expect(await texts('filter[kind][in]=note')).toEqual(['3', '2', '1']);
    expect(await texts('filter[kind][in]=note&limit=2&page=2')).toEqual(['1']);
    expect(await texts('filter[kind][in]=note&sort[at]=asc&limit=1')).toEqual(['1']);
    const both = await timeline(id, 'filter[kind][in]=note,money');
    expect(both.meta.total).toBe(both.data.length);
    expect(new Set(both.data.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['note', 'money']));
    expect((await timeline(id, 'filter[at][gte]=2999-01-01')).meta.total).toBe(0);
    expect((await timeline(id, 'filter[at][lte]=2999-01-01')).meta.total).toBeGreaterThan(3);
  });

  it('has one client only, and all of it without twice', async () => {
    const [id, other] = [await newClient(), await newClient()];
    await call('POST', `${other}/notes`, { text: 'Not yours' });
    for (let n = 0; n < 5; n += 1) await call('PUT', id, { contact_person: `P${n}` });
    const pages = [];
    for (let page = 1; page <= 4; page += 1) pages.push(...(await timeline(id, `limit=3&page=${page}`)).data);
    const ids = pages.map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages.map((row) => row.details.text)).not.toContain('Not yours');
  });

  it('begins at once among ten thousand rows', async () => {
    const id = await newClient();
    await sql`insert into audit_entries (id, at, kind, actor_kind, as_client, action, subject_type, client_id, changes)
      select gen_random_uuid(), now() - n * interval '1 minute', 'change', 'system', false, 'client.change', 'client',
        ${id}::uuid, '[]' from generate_series(1, 10000) as n`.execute(app.platform.database.db);
    const { data, meta } = await timeline(id);
    expect([data.length, meta.total >= 10_000]).toEqual([25, true]);
    const last = await timeline(id, `page=400`);
    expect(last.data.length).toBe(25);
  });

  it('is read by everybody who reads clients; an unknown client has none', async () => {
    const id = await newClient();
    const reader = await staffMember(app, { permissions: ['clients.read', 'read_only'] });
    const stranger = await staffMember(app, { permissions: ['tariffs.read'] });
    expect((await call('GET', `${id}/timeline`, undefined, reader)).status).toBe(200);
    expect((await call('GET', `${id}/timeline`, undefined, stranger)).status).toBe(403);
    expect((await call('GET', '01890000-0000-7000-8000-000000000000/timeline')).status).toBe(404);
    expect((await call('GET', `${id}/timeline?filter[kind][in]=war`)).status).toBe(422);
  });
});
