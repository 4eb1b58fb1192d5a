import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtInViews } from '#contract/entities/saved-view.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';
import { mailViews } from '#server/view-mails/mail-views.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** Views that are emailed on Mondays (GROWTH section 19; docs/decisions/0185). */
let app: TestApp;
const kyiv = 'Europe/Kyiv';
beforeAll(async () => {
  // Without a worker, so that emails stay where they are written.
  app = await startApp({ ROLES: 'web' });
  const today = startOfDay(localDay(app.clock.now(), kyiv), kyiv);
  const weekday = new Date(`${localDay(today, kyiv)}T00:00:00Z`).getUTCDay();
  // The next Wednesday at noon.
  const wednesday = addDays(today, ((3 - weekday + 7) % 7) + 7.5, kyiv);
  app.clock.advance((wednesday.getTime() - app.clock.now().getTime()) / 1000);
  const tariffId = await newTariff(app);
  for (let count = 0; count < 3; count += 1) await subscriber(app, { tariffId });
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.platform;
  await sql`delete from view_mails`.execute(db);
  await sql`delete from emails where kind = 'view_mailed'`.execute(db);
});

const day = 86_400;
/** To noon of the next Monday, five days after a Wednesday, and then every week. */
const toMonday = () => app.clock.advance(7 * day);
const run = () => mailViews(app.platform, app.clock.now());

