import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Permission } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { password, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let administrator: string;
beforeAll(async () => {
  app = await startApp({
    LOGIN_ATTEMPTS: '3/15m',
    LOGIN_ATTEMPTS_PER_ADDRESS: '4/15m',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from login_failures`.execute(app.platform.database.db);
  administrator = (await staffMember(app)).token;
});

const paths = { staff: '/api/admin/auth/login', customer: '/api/auth/login' } as const;
const logIn = (kind: keyof typeof paths, email: string, from: string, secret = 'Wrong-Passw0rd') =>
  app.call('POST', paths[kind], { body: { email, password: secret }, headers: { 'x-forwarded-for': from } });
async function lock(kind: keyof typeof paths, email: string, from = '203.0.113.7') {
  for (let count = 0; count < 3; count += 1) await logIn(kind, email, from);
}
const list = async (token = administrator, query = '') =>
  (await app.call('GET', `/api/admin/login-locks${query}`, { token })).body;
const unlock = (id: string, token = administrator) =>
  app.call('DELETE', `/api/admin/login-locks/${id}`, { token });
const holding = async (...permissions: Permission[]) => (await staffMember(app, { permissions })).token;

describe('the list of locked logins', () => {
  it('names account, address, failures and end, of an unknown account too', async () => {
    const colleague = await staffMember(app, { name: 'Оксана' });
    await lock('staff', colleague.email.toUpperCase());
    await lock('customer', 'nobody@example.com', '2001:db8:7:7::1');
    const { data, meta } = await list();
    expect(meta.total).toBe(4);
    expect(data).toContainEqual({
      id: expect.any(String),
      account_kind: 'staff',
      scope: 'pair',
      email: colleague.email,
      account_id: colleague.id,
      account_name: 'Оксана',
      address: '203.0.113.7',
      failures: 3,
      slowed_at: expect.any(String),
      until: expect.any(String),
    });
    for (const { slowed_at, until } of data) {
      const seconds = (Date.parse(until) - Date.parse(slowed_at)) / 1000;
      expect(seconds).toBeGreaterThan(895);
      expect(seconds).toBeLessThanOrEqual(900);
    }
    expect(data).toContainEqual(
      expect.objectContaining({
        account_kind: 'customer',
        scope: 'account',
        account_id: null,
        address: null,
      }),
    );
    expect(data).toContainEqual(expect.objectContaining({ scope: 'pair', address: '2001:db8:7:7::/64' }));
  });

  it('holds an address with too many failures over all accounts, and no account below its limit', async () => {
    for (let count = 0; count < 4; count += 1) await logIn('customer', `${count}@example.com`, '203.0.113.8');
    const { data } = await list();
    expect(data).toMatchObject([{ scope: 'address', email: null, address: '203.0.113.8', failures: 4 }]);
  });

  it('is empty again once the time is over, or the login succeeds', async () => {
    const { email } = await registeredCustomer(app);
    await logIn('customer', email, '203.0.113.9');
    expect((await list()).meta.total).toBe(0);
    await logIn('customer', email, '203.0.113.9', password);
    await lock('customer', email);
    expect((await list()).meta.total).toBe(2);
    app.clock.advance(901);
    expect((await list((await staffMember(app)).token)).meta.total).toBe(0);
  });

  it('is filtered, sorted, searched and taken along as a file like any other', async () => {
    await lock('customer', 'one@example.com');
    await lock('staff', 'two@example.com', '203.0.113.10');
    expect((await list(administrator, '?filter[account_kind][eq]=staff&sort[scope]=asc')).data).toMatchObject(
      [{ scope: 'account' }, { scope: 'pair' }],
    );
    expect((await list(administrator, '?filter[search][ilike]=%25one@%25')).meta.total).toBe(2);
    const file = await app.call('GET', '/api/admin/login-locks?format=csv', {
      token: administrator,
      locale: 'en',
    });
    expect(file.body).toContain('two@example.com');
    expect(file.body.split('\r\n')[0]).toContain('Failed sign-ins');
  });

  it('shows each colleague the kind alone that they may unlock', async () => {
    await lock('customer', 'one@example.com');
    await lock('staff', 'two@example.com', '203.0.113.10');
    const kinds = async (...permissions: Permission[]) => {
      const { data } = await list(await holding(...permissions));
      return [...new Set(data.map((row: { account_kind: string }) => row.account_kind))].toSorted();
    };
    expect(await kinds('users.write')).toEqual(['staff']);
    expect(await kinds('clients.write')).toEqual(['customer']);
    expect(await kinds('users.write', 'clients.write', 'read_only')).toEqual(['customer', 'staff']);
    const none = await app.call('GET', '/api/admin/login-locks', { token: await holding('users.read') });
    expect([none.status, none.body.code]).toEqual([403, 'forbidden']);
  });
});

describe('unlocking', () => {
  it('lets the account in at once, and says in the audit log who did it', async () => {
    const { id, email } = await registeredCustomer(app, { name: 'Олена' });
    await lock('customer', email);
    expect((await logIn('customer', email, '203.0.113.7', password)).status).toBe(429);
    for (const row of (await list()).data) expect((await unlock(row.id)).status).toBe(200);
    expect((await logIn('customer', email, '203.0.113.7', password)).status).toBe(200);
    const { body } = await app.call('GET', '/api/admin/audit?filter[action][eq]=login_lock.end', {
      token: administrator,
    });
    expect(body.data).toContainEqual(
      expect.objectContaining({
        subject: { type: 'client', id, name: 'Олена' },
        changes: expect.arrayContaining([{ field: 'address', before: '203.0.113.7', after: null }]),
      }),
    );
  });

  it('is refused for an unknown one, twice, once it is over, and for the other kind', async () => {
    await lock('customer', 'one@example.com');
    const [first, second] = (await list()).data;
    expect((await unlock(first.id, await holding('users.write'))).status).toBe(404);
    expect((await unlock(first.id, await holding('clients.write', 'read_only'))).status).toBe(403);
    expect((await unlock(first.id, await holding('clients.write'))).status).toBe(200);
    expect((await unlock(first.id)).status).toBe(404);
    expect((await unlock('nonsense')).status).toBe(404);
    app.clock.advance(901);
    expect((await unlock(second.id, (await staffMember(app)).token)).status).toBe(404);
  });

  it('of two at once is done by one', async () => {
    await lock('customer', 'one@example.com');
    const [{ id }] = (await list()).data;
    const answers = await Promise.all([unlock(id), unlock(id), unlock(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });
});
