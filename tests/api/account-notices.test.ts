import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { endAccess } from '#server/auth/end-access.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    LOGIN_ATTEMPTS: '3/15m',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a token that nobody needs here',
  });
});
afterAll(() => app.close());

const paths = { staff: '/api/admin/auth/login', customer: '/api/auth/login' } as const;
type Kind = keyof typeof paths;
const kinds = Object.keys(paths) as Kind[]; // `keys` loses the type
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const home = '203.0.113.7';

/** Signs in; fails unless the password is right. */
const logIn = (
  kind: Kind,
  email: string,
  { from = home, browser = firefox, cookie = '', secret = password } = {},
): Promise<Answer> =>
  app.call('POST', paths[kind], {
    body: { email, password: secret },
    headers: { 'x-forwarded-for': from, 'user-agent': browser, ...(cookie && { cookie }) },
  });
const fail = async (kind: Kind, email: string, times = 3) => {
  for (let count = 0; count < times; count += 1) await logIn(kind, email, { secret: 'Wrong-Passw0rd' });
};
const mailsTo = (email: string, mail: string) =>
  app.platform.database.db
    .selectFrom('emails')
    .select(['data', 'subject'])
    .where('to_address', '=', email)
    .where('kind', '=', mail as 'new_device')
    .execute();
/** Waits until all jobs are done. */
const settled = () =>
  until('the jobs', async () => {
    const { rows } =
      await sql`select 1 from jobs.job where name in ('notify-failed-logins', 'write-requested-email')
      and state in ('created', 'active', 'retry')`.execute(app.platform.database.db);
    return rows.length === 0;
  });
async function confirmed(kind: Kind): Promise<{ id: string; email: string }> {
  if (kind === 'staff') return staffMember(app);
  const customer = await registeredCustomer(app);
  await app.platform.database.db
    .updateTable('clients')
    .set({ confirmed_at: app.clock.now() })
    .where('id', '=', customer.id)
    .execute();
  return customer;
}

describe.each(kinds)('the owner of an account of %s', (kind) => {
  it('is told of failed attempts once a day, and the audit log has them', async () => {
    // At noon: a quarter of an hour later is the same day, whenever the test runs.
    const daySeconds = 86_400;
    const sinceMidnight = (app.clock.now().getTime() / 1000) % daySeconds;
    app.clock.advance(1.5 * daySeconds - sinceMidnight);
    const { id, email } = await confirmed(kind);
    await fail(kind, email, 2);
    await settled();
    expect(await mailsTo(email, 'failed_logins')).toEqual([]);
    await fail(kind, email, 1);
    await until('the mail', async () => (await mailsTo(email, 'failed_logins')).length === 1);
    app.clock.advance(901);
    await fail(kind, email);
    await settled();
    expect(await mailsTo(email, 'failed_logins')).toHaveLength(1);
    app.clock.advance(86_400);
    await fail(kind, email);
    await until('another mail', async () => (await mailsTo(email, 'failed_logins')).length === 2);
    const events = await app.platform.database.db
      .selectFrom('audit_entries')
      .select(['subject_id', 'ip'])
      .where('action', '=', 'security.login_slowed')
      .where('person_id', '=', id)
      .execute();
    expect(events).toEqual(Array.from({ length: 3 }, () => ({ subject_id: id, ip: home })));
  });

  it('is told of a sign-in from another browser at another place, and of no other', async () => {
    const { email } = await confirmed(kind);
    const news = async () => (await mailsTo(email, 'new_device')).length;
    // Not from where the account was set up.
    const first = await logIn(kind, email);
    expect(await news()).toBe(1);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    await logIn(kind, email);
    await logIn(kind, email, { from: '203.0.113.8', browser: chrome, cookie });
    expect(await news()).toBe(1);
    await logIn(kind, email, { from: '198.51.100.9', browser: chrome });
    const mails = await mailsTo(email, 'new_device');
    expect(mails).toHaveLength(2);
    expect(mails.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ device: 'Chrome · Windows', address: '198.51.100.9' }),
    );
    await logIn(kind, email, { from: '198.51.100.9', browser: chrome });
    await logIn(kind, email, { secret: 'Wrong-Passw0rd', from: '198.51.100.10' });
    expect(await news()).toBe(2);
  });

  it('is told of new devices three times a day at most', async () => {
    const { email } = await confirmed(kind);
    const news = async () => (await mailsTo(email, 'new_device')).length;
    for (let place = 1; place <= 5; place += 1) await logIn(kind, email, { from: `198.51.100.${place}` });
    expect(await news()).toBe(3);
    app.clock.advance(86_400);
    await logIn(kind, email, { from: '198.51.100.200' });
    expect(await news()).toBe(4);
  });

  it('is told of a device from before a new password as of a new one', async () => {
    const { id, email } = await confirmed(kind);
    const first = await logIn(kind, email);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const told = (await mailsTo(email, 'new_device')).length;
    app.clock.advance(5);
    await app.platform.database.db
      .transaction()
      .execute((tx) => endAccess(tx, { kind, id }, 'password_reset', { now: app.clock.now() }));
    await logIn(kind, email, { from: '198.51.100.9', browser: chrome, cookie });
    expect(await mailsTo(email, 'new_device')).toHaveLength(told + 1);
  });

  it('signs in at once after a new password by email, whatever was counted before', async () => {
    const { email } = await confirmed(kind);
    await fail(kind, email);
    expect((await logIn(kind, email)).status).toBe(429);
    const prefix = kind === 'staff' ? '/api/admin/auth' : '/api/auth';
    expect((await app.call('POST', `${prefix}/reset/email/send`, { body: { email } })).status).toBe(200);
    const hash = await app.linkTo(email, kind === 'staff' ? 'staff_reset' : 'reset');
    const body = { hash, password: 'New-Passw0rd', password_confirmation: 'New-Passw0rd' };
    expect((await app.call('POST', `${prefix}/change`, { body })).status).toBe(200);
    expect((await logIn(kind, email, { secret: 'New-Passw0rd' })).status).toBe(200);
  });
});

