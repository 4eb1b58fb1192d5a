import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions, type Permission } from '#contract/kernel/permissions.ts';
import { signatureHeaders, signMessage } from '#contract/cabinets/webhook-signature.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { enterCabinet } from '#tests/support/cabinets/cabinet-browser.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import type { CallOptions } from '#tests/support/http.ts';
import {
  customerWithCabinet,
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';
import { meetAtRow } from '#tests/support/races/races.ts';
import { until } from '#tests/support/until.ts';

/**
 * Repeats the attacks of the security review on commit 5e72962, by HTTP alone where possible, so that the same test
 * fails there (docs/security-findings.md has the results).
 */
let app: TestApp;
let admin: Person;
/** Behind a proxy of its own machine, with small limits. */
let limited: TestApp;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  limited = await startApp({
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'sixteen letters!',
    LOGIN_ATTEMPTS: '5/15m',
    LOGIN_ATTEMPTS_PER_ADDRESS: '20/15m',
    REGISTRATION_ATTEMPTS: '5/1h',
    RESET_ATTEMPTS: '5/1h',
  });
});
afterAll(async () => {
  await app.close();
  await limited.close();
});

const another = 'Another-Passw0rd-7';
const setTo = (hash: string) => ({ hash, password: another, password_confirmation: another });
const post = (address: string, body: unknown, options: CallOptions = {}, on = app) =>
  on.call('POST', `/api${address}`, { body, ...options });
const put = (address: string, body: unknown, { token }: { token: string }, on = app) =>
  on.call('PUT', `/api${address}`, { body, token });
const get = (address: string, { token }: { token: string }) => app.call('GET', `/api${address}`, { token });
const me = async (token: string) => (await get('/auth/me', { token })).status;
const logIn = (email: string, secret = password) => post('/auth/login', { email, password: secret });
const refresh = (token: string) => app.call('POST', '/api/auth/refresh-token', { token });
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

async function confirmed(on = app, options: CallOptions = {}): Promise<Person> {
  const body = registration();
  await post('/auth/register', body, options, on);
  const answer = await post('/auth/confirm', { hash: await on.linkTo(body.email, 'confirm') }, {}, on);
  return { id: answer.body.data.id, email: body.email, token: answer.body.access_token };
}
async function resetLink({ email }: Person): Promise<string> {
  await post('/auth/reset/email/send', { email });
  return app.linkTo(email, 'reset');
}

/** Sends the path exactly as written, to any host name; a URL object would normalise it, and names need not exist. */
function raw(port: number, address: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined> }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, path: address, headers, method, agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      })
        .on('error', reject)
        .end();
    },
  );
}
const portOf = ({ url }: TestApp) => Number(new URL(url).port);

/** The answer while nobody can read these tables; undefined: none within two seconds. */
async function whileLocked<Result>(tables: string, work: () => Promise<Result>): Promise<Result | undefined> {
  const connection = new pg.Client({ connectionString: app.databaseUrl });
  await connection.connect();
  try {
    await connection.query(`begin; lock table ${tables} in access exclusive mode`);
    return await Promise.race([work(), new Promise<undefined>((late) => setTimeout(late, 2000, undefined))]);
  } finally {
    await connection.end();
  }
}

