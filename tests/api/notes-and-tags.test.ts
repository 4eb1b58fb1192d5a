import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
let stranger: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Оля Адмін' });
  reader = await staffMember(app, { permissions: ['clients.read'] });
  readOnly = await staffMember(app, { permissions: ['clients.write', 'read_only'] });
  stranger = await staffMember(app, { permissions: ['tariffs.read'] });
  tariffId = await newTariff(app);
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
const newClient = async () => (await subscriber(app, { tariffId, balance: 20_000 })).id;
const clientsAt = async (query: string) =>
  (await call('GET', `clients?${query}`)).body.data.map(({ id }: { id: string }) => id);
const clientsSearched = (word: string) =>
  clientsAt(`filter[search][ilike]=${encodeURIComponent(`%${word}%`)}`);
const nobody = '01890000-0000-7000-8000-000000000000';

describe('notes about a client', () => {
  const write = async (id: string, body: object, who = admin) =>
    (await call('POST', `clients/${id}/notes`, body, who)).body.data;

  it('say who wrote them and when, newest first', async () => {
    const id = await newClient();
    const first = await write(id, { text: 'Called,\nwants a year' });
    expect(first).toMatchObject({
      text: 'Called,\nwants a year',
      pinned: false,
      created_by: { id: admin.id, name: 'Оля Адмін' },
    });
    const second = await write(id, { text: 'Paid' });
    const list = await call('GET', `clients/${id}/notes`, undefined, reader);
    expect(list.body).toMatchObject({ data: [{ id: second.id }, { id: first.id }], meta: { total: 2 } });
    const { body } = await call('GET', `clients/${id}/activity?limit=1`);
    expect(body.data[0]).toMatchObject({
      action: 'note.create',
      changes: [{ field: 'text', before: null, after: 'Paid' }],
    });
  });

  it('are pinned one at a time, and the pinned one is with the client', async () => {
    const id = await newClient();
    const first = await write(id, { text: 'First', pinned: true });
    const second = await write(id, { text: 'Second', pinned: true });
    expect((await call('GET', `clients/${id}`)).body.data.pinned_note).toMatchObject({ id: second.id });
    await call('PUT', `clients/${id}/notes/${first.id}`, { pinned: true });
    expect((await call('GET', `clients/${id}`)).body.data.pinned_note).toMatchObject({ id: first.id });
    const { body } = await call('GET', `clients/${id}/notes?filter[pinned][eq]=1`);
    expect(body.meta.total).toBe(1);
    await call('PUT', `clients/${id}/notes/${first.id}`, { pinned: false });
    expect((await call('GET', `clients/${id}`)).body.data.pinned_note).toBeNull();
  });

  it('keep one pin when two are set at once', async () => {
    const id = await newClient();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((text) => call('POST', `clients/${id}/notes`, { text, pinned: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { body } = await call('GET', `clients/${id}/notes?filter[pinned][eq]=1`);
    expect(body.meta.total).toBe(1);
  });

  it('are changed and deleted by everybody who may write clients; the log keeps the text', async () => {
    const id = await newClient();
    const note = await write(id, { text: 'Worng' });
    const colleague = await staffMember(app, { name: 'Іван', permissions: ['clients.write'] });
    const place = `clients/${id}/notes/${note.id}`;
    const changed = await call('PUT', place, { text: 'Wrong', updated_at: note.updated_at }, colleague);
    expect(changed.body.data).toMatchObject({ text: 'Wrong', updated_by: { name: 'Іван' } });
    const stale = await call('PUT', place, { text: 'Other', updated_at: note.updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await call('DELETE', place, undefined, colleague)).status).toBe(200);
    expect((await call('DELETE', place)).status).toBe(404);
    const { body } = await call('GET', `clients/${id}/activity?limit=1`);
    expect(body.data[0]).toMatchObject({
      action: 'note.delete',
      changes: [{ field: 'text', before: 'Wrong', after: null }],
    });
  });

  it('are found by a word in any case, until they are deleted', async () => {
    const id = await newClient();
    const note = await write(id, { text: 'Просив передзвонити ЗЕБРІ' });
    expect(await clientsSearched('зебрі')).toEqual([id]);
    expect(await clientsSearched('зебрі просив')).toEqual([id]);
    expect(await clientsSearched('жирафі')).toEqual([]);
    await write(id, { text: 'Про бегемота' });
    const other = await newClient();
    await write(other, { text: 'Теж питав про зебру і бегемота' });
    // Words of one search may be in several notes, and in what the client is.
    expect(await clientsSearched('зебрі бегемота')).toEqual([id]);
    await call('PUT', `clients/${id}`, { name: 'ТОВ Страусина Ферма' });
    expect(await clientsSearched('страусина зебрі')).toEqual([id]);
    expect(await clientsSearched('бегемота ферма')).toEqual([id]);
    expect(await clientsSearched('страусина жирафі')).toEqual([]);
    await call('DELETE', `clients/${id}/notes/${note.id}`);
    expect(await clientsSearched('зебрі')).toEqual([]);
    expect(await clientsSearched('страусина зебрі')).toEqual([]);
  });

  it('are read a page at a time, and found by a word, when there are ten thousand', async () => {
    const id = await newClient();
    const pinned = await write(id, { text: 'Лише зранку', pinned: true });
    await sql`insert into notes (id, subject, subject_id, text, pinned, created_by, created_at, updated_at)
      select gen_random_uuid(), 'client', ${id}::uuid, 'Дзвінок ' || n, false, ${admin.id}::uuid,
        now() - n * interval '1 minute', now() from generate_series(1, 10000) as n`.execute(
      app.platform.database.db,
    );
    const { body } = await call('GET', `clients/${id}/notes?limit=25&page=401`);
    expect([body.data.length, body.meta.total]).toEqual([1, 10_001]);
    expect((await call('GET', `clients/${id}`)).body.data.pinned_note).toMatchObject({ id: pinned.id });
    expect(await clientsSearched('дзвінок 9999')).toEqual([id]);
  });

  it('belong to one client', async () => {
    const note = await write(await newClient(), { text: 'Mine' });
    const other = await newClient();
    expect((await call('PUT', `clients/${other}/notes/${note.id}`, { text: 'x' })).status).toBe(404);
    expect((await call('DELETE', `clients/${other}/notes/${note.id}`)).status).toBe(404);
    expect((await call('GET', `clients/${nobody}/notes`)).status).toBe(404);
    expect((await call('POST', `clients/${nobody}/notes`, { text: 'x' })).status).toBe(404);
  });

  it.each([
    ['nothing', {}, 'text'],
    ['an empty text', { text: '  ' }, 'text'],
    ['a text that is too long', { text: 'a'.repeat(5001) }, 'text'],
    ['no boolean', { text: 'a', pinned: 'yes' }, 'pinned'],
    ['an unknown field', { text: 'a', color: 'red' }, 'color'],
  ])('refuse %s', async (_, body, field) => {
    const answer = await call('POST', `clients/${await newClient()}/notes`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('need the right to write, and to read', async () => {
    const id = await newClient();
    for (const person of [reader, readOnly, stranger]) {
      expect((await call('POST', `clients/${id}/notes`, { text: 'x' }, person)).status).toBe(403);
    }
    expect((await call('GET', `clients/${id}/notes`, undefined, stranger)).status).toBe(403);
  });
});

describe('tags', () => {
  const make = async (name: string, color = 'teal') =>
    (await call('POST', 'tags', { name, color })).body.data;

  it('are put on clients whole, shown by name, and found', async () => {
    const [vip, late] = [await make('VIP'), await make('Боржник', 'red')];
    const [id, other] = [await newClient(), await newClient()];
    const tagged = await call('PUT', `clients/${id}`, { tag_ids: [vip.id, late.id] });
    const shown = [
      { id: late.id, name: 'Боржник', color: 'red' },
      { id: vip.id, name: 'VIP', color: 'teal' },
    ];
    expect([...tagged.body.data.tags].sort((a, b) => b.name.localeCompare(a.name))).toEqual(
      [...shown].sort((a, b) => b.name.localeCompare(a.name)),
    );
    await call('PUT', `clients/${other}`, { tag_ids: [late.id] });
    expect(await clientsAt(`filter[tag_id][in]=${vip.id}`)).toEqual([id]);
    expect((await clientsAt(`filter[tag_id][in]=${vip.id},${late.id}`)).sort()).toEqual([id, other].sort());
    const { body } = await call('GET', `clients/${id}/activity?limit=1`);
    expect(body.data[0].changes).toMatchObject([{ field: 'tags', before: [] }]);
    const file = await call('GET', `clients?format=csv&columns=tags&filter[tag_id][eq]=${vip.id}`);
    expect(file.body).toContain('VIP');
    const off = await call('PUT', `clients/${id}`, { tag_ids: [] });
    expect(off.body.data.tags).toEqual([]);
    expect(await clientsAt(`filter[tag_id][in]=${vip.id}`)).toEqual([]);
  });

  it('change nothing when the same are sent again', async () => {
    const tag = await make('Той самий');
    const id = await newClient();
    const first = await call('PUT', `clients/${id}`, { tag_ids: [tag.id] });
    const again = await call('PUT', `clients/${id}`, { tag_ids: [tag.id] });
    expect(again.body.data.updated_at).toBe(first.body.data.updated_at);
  });

  it('are renamed and deleted everywhere at once, and count their clients', async () => {
    const tag = await make('Old name');
    const id = await newClient();
    await call('PUT', `clients/${id}`, { tag_ids: [tag.id] });
    const listed = async () => (await call('GET', `clients?filter[id][eq]=${id}`)).body.data[0].tags;
    expect(await listed()).toMatchObject([{ name: 'Old name' }]);
    const changed = await call('PUT', `tags/${tag.id}`, { name: 'New name', updated_at: tag.updated_at });
    expect(changed.body.data).toMatchObject({ name: 'New name', color: 'teal', clients_count: 1 });
    expect(await listed()).toMatchObject([{ name: 'New name' }]);
    const stale = await call('PUT', `tags/${tag.id}`, { color: 'red', updated_at: tag.updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await call('DELETE', `tags/${tag.id}`)).status).toBe(200);
    expect((await call('DELETE', `tags/${tag.id}`)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  it('refuse what no client can have', async () => {
    const tag = await make('Real');
    const id = await newClient();
    const wrong = [[nobody], [tag.id, tag.id], ['x'], 'x', Array.from({ length: 21 }, () => tag.id)];
    for (const tag_ids of wrong) {
      const answer = await call('PUT', `clients/${id}`, { tag_ids });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)[0]).toMatch(/^tag_ids/);
    }
  });

  it.each([
    ['a taken name, in another case', { name: 'taken', color: 'red' }, 'name'],
    ['no name', { name: '', color: 'red' }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(41), color: 'red' }, 'name'],
    ['another colour', { name: 'x', color: '#fff' }, 'color'],
    ['an unknown field', { name: 'x', color: 'red', size: 1 }, 'size'],
  ])('refuse %s', async (_, body, field) => {
    await call('POST', 'tags', { name: 'TAKEN', color: 'grey' });
    const answer = await call('POST', 'tags', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('are read by those who read clients, and made by those who write them', async () => {
    expect((await call('GET', 'tags', undefined, reader)).status).toBe(200);
    expect((await call('GET', 'tags', undefined, stranger)).status).toBe(403);
    for (const person of [reader, readOnly]) {
      expect((await call('POST', 'tags', { name: 'No', color: 'red' }, person)).status).toBe(403);
    }
    expect((await call('PUT', `tags/${nobody}`, { color: 'red' })).status).toBe(404);
  });
});