describe('nobody else', () => {
  it('is told nothing at an unknown address or one that was never confirmed', async () => {
    const unconfirmed = await registeredCustomer(app);
    for (const email of ['nobody@example.com', unconfirmed.email]) {
      await fail('customer', email);
      await logIn('customer', email, { from: '198.51.100.77', browser: chrome });
    }
    await settled();
    expect(await mailsTo('nobody@example.com', 'failed_logins')).toEqual([]);
    expect(await mailsTo(unconfirmed.email, 'failed_logins')).toEqual([]);
    expect(await mailsTo(unconfirmed.email, 'new_device')).toEqual([]);
  });

  it('is told at the first sign-in after a registration or an invitation', async () => {
    const body = registration();
    const strict = await app.call('POST', '/api/auth/register', { body, headers: { 'user-agent': firefox } });
    expect(strict.status).toBe(201);
    await settled();
    expect(await mailsTo(body.email, 'new_device')).toEqual([]);
  });
});

describe('what is done before an answer', () => {
  it('is the same whether or not there is an addressee', async () => {
    // Without a worker, only the work before the answer is done.
    const web = await startApp({ ROLES: 'web', ACCOUNT_DISCLOSURE: 'strict' });
    try {
      const { db } = web.platform.database;
      const member = await staffMember(web);
      const body = registration();
      await web.call('POST', '/api/auth/register', { body });
      /** The differences between the rows of every table before and after. */
      const rows = async () => {
        const { rows: tables } = await sql<{ name: string }>`
          select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
          where relname !~ 'heartbeat|schedule|queue|version'`.execute(db);
        const counts = await Promise.all(
          tables.map(async ({ name }) => {
            const { rows: counted } = await sql<{
              n: number;
            }>`select count(*)::int as n from ${sql.raw(name)}`.execute(db);
            return [name, counted[0]?.n ?? 0] as const;
          }),
        );
        return new Map(counts);
      };
      const changedBy = async (path: string, email: string) => {
        await sql`delete from rate_limits`.execute(db);
        const before = await rows();
        const answer = await web.call('POST', path, { body: { email } });
        const after = await rows();
        const changes = [...after].flatMap(([name, n]) => {
          const more = n - (before.get(name) ?? 0);
          return more === 0 ? [] : [`${name} ${more}`];
        });
        return { status: answer.status, body: answer.body, changes: changes.toSorted() };
      };
      for (const [path, known] of [
        ['/api/admin/auth/reset/email/send', member.email],
        ['/api/auth/reset/email/send', body.email],
        ['/api/auth/find/email/send', body.email],
        ['/api/auth/register/email/send', body.email],
      ] as const) {
        web.clock.advance(61);
        const nobody = await changedBy(path, `x-${known}`);
        const somebody = await changedBy(path, known);
        expect([path, somebody]).toEqual([path, nobody]);
        expect(somebody.status).toBe(200);
        expect(somebody.changes.some((change) => change.startsWith('jobs.'))).toBe(true);
      }
    } finally {
      await web.close();
    }
  });
});
