import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailAnnouncements } from '#server/announcements/mail-announcements.ts';
import { cabinetAnnouncements } from '#server/announcements/read-announcements.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { confirmedCustomer, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** What the operator tells customers (GROWTH section 19; docs/decisions/0186). */
let app: TestApp;
let keeper: Person;
let customer: Person;
let other: Person;
beforeAll(async () => {
  app = await startApp();
  keeper = await staffMember(app);
  customer = await confirmedCustomer(app);
  other = await confirmedCustomer(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.platform;
  await sql`delete from announcements`.execute(db);
  await sql`delete from emails where kind = 'announcement'`.execute(db);
});

const moment = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const uk = { title: 'Роботи в неділю', body: 'З 2 до 3.\nДякуємо.' };
const en = { title: 'Works on Sunday', body: 'From 2 to 3.\nThank you.' };
const whole = () => ({ texts: { uk, en }, audience: null, from: moment(-1), to: moment(1), mail: false });

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = keeper.token) =>
  app.call(method, `/api/admin/announcements${path}`, { token, ...(body && { body }) });

async function announced(changes: object = {}): Promise<{ id: string; updated_at: string }> {
  const answer = await send('POST', '', { ...whole(), ...changes });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

async function read({ token }: Person, locale: 'uk' | 'en' | 'lt' = 'uk') {
  const answer = await app.call('GET', '/api/auth/me/announcements', { token, locale });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const run = () => mailAnnouncements(app.platform, app.clock.now());
const emails = () =>
  app.platform.db
    .selectFrom('emails')
    .selectAll()
    .where('kind', '=', 'announcement')
    .orderBy('to_address')
    .execute();

describe('an announcement', () => {
  it('is read in the reader’s language, and marked where it falls back', async () => {
    const { id } = await announced();
    expect(await read(customer, 'en')).toEqual([{ id, ...en, locale: 'en', from: expect.any(String) }]);
    expect(await read(customer, 'lt')).toMatchObject([{ ...uk, locale: 'uk' }]);
  });

  it('is shown from its first moment until its end, unless it is deleted', async () => {
    await announced({ from: moment(1), to: null });
    await announced({ from: moment(-2), to: moment(-1) });
    expect(await read(customer)).toEqual([]);
    const { id } = await announced();
    expect(await read(customer)).toHaveLength(1);
    expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expect(await read(customer)).toEqual([]);
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
  });

  it('stays away once it is put away, for that customer alone', async () => {
    const { id } = await announced();
    const path = `/api/auth/me/announcements/${id}`;
    for (let count = 0; count < 2; count += 1)
      expect((await app.call('DELETE', path, { token: customer.token })).status).toBe(200);
    expect(await read(customer)).toEqual([]);
    expect(await read(other)).toHaveLength(1);
    expect(await cabinetAnnouncements(app.platform, customer.id, app.clock.now())).toEqual([]);
    expect(await cabinetAnnouncements(app.platform, other.id, app.clock.now())).toMatchObject([
      { id, title: { uk: uk.title, en: en.title }, body: { uk: uk.body } },
    ]);
    const unknown = '/api/auth/me/announcements/0198c0de-0000-7000-8000-000000000001';
    expect((await app.call('DELETE', unknown, { token: customer.token })).status).toBe(404);
  });

  it('is for those whom its filter finds at the time', async () => {
    await announced({ audience: `filter[id][eq]=${customer.id}` });
    expect(await read(customer)).toHaveLength(1);
    expect(await read(other)).toEqual([]);
    const count = await send('POST', '/audience', { audience: `filter[id][eq]=${customer.id}` });
    expect(count.body.data.count).toBe(1);
  });

  it('has a filter by whoever may read clients alone: a count would tell what a client has', async () => {
    const { token } = await staffMember(app, { permissions: ['settings.write'] });
    const audience = `filter[id][eq]=${customer.id}`;
    for (const [path, body] of [
      ['/audience', { audience }],
      ['', { ...whole(), audience }],
    ] as const) {
      const refused = await send('POST', path, body, token);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    }
    expect((await send('POST', '/audience', { audience: null }, token)).status).toBe(200);
    expect((await send('POST', '', whole(), token)).status).toBe(201);
    // One that is there stays as it is, and goes.
    const { id } = await announced({ audience });
    expect((await send('PUT', `/${id}`, { mail: true, audience }, token)).status).toBe(200);
    const other = `filter[id][ne]=${customer.id}`;
    expect((await send('PUT', `/${id}`, { audience: other }, token)).status).toBe(403);
    expect((await send('PUT', `/${id}`, { audience: null }, token)).status).toBe(200);
  });

  it('is for nobody when its filter is understood no more, and the list says so', async () => {
    const { id } = await announced({ audience: `filter[id][eq]=${customer.id}`, mail: true });
    const { db } = app.platform;
    await db
      .updateTable('announcements')
      .set({ audience: 'filter[custom.gone][eq]=1' })
      .where('id', '=', id)
      .execute();
    expect(await read(customer)).toEqual([]);
    await run();
    expect(await emails()).toEqual([]);
    const list = await app.call('GET', '/api/admin/announcements', { token: keeper.token });
    expect(list.body.data).toMatchObject([{ id, audience_holds: false, mailed_at: null, state: 'shown' }]);
  });

  it('is changed, and recorded; an older copy of it is refused', async () => {
    const { id, updated_at } = await announced();
    app.clock.advance(1);
    const changed = await send('PUT', `/${id}`, { texts: { uk }, updated_at });
    expect(changed.body.data).toMatchObject({ texts: { uk }, title: uk.title });
    expect((await send('PUT', `/${id}`, { mail: true, updated_at })).status).toBe(409);
    expect((await send('PUT', `/${id}`, { to: moment(-5) })).status).toBe(422);
    const one = await app.call('GET', `/api/admin/announcements/${id}`, { token: keeper.token });
    expect(one.body.data.texts).toEqual({ uk });
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, {
      token: keeper.token,
    });
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'announcement.change',
      'announcement.create',
    ]);
  });

  it('is refused with a filter that the list does not know, an end before the start, or no text', async () => {
    for (const wrong of [
      { audience: 'filter[nothing][eq]=1' },
      { to: moment(-2) },
      { texts: { en } },
      { texts: {} },
      { audience: 7 },
    ])
      expect((await send('POST', '', { ...whole(), ...wrong })).status).toBe(422);
    expect((await send('POST', '/audience', { audience: 'filter[nothing][eq]=1' })).status).toBe(422);
  });

  it('is written by holders of settings.write, and read by those of settings.read', async () => {
    const reader = await staffMember(app, { permissions: ['settings.read'] });
    expect((await app.call('GET', '/api/admin/announcements', { token: reader.token })).status).toBe(200);
    expect((await send('POST', '', whole(), reader.token)).status).toBe(403);
    const nobody = await staffMember(app, { permissions: ['clients.write'] });
    expect((await app.call('GET', '/api/admin/announcements', { token: nobody.token })).status).toBe(403);
  });
});

