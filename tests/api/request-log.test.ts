import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { confirmedCustomer, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let lines: Record<string, unknown>[] = [];
const stream = new Writable({
  write(chunk: Buffer, _encoding, next) {
    lines.push(
      ...chunk
        .toString()
        .trim()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line)),
    );
    next();
  },
});
beforeAll(async () => {
  app = await startApp(
    { LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'x'.repeat(16) },
    { log: pino(stream) },
  );
});
afterAll(() => app.close());
beforeEach(() => {
  lines = [];
});

const from = { headers: { 'x-forwarded-for': '203.0.113.77' } };
/** The lines of a test's own calls: each is written after its answer, so also after those of the preparation. */
const requests = (count: number) =>
  until(`${count} lines`, () => {
    const own = lines.filter(({ msg, ip }) => msg === 'request' && ip === '203.0.113.77');
    return own.length >= count && own;
  });

describe('a line of the request log', () => {
  it('says from where, and which account called', async () => {
    const person = await staffMember(app);
    const customer = await registeredCustomer(app);
    lines = [];
    await app.call('GET', '/api/admin/auth/me', { token: person.token, ...from });
    await app.call('GET', '/api/auth/me', { token: customer.token, ...from });
    await app.call('GET', '/api/admin/auth/me', from);
    const ip = '203.0.113.77';
    const logged = await requests(3);
    expect(logged).toMatchObject([
      { route: '/api/admin/auth/me', status: 200, ip, actor: 'staff', account: person.id },
      { route: '/api/auth/me', status: 200, ip, actor: 'customer', account: customer.id },
      { route: '/api/admin/auth/me', status: 401, ip, actor: 'nobody' },
    ]);
    expect(logged[2]).not.toHaveProperty('account');
  });

  it('names the account that a failed login was meant for, and no other', async () => {
    const person = await staffMember(app);
    const customer = await confirmedCustomer(app);
    const unconfirmed = await registeredCustomer(app);
    lines = [];
    const secret = 'Wrong-Passw0rd';
    const fail = (path: string, email: string) =>
      app.call('POST', path, { body: { email, password: secret }, ...from });
    await fail('/api/admin/auth/login', person.email);
    await fail('/api/auth/login', customer.email);
    await fail('/api/auth/login', unconfirmed.email);
    await fail('/api/auth/login', 'nobody-here@example.com');
    const logged = await requests(4);
    const line = { status: 401, ip: '203.0.113.77', actor: 'nobody' };
    expect(logged).toMatchObject([
      { ...line, route: '/api/admin/auth/login', account: person.id },
      { ...line, route: '/api/auth/login', account: customer.id },
      { ...line, route: '/api/auth/login', account: unconfirmed.id },
      line,
    ]);
    expect(logged[3]).not.toHaveProperty('account');
    const text = JSON.stringify(lines);
    const people = [person, customer, unconfirmed].flatMap(({ email, token }) => [email, token]);
    for (const kept of [...people, secret, 'nobody-here@example.com']) expect(text).not.toContain(kept);
  });

  it('never contains an email address, a token or a password', async () => {
    const person = await staffMember(app);
    const body = { email: person.email, password: 'Wrong-Passw0rd' };
    await app.call('POST', '/api/admin/auth/login', { body, ...from });
    await app.call('GET', `/api/admin/users?filter[email][eq]=${person.email}`, {
      token: person.token,
      ...from,
    });
    await requests(2);
    const text = JSON.stringify(lines);
    for (const secret of [person.email, person.token, body.password]) expect(text).not.toContain(secret);
  });
});

describe('events that a stranger causes', () => {
  it('are bounded for an address, and say how many there were', async () => {
    const { db } = app.platform.database;
    const caller = { ...systemCaller(app.clock.now(), 'en'), actor: { kind: 'nobody' as const } };
    const fail = (ip: string) =>
      writeSecurityEvent(db, { ...caller, ip }, { event: 'login_failed', account: null });
    const written = async (ip: string) => {
      const rows = await db.selectFrom('audit_entries').selectAll().where('ip', '=', ip).execute();
      expect(rows.every(({ kind, actor_kind }) => kind === 'security' && actor_kind === 'nobody')).toBe(true);
      // Entries of one millisecond have no order.
      return rows
        .map(({ changes }) => Number(changes.find(({ field }) => field === 'attempts')?.after ?? 1))
        .sort((one, other) => one - other);
    };
    for (let attempt = 0; attempt < 250; attempt += 1) await fail('198.51.100.1');
    expect(await written('198.51.100.1')).toEqual([...Array<number>(19).fill(1), 20, 200]);
    for (let host = 1; host < 100; host += 1) await fail(`198.51.100.${host + 1}`);
    const all = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('ip', 'like', '198.51.100.%')
      .execute();
    expect(all.length).toBeLessThan(90);
    app.clock.advance(61);
    caller.now = app.clock.now();
    await fail('198.51.100.1');
    expect(await written('198.51.100.1')).toEqual([...Array<number>(20).fill(1), 20, 200]);
  });
});
