import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let customer: Person;
let manager: Person;
beforeAll(async () => {
  app = await startApp();
  [customer, manager] = await Promise.all([
    customerWithCabinet(app),
    staffMember(app, { permissions: ['clients.impersonate'], name: 'Марія Менеджер' }),
  ]);
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const signIn = (token: string, body: unknown = { reason: 'Дзвінок клієнта' }, id = customer.id) =>
  app.call('POST', `/api/admin/clients/${id}/sign-in`, { token, body, locale: 'uk' });
describe('a colleague who signs in as a client', () => {
  it('gets a one-time address in the cabinet, for a reason that the audit keeps', async () => {
    const answer = await signIn(manager.token);
    expect(answer.status).toBe(200);
    const { domain } = await db()
      .selectFrom('clients')
      .select('domain')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(answer.body.data.url).toMatch(
      new RegExp(`^http://${domain}:${app.cabinetPort}/sign-in\\?ticket=[\\w-]{43}$`),
    );
    const [entry] = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'client.sign_in')
      .where('actor_id', '=', manager.id)
      .execute();
    expect(entry).toMatchObject({
      actor_kind: 'staff',
      actor_name: 'Марія Менеджер',
      as_client: true,
      subject_type: 'client',
      subject_id: customer.id,
      client_id: customer.id,
      ip: '127.0.0.1',
      request_id: answer.headers.get('x-request-id'),
      changes: [
        { field: 'reason', before: null, after: 'Дзвінок клієнта' },
        { field: 'read_only', before: null, after: false },
      ],
    });
    expect(JSON.stringify(entry)).not.toContain(new URL(answer.body.data.url).searchParams.get('ticket'));
  });

  it('needs the permission', async () => {
    const { token } = await staffMember(app, { permissions: ['clients.write', 'users.write'] });
    const answer = await signIn(token);
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  });

  it('is neither nobody nor a customer', async () => {
    expect((await signIn(customer.token)).status).toBe(401);
    expect((await signIn('')).status).toBe(401);
  });

  it('only looks when read-only, and is told so when it asks for more', async () => {
    const { token } = await staffMember(app, { permissions: ['clients.impersonate', 'read_only'] });
    for (const body of [{ reason: 'x' }, { reason: 'x', read_only: false }]) {
      const answer = await signIn(token, body);
      expect([answer.status, answer.body.code]).toEqual([403, 'read_only']);
    }
    expect((await signIn(token, { reason: 'x', read_only: true })).status).toBe(200);
    const { read_only } = await db()
      .selectFrom('cabinet_tickets')
      .select('read_only')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(read_only).toBe(true);
  });

  it('only looks during maintenance', async () => {
    const now = app.clock.now();
    await db()
      .insertInto('settings')
      .values({ id: newId(now), key: 'read_only', value: 'true', updated_at: now })
      .execute();
    try {
      const answer = await signIn(manager.token);
      expect([answer.status, answer.body.code]).toEqual([403, 'maintenance']);
      expect((await signIn(manager.token, { reason: 'x', read_only: true })).status).toBe(200);
    } finally {
      await db().deleteFrom('settings').where('key', '=', 'read_only').execute();
    }
  });

  it.each([
    ['reason', undefined],
    ['reason', ''],
    ['reason', '  '],
    ['reason', 'x'.repeat(256)],
    ['reason', 'a\u202eb'],
    ['reason', 5],
    ['read_only', 'yes'],
    ['as', 'root'],
  ])('is refused at %s: %j', async (field, value) => {
    const answer = await signIn(manager.token, { reason: 'x', [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it.each(['0197a3c0-0000-7000-8000-000000000001', 'nonsense'])(
    'finds nobody at %s, before the look at the body',
    async (id) => {
      expect((await signIn(manager.token, {}, id)).status).toBe(404);
    },
  );

  it('has no way into a cabinet that is not active, or of a deleted client', async () => {
    const { id } = await registeredCustomer(app);
    const answer = await signIn(manager.token, undefined, id);
    expect([answer.status, answer.body.code]).toEqual([409, 'cabinet_not_active']);
    await db().updateTable('clients').set({ deleted_at: app.clock.now() }).where('id', '=', id).execute();
    expect((await signIn(manager.token, undefined, id)).status).toBe(404);
  });
});