describe('the email of an announcement', () => {
  it('goes once to each confirmed client of the audience, in their language, HTML escaped', async () => {
    const stranger = await registeredCustomer(app);
    const markup = { title: 'Нове <b>', body: '<script>alert(1)</script>' };
    const ids = [customer.id, other.id, stranger.id].join(',');
    const { id } = await announced({
      texts: { uk: markup },
      audience: `filter[id][in]=${ids}`,
      mail: true,
    });
    await Promise.all([run(), run(), run()]);
    await run();
    const written = await emails();
    expect(written.map(({ to_address }) => to_address)).toEqual([customer.email, other.email].sort());
    const [first] = written;
    if (!first) throw new Error('no email');
    const { html } = await renderEmail(app.platform.mail, first, '');
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
    const one = await app.call('GET', `/api/admin/announcements/${id}`, { token: keeper.token });
    expect(one.body.data.mailed_at).toEqual(expect.any(String));
    await send('PUT', `/${id}`, { texts: { uk } });
    await run();
    expect(await emails()).toHaveLength(2);
  });

  it('is not sent before the start, after the end, or unasked', async () => {
    await announced({ from: moment(1), to: null, mail: true });
    await announced({ from: moment(-2), to: moment(-1), mail: true });
    await announced();
    await run();
    expect(await emails()).toEqual([]);
  });

  it('goes on where a killed run stopped', async () => {
    const tariffId = await newTariff(app);
    const made = await subscriber(app, { tariffId });
    const { db } = app.platform;
    for (let count = 0; count < 20; count += 1) await subscriber(app, { tariffId });
    const { id } = await announced({ audience: `filter[tariff_id][eq]=${tariffId}`, mail: true });
    // A killed run has written some of them.
    await db.insertInto('announcement_mails').values({ announcement_id: id, client_id: made.id }).execute();
    await run();
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from announcement_mails where announcement_id = ${id}`.execute(db);
    expect(rows[0]?.count).toBe(21);
    expect(await emails()).toHaveLength(20);
  });
});