async function viewOf(
  { token }: Person,
  body: Record<string, unknown> = {},
): Promise<{ id: string; mail: string | null }> {
  const answer = await app.call('POST', '/api/admin/views', {
    token,
    body: { resource: 'clients', name: `Подання ${Math.random()}`, search: '', ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const change = ({ token }: Person, id: string, body: object) =>
  app.call('PUT', `/api/admin/views/${id}`, { token, body });

async function emailsTo({ email }: Person) {
  const { rows } = await sql<{
    data: Record<string, string | null>;
    name: string | null;
    content: Buffer | null;
  }>`
    select e.data, f.name, f.content from emails e left join email_files f on f.email_id = e.id
    where e.kind = 'view_mailed' and e.to_address = ${email} order by e.id`.execute(app.platform.db);
  return rows;
}

const reader = (permissions?: readonly Permission[]) =>
  staffMember(app, { ...(permissions && { permissions }) });

describe('a view', () => {
  it('is asked for when it is saved, or later, and told as asked for by its reader alone', async () => {
    const [owner, colleague] = [await reader(), await reader()];
    const view = await viewOf(owner, { mail: 'weekly', shared: true });
    expect(view.mail).toBe('weekly');
    const of = async ({ token }: Person) => {
      const { body } = await app.call('GET', '/api/admin/views?resource=clients', { token });
      return body.data.find(({ id }: { id: string }) => id === view.id).mail;
    };
    expect(await of(owner)).toBe('weekly');
    expect(await of(colleague)).toBeNull();
    expect((await change(owner, view.id, { mail: null })).body.data.mail).toBeNull();
    expect(await of(owner)).toBeNull();
  });

  it('of a colleague can be asked for without the right to change it; a private one is not found', async () => {
    const owner = await reader();
    const colleague = await reader(['clients.read', 'read_only']);
    const { id } = await viewOf(owner, { shared: true });
    expect((await change(colleague, id, { mail: 'weekly' })).body.data.mail).toBe('weekly');
    expect((await change(colleague, id, { mail: 'weekly', name: 'Моє' })).status).toBe(403);
    const secret = await viewOf(owner);
    expect((await change(colleague, secret.id, { mail: 'weekly' })).status).toBe(404);
    const stranger = await reader(['tariffs.read']);
    expect((await change(stranger, id, { mail: 'weekly' })).status).toBe(404);
  });

  it('is refused with another word', async () => {
    const owner = await reader();
    const { id } = await viewOf(owner);
    expect((await change(owner, id, { mail: 'daily' })).status).toBe(422);
  });
});

describe('the email', () => {
  it('comes on the next Monday and once a week, however many workers there are', async () => {
    const owner = await reader();
    await viewOf(owner, { name: 'Усі клієнти', mail: 'weekly', columns: ['name', 'status'] });
    await run();
    expect(await emailsTo(owner)).toEqual([]);
    toMonday();
    await Promise.all([run(), run(), run()]);
    await run();
    const [email, ...more] = await emailsTo(owner);
    expect(more).toEqual([]);
    expect(email?.data).toMatchObject({ view: 'Усі клієнти', rows: '3' });
    expect(email?.name).toMatch(/^clients-usi-kliienty-\d{4}-\d\d-\d\d\.csv$/);
    const lines = email?.content?.toString('utf8').trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('Назва або ім’я,Стан');
    toMonday();
    await run();
    expect(await emailsTo(owner)).toHaveLength(2);
  });

  it('is recorded as an export, in the name of its reader', async () => {
    const owner = await reader();
    await viewOf(owner, { mail: 'weekly', search: 'filter[status][eq]=active' });
    toMonday();
    await run();
    const entry = await app.platform.db
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('actor_id', '=', owner.id)
      .where('action', '=', 'clients.export')
      .executeTakeFirstOrThrow();
    expect(entry.changes).toEqual([{ field: 'status eq', before: null, after: 'active' }]);
  });

  it('has no file for somebody who may not export, and does not come to who may not see', async () => {
    const half = await reader(['clients.read']);
    const none = await reader(['clients.read']);
    const gone = await reader();
    for (const person of [half, none, gone]) await viewOf(person, { mail: 'weekly' });
    const { db } = app.platform;
    await db
      .updateTable('users')
      .set({ permissions: ['tariffs.read'] })
      .where('id', '=', none.id)
      .execute();
    await db.updateTable('users').set({ deleted_at: app.clock.now() }).where('id', '=', gone.id).execute();
    toMonday();
    await run();
    const [email] = await emailsTo(half);
    expect(email).toMatchObject({ data: { rows: '3', bare: 'yes', file: null }, name: null });
    expect(await emailsTo(none)).toEqual([]);
    expect(await emailsTo(gone)).toEqual([]);
  });

  it('goes on when the colleague who made the view has left, and ends when it is private or deleted', async () => {
    const [owner, colleague] = [await reader(), await reader()];
    const { db } = app.platform;
    const views = [];
    for (let count = 0; count < 3; count += 1) views.push(await viewOf(owner, { shared: true }));
    const [kept, hidden, deleted] = views;
    for (const { id } of views) expect((await change(colleague, id, { mail: 'weekly' })).status).toBe(200);
    await change(owner, hidden?.id ?? '', { shared: false });
    await app.call('DELETE', `/api/admin/views/${deleted?.id}`, { token: owner.token });
    await db.updateTable('users').set({ deleted_at: app.clock.now() }).where('id', '=', owner.id).execute();
    toMonday();
    await run();
    const emails = await emailsTo(colleague);
    expect(emails.map(({ data }) => data['path'])).toEqual([`/admin-panel/clients?view=${kept?.id}`]);
  });

  it('says so when the filter is understood no more', async () => {
    const owner = await reader();
    const { id } = await viewOf(owner, { mail: 'weekly' });
    const { db } = app.platform;
    await db
      .updateTable('saved_views')
      .set({ search: 'filter[custom.gone][eq]=1' })
      .where('id', '=', id)
      .execute();
    toMonday();
    await run();
    expect(await emailsTo(owner)).toMatchObject([{ data: { broken: 'yes', rows: null }, name: null }]);
  });

  it('has built-in views and every other list, in which ranges stay relative', async () => {
    const owner = await reader();
    const [trials] = builtInViews;
    expect((await change(owner, trials.id, { mail: 'weekly' })).body.data).toMatchObject({
      mail: 'weekly',
      built_in: true,
    });
    const listed = await app.call('GET', '/api/admin/views?resource=clients', { token: owner.token });
    expect(listed.body.data[0]).toMatchObject({ id: trials.id, mail: 'weekly' });
    const others = [
      'tariffs',
      'cabinets',
      'emails',
      'users',
      'partners',
      'promo_codes',
      'offer',
      'documents',
      'payments',
      'ledger',
      'bank_statements',
      'payment_notices',
      'audit',
    ];
    for (const resource of others) await viewOf(owner, { resource, mail: 'weekly' });
    toMonday();
    await run();
    const emails = await emailsTo(owner);
    expect(emails).toHaveLength(1 + others.length);
    expect(emails.every(({ name, content }) => name !== null && (content?.length ?? 0) > 3)).toBe(true);
  });
});