describe('finding', () => {
  it('1: an asked address does not outlive a new password', async () => {
    const owner = await confirmed();
    const thief = `thief-${owner.email}`;
    await put('/auth/me', { email: thief, current_password: password }, owner);
    const hash = await app.linkTo(thief, 'confirm_new_email');
    expect((await post('/auth/change', setTo(await resetLink(owner)))).status).toBe(200);
    expect((await post('/auth/confirm', { hash })).status).toBe(422);
    expect((await logIn(owner.email, another)).status).toBe(200);
  });

  it('2: an address is not confirmed and changed at once', async () => {
    const thief = await registeredCustomer(app);
    const { email } = registration();
    const hash = await app.linkTo(thief.email, 'confirm');
    app.clock.advance(61);
    await meetAtRow(app, { table: 'clients', id: thief.id }, [
      () => post('/auth/confirm', { hash }),
      () => post('/auth/register/email/send', { email }, { token: thief.token }),
    ]);
    const row = await app.platform.database.db
      .selectFrom('clients')
      .select(['email', 'confirmed_at'])
      .where('id', '=', thief.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ email: thief.email, confirmed_at: expect.any(Date) });
  });

  it('3: a login with the old password does not outlive a reset', async () => {
    const owner = await confirmed();
    const hash = await resetLink(owner);
    const [reset, login] = await meetAtRow(app, { table: 'clients', id: owner.id }, [
      () => post('/auth/change', setTo(hash)),
      () => logIn(owner.email),
    ]);
    expect([reset?.status, await me(login?.body.access_token ?? 'none')]).toEqual([200, 401]);
  });

  it('4: an id in upper case is the same id', async () => {
    const { id } = await confirmed();
    const options = { token: admin.token, headers: { 'idempotency-key': randomUUID() } };
    const body = { service: 'cash', amount: 700 };
    const pay = (written: string) => post(`/admin/clients/${written}/replenish`, body, options);
    expect([(await pay(id)).status, (await pay(id.toUpperCase())).status]).toEqual([201, 201]);
    const { balance } = await app.platform.database.db
      .selectFrom('clients')
      .select('balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(balance).toBe(700);
  });

  it('5: a session in a cabinet ends with a reset', async () => {
    const owner = await customerWithCabinet(app);
    const { url } = (await post('/cabinet/sign-in', undefined, { token: owner.token })).body.data;
    const inside = await enterCabinet(app, url);
    expect((await inside.get('/')).status).toBe(200);
    app.clock.advance(1);
    await post('/auth/change', setTo(await resetLink(owner)));
    app.clock.advance(30);
    expect((await inside.get('/')).status).toBe(303);
  });

  it('6: one account writes to few addresses that nobody has proved', async () => {
    // Registrations of other tests must not count.
    const owner = await confirmed(limited, from('203.0.113.60'));
    const answers = [];
    for (let round = 0; round < 20; round += 1) {
      const asked = { email: `stranger-${round}@example.com`, current_password: password };
      answers.push((await put('/auth/me', asked, owner, limited)).status);
    }
    expect(answers).toContain(429);
  });

  it('7: who is a customer is not asked without end, and not at all where nothing is disclosed', async () => {
    const { email } = registration();
    const answers = [];
    const again = () => post('/auth/register', registration({ email }), from('203.0.113.70'), limited);
    await again();
    for (let round = 0; round < 20; round += 1) answers.push((await again()).status);
    expect(answers).toContain(429);
    const strict = await startApp({ ACCOUNT_DISCLOSURE: 'strict' });
    try {
      const [asking, asked] = [await confirmed(strict), await confirmed(strict)];
      const ask = (wanted: string) =>
        put('/auth/me', { email: wanted, current_password: password }, asking, strict);
      expect([(await ask(asked.email)).status, (await ask(email)).status]).toEqual([200, 200]);
    } finally {
      await strict.close();
    }
  });

  it('8: a stolen token is noticed after two rotations too', async () => {
    const { token } = await confirmed();
    const second = (await refresh(token)).body.access_token;
    const third = (await refresh(second)).body.access_token;
    app.clock.advance(20);
    expect((await refresh(token)).status).toBe(401);
    expect(await me(third)).toBe(401);
  });

  it('9: strangers lock nobody out of their own device', async () => {
    const { email } = await staffMember(limited);
    const attempt = (secret: string, address: string, cookie = '') =>
      limited.call('POST', '/api/admin/auth/login', {
        body: { email, password: secret },
        headers: { 'x-forwarded-for': address, cookie },
      });
    const known = (await attempt(password, '203.0.113.1')).headers.get('set-cookie')?.split(';')[0] ?? '';
    for (let round = 0; round < 6; round += 1) await attempt('Wrong-Passw0rd', `203.0.113.${10 + round}`);
    expect((await attempt(password, '203.0.113.1', known)).status).toBe(200);
  });

  it('10: an address that staff change is no way into the account', async () => {
    const owner = await confirmed();
    const manager = await staffMember(app, { permissions: ['clients.read', 'clients.write'] });
    const email = `manager-${owner.email}`;
    await put(`/admin/clients/${owner.id}`, { email }, manager);
    expect((await post('/auth/reset/email/send', { email })).status).toBe(404);
    expect((await logIn(owner.email)).status).toBe(200);
    const { id, token } = await staffMember(app);
    const own = await put(`/admin/users/${id}`, { email: `own-${email}` }, { token });
    expect(own.status).toBe(422);
  });

  it('11: a colleague who only looks reads no link in the email log', async () => {
    const owner = await confirmed();
    const hash = await resetLink(owner);
    const held: Permission[] = fullPermissions.filter((name) => name !== 'clients.impersonate');
    const auditor = await staffMember(app, { permissions: [...held, 'read_only'] });
    const { id } = await app.platform.database.db
      .selectFrom('emails')
      .select('id')
      .where('to_address', '=', owner.email)
      .where('kind', '=', 'reset')
      .executeTakeFirstOrThrow();
    const shown = await get(`/admin/emails/${id}`, auditor);
    expect([shown.status, JSON.stringify(shown.body).includes(hash)]).toEqual([200, false]);
  });

  it('12: a signature for one call is good for no other', async () => {
    const { id: client } = await customerWithCabinet(app);
    const [secret = ''] = app.platform.secrets.cabinetHostKeys;
    const [id, timestamp] = [`msg_${randomUUID()}`, Math.floor(app.clock.now().getTime() / 1000)];
    const headers = {
      host: `localhost:${app.cabinetPort}`,
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      // As it was signed for looking at a cabinet's state.
      [signatureHeaders.signature]: await signMessage(secret, { id, timestamp, body: '' }),
    };
    const answer = await raw(app.cabinetPort, `/host/cabinets/${client}`, headers, 'DELETE');
    expect(answer.status).toBe(401);
  });

  it('13: who tried to get in is written down, and can not be rewritten', async () => {
    const { email, id } = await confirmed();
    await logIn(email, 'Wrong-Passw0rd');
    const { db } = app.platform.database;
    const rows = await until('a row', async () => {
      const found = await sql<{ action: string }>`select action from audit_entries
        where to_jsonb(audit_entries) ->> 'person_id' = ${id} or subject_id = ${id}`.execute(db);
      return found.rows;
    });
    expect(rows.map(({ action }) => action)).toContain('security.login_failed');
    await expect(sql`update audit_entries set action = 'x'`.execute(db)).rejects.toThrow();
  });

  it('14: a statement, a lock and a request have an end', async () => {
    const { db } = app.platform.database;
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
      const { rows } = await sql<{ setting: string }>`select current_setting(${name}) as setting`.execute(db);
      expect([name, rows[0]?.setting]).not.toEqual([name, '0']);
    }
  });

  it('15: a recovery of staff takes as long for nobody as for somebody', async () => {
    const { email } = await staffMember(app);
    const ask = (asked: string) => post('/admin/auth/reset/email/send', { email: asked });
    const work = async () => [(await ask(`no-${email}`)).status, (await ask(email)).status];
    expect(await whileLocked('emails, one_time_links', work)).toEqual([200, 200]);
  });

  it('16: a key can be changed', async () => {
    const [older, newer] = [randomUUID(), randomUUID()];
    const keyed = await startApp({ ROLES: 'web', SECRET_KEY: older });
    try {
      const environment = { ...environmentOf(keyed), SECRET_KEY: `${newer} ${older}` };
      expect((await cli(['key', 'rotate'], environment)).code).toBe(0);
    } finally {
      await keyed.close();
    }
  });

  it('17: /metrics answers nobody behind a proxy', async () => {
    const { status } = await raw(portOf(app), '/metrics', { 'x-forwarded-for': '203.0.113.5' });
    expect(status).toBe(403);
  });

  it('18: an address that is none makes no bucket', async () => {
    const answers = [];
    for (let round = 0; round < 25; round += 1) {
      const body = { email: `nobody-${round}@example.com`, password };
      answers.push((await post('/auth/login', body, from(`garbage${round}`), limited)).status);
    }
    expect(answers).toContain(429);
  });

  it('19: a cabinet asks the platform of few tickets that are none', async () => {
    const { token } = await customerWithCabinet(app);
    const { hostname } = new URL((await post('/cabinet/sign-in', undefined, { token })).body.data.url);
    const ask = () =>
      raw(app.cabinetPort, `/sign-in?ticket=${'x'.repeat(43)}`, { host: `${hostname}:${app.cabinetPort}` });
    const answers = [];
    app.clock.advance(60); // A minute that began in another test could end within this one.
    for (let round = 0; round < 80; round += 1) answers.push((await ask()).status);
    app.clock.advance(60); // The minute is over for other tests.
    expect(answers).toContain(429);
  });

  it('20: an answer has its headers however the address is spelt', async () => {
    const answer = await raw(portOf(app), '/%61pi/admin/clients', { authorization: `Bearer ${admin.token}` });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('21: one paper invoice is taken once, whatever nobody sees in its number', async () => {
    const { id } = await confirmed();
    const year = app.clock.now().getUTCFullYear();
    const pay = (invoice: string) =>
      post(`/admin/clients/${id}/replenish`, { service: 'cash', amount: 1, invoice, year }, admin);
    const statuses = [];
    for (const invoice of ['INV1', '\u0406NV1', 'INV1\u00ad', 'INV\uff11'])
      statuses.push((await pay(invoice)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });

  it('24: a password is not one of the commonest', async () => {
    const register = async (chosen: string) =>
      (await post('/auth/register', registration({ password: chosen, password_confirmation: chosen })))
        .status;
    expect(await register('Password1')).toBe(422);
  });

  it('25: files to import are read one at a time', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      type: 'legal',
      name: `Client ${index} ${'x'.repeat(200)}`,
      ident: '12345678',
      email: `file-${index}@example.com`,
      country_code: 'UA',
      phone: `67${String(index).padStart(7, '0')}`,
      address: 'y'.repeat(240),
    }));
    const file = JSON.stringify({ rows });
    const check = () => post('/admin/clients/imports/check', file, admin);
    // On a quick machine a check may be over before the next one is read.
    const statuses = new Set<number>();
    for (let burst = 0; burst < 5 && !statuses.has(429); burst += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, check));
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses).toContain(429);
  });

  it('26: a blocked client changes nothing', async () => {
    const owner = await customerWithCabinet(app);
    await put(`/admin/clients/${owner.id}`, { status: 'blocked' }, admin);
    expect(await me(owner.token)).toBe(401);
    const { access_token: token } = (await logIn(owner.email)).body;
    expect((await put('/auth/me', { name: 'Somebody else' }, { token })).status).toBe(403);
  });

  it('27: no token of a link comes into the log of a proxy', async () => {
    const owner = await confirmed();
    await resetLink(owner);
    await post('/admin/auth/reset/email/send', { email: admin.email });
    await app.linkTo(admin.email, 'staff_reset');
    expect(app.printed.filter((line) => line.includes('reset?') && line.includes('hash='))).not.toEqual([]);
    expect(app.printed.filter((line) => /\?(.*&)?hash=/.test(line))).toEqual([]);
  });

  it('28: readiness asks the database once a second', async () => {
    const { rows } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
      from pg_tables where schemaname = 'jobs' or tablename like 'process%'`.execute(
      app.platform.database.db,
    );
    const ready = async () => (await app.call('GET', '/readyz')).status;
    expect(await ready()).toBe(200);
    const locked = rows.map(({ name }) => name).join(', ');
    expect(await whileLocked(locked, async () => [await ready(), await ready()])).toEqual([200, 200]);
  });
});
