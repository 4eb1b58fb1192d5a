import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseAway } from '#server/db/database-away.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { type DatabaseGate, openDatabaseGate } from '#tests/support/postgres/database-gate.ts';
import { staffMember } from '#tests/support/people.ts';
import { killAll, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';

/** A server whose database goes away and comes back (GROWTH section 20, "Decided cases"). */
let database: TestDatabase;
let gate: DatabaseGate;
let app: TestApp;
let token: string;
beforeAll(async () => {
  database = await freshDatabase();
  gate = await openDatabaseGate(database);
  app = await startApp({ DATABASE_URL: gate.url });
  ({ token } = await staffMember(app));
  await gate.shut();
});
afterAll(async () => {
  await killAll();
  await app.close();
  await gate.shut();
  await database.drop();
});

const visit = (address: string, headers: Record<string, string> = {}) =>
  app.call('GET', address, { headers: { accept: 'text/html', ...headers } });

describe('without its database', () => {
  it.each([
    ['GET', '/api/admin/clients'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/offer'],
    ['GET', '/config.json'],
  ])('%s %s is unavailable, in the language of the caller', async (method, address) => {
    const body = method === 'POST' ? { email: 'somebody@example.com', password: 'Passw0rd!' } : undefined;
    for (const [locale, message] of [
      ['en', 'The service is temporarily unavailable. Try again shortly'],
      ['de', expect.stringMatching(/nicht/)],
    ]) {
      const answer = await app.call(method, address, { token, body, locale: String(locale) });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(answer.body).toMatchObject({ message, code: 'unavailable', retry_after: 5 });
      expect(answer.body.errors).toEqual([{ message: answer.body.message, code: 'unavailable' }]);
    }
  });

  it('pages say so honestly, in the language chosen in the browser, and look again by themselves', async () => {
    const page = await visit('/registration', { cookie: 'locale=lt', 'accept-language': 'de' });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.body).toContain('<html lang="lt">');
    expect(page.body).toMatch(/http-equiv="refresh"/);
    expect((await visit('/admin-panel', { 'accept-language': 'de' })).body).toContain('<html lang="de">');
  });

  it('the process lives, is not ready, and tells of itself what it knows', async () => {
    expect((await app.call('GET', '/healthz')).status).toBe(200);
    expect(await app.call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { status: 'not ready', database: false, worker: false },
    });
    const metrics = await app.call('GET', '/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.body).toContain('tenantry_database_up 0');
    expect(metrics.body).toContain('nodejs_eventloop_lag_seconds');
    expect(metrics.body).toMatch(/http_request_duration_seconds_count\{[^}]*status="503"/);
    expect(metrics.body).not.toMatch(/^tenantry_jobs\{/m);
  });

  it('goes on by itself when the database is back', async () => {
    await gate.open();
    await until('readiness', async () => (await app.call('GET', '/readyz')).status === 200);
    expect((await app.call('GET', '/api/admin/clients', { token })).status).toBe(200);
    expect((await app.call('GET', '/metrics')).body).toContain('tenantry_database_up 1');
  });
});

describe('the log of a server without its database', () => {
  it('has a line now and then, and no trace for each request', async () => {
    const own = await freshDatabase();
    const way = await openDatabaseGate(own);
    const server = await startProcess({
      DATABASE_URL: way.url,
      SECRET_KEY: 'a secret for tests that nobody else has to know',
      ROLES: 'web',
    });
    await way.shut();
    for (let turn = 0; turn < 30; turn++) expect((await fetch(`${server.url}/api/offer`)).status).toBe(503);
    const said = server.output();
    await way.open();
    expect(await server.kill('SIGTERM')).toBe(0);
    await way.shut();
    await own.drop();
    expect(said).toContain('the database is away: ');
    expect(said).not.toMatch(/"stack"|unexpected error/);
    expect(said.split('the database is away: ').length).toBeLessThan(10);
  });
});

describe('what a database says when it is away', () => {
  const said = (message: string, more: object = {}) => Object.assign(new Error(message), more);
  it.each([
    [said('connect ECONNREFUSED', { code: 'ECONNREFUSED' }), true],
    [said('connect ENOENT', { code: 'ENOENT', syscall: 'connect' }), true],
    [said('open ENOENT', { code: 'ENOENT', syscall: 'open' }), false],
    [said('connection failure', { code: '08006' }), true],
    [said('server conn crashed?', { code: '08P01', severity: 'FATAL' }), true],
    [said('bind message has 1 parameter formats', { code: '08P01', severity: 'ERROR' }), false],
    [said('terminating connection', { code: '57P01' }), true],
    [said('the database system is starting up', { code: '57P03' }), true],
    [said('too many connections', { code: '53300' }), true],
    [said('canceling statement', { code: '57014' }), false],
    [said('duplicate key', { code: '23505' }), false],
    [said('timeout exceeded when trying to connect'), true],
    [said('Connection terminated unexpectedly'), true],
    [said('Cannot read properties of undefined'), false],
    ['a string', false],
  ])('%s: %s', (error, away) => {
    expect(isDatabaseAway(error)).toBe(away);
  });
});
