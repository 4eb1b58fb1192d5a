import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCabinetHost, type CabinetHost } from '#cabinet/host/cabinet-host.ts';
import { daysLeft } from '#cabinet/days-left.ts';
import { enterScript } from '#cabinet/shop/goods/enter-leads-on.ts';
import { cabinetMigrations } from '#cabinet/store/cabinet-store.ts';
import { unitsMigration } from '#cabinet/shop/units-migration.ts';
import { openSqliteFile } from '#cabinet/store/sqlite-file.ts';
import { openStorePool } from '#cabinet/store/store-pool.ts';
import type { Entitlements, TicketAnswer, Usage } from '#contract/cabinets/cabinet.ts';
import { locales } from '#contract/kernel/variants.ts';
import { isSignedBy, signMessage, signRequest } from '#contract/cabinets/webhook-signature.ts';
import { until } from '#tests/support/until.ts';

const hostSecret = 'the secret of the cabinet host';
const secret = 'the secret of this cabinet';
const publicUrl = 'https://platform.example';
const login = `${publicUrl}/client/login`;
/** From where who is signed in comes back at once. */
const enter = () => `${login}?cabinet=${clientId}`;
const clientId = '0198c0de-0000-7000-8000-000000000001';
const domain = 'ganok.localhost';
const goodTicket = 'a-ticket-that-is-good'.padEnd(43, '-');
const signInAddress = `/sign-in?ticket=${goodTicket}`;

let now: Date;
let dataDir: string;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let host: CabinetHost;
let logged: string;

beforeEach(async () => {
  now = new Date('2026-03-02T10:00:00Z');
  logged = '';
  dataDir = mkdtempSync(join(tmpdir(), 'cabinets-'));
  platform = await startPlatform();
  host = await startHost();
});

afterEach(async () => {
  await host.close();
  await platform.close();
  rmSync(dataDir, { recursive: true });
});

describe('management', () => {
  it('creates, registers, suspends, resumes and removes a cabinet, each twice with the same result', async () => {
    const state = { database: false, instance: 'none', domain: null, reason: null };
    expect((await manage('GET')).data).toEqual(state);
    await twice('PUT', '/database', {}, { ...state, database: true });
    expect((await get('/api/system/health-check')).status).toBe(503);
    const active = { database: true, instance: 'active', domain, reason: null };
    await twice('PUT', '/instance', { domain, secret }, active);
    expect((await get('/api/system/health-check')).status).toBe(200);
    await twice(
      'POST',
      '/suspend',
      { reason: 'unpaid' },
      { ...active, instance: 'suspended', reason: 'unpaid' },
    );
    await twice('POST', '/resume', {}, active);
    await twice('DELETE', '', undefined, state);
    expect((await get('/api/system/health-check')).status).toBe(503);
    expect(readdirSync(join(dataDir, 'cabinets')).filter((name) => name.startsWith(clientId))).toEqual([]);
  });

  it('keeps the data of a database that is created again', async () => {
    await createCabinet();
    const cookie = await signIn();
    await manage('PUT', '/database', {});
    expect((await get('/', { cookie })).status).toBe(200);
  });

  it('keeps a suspension when the cabinet is registered again', async () => {
    await createCabinet();
    await manage('POST', '/suspend', { reason: 'unpaid' });
    const { data } = await manage('PUT', '/instance', { domain, secret });
    expect(data).toMatchObject({ instance: 'suspended' });
  });

  it('remembers its cabinets after a restart', async () => {
    await createCabinet();
    await host.close();
    host = await startHost();
    expect((await get('/api/system/health-check')).status).toBe(200);
  });

  it('keeps its files from other accounts', async () => {
    await createCabinet();
    await signIn();
    const folder = join(dataDir, 'cabinets');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  });

  it('refuses a domain that another client holds', async () => {
    await createCabinet();
    const other = randomUUID();
    await manage('PUT', '/database', {}, { id: other });
    expect(await manage('PUT', '/instance', { domain, secret }, { id: other })).toMatchObject({
      status: 409,
      code: 'domain_taken',
    });
  });

  it('answers under the customer’s own domain too, which moves to whom the platform names last', async () => {
    await createCabinet();
    const own_domain = 'kasa.ganok.example';
    const answered = (hostName = own_domain) => get('/api/system/health-check', { hostName });
    expect((await answered()).status).toBe(404);
    for (const wrong of [`x.localhost`, 'localhost', '127.0.0.1', 'Kasa.example', 'kasa', '', 'a..b']) {
      const refused = await manage('PUT', '/instance', { domain, secret, own_domain: wrong });
      expect([wrong, refused.status]).toEqual([wrong, 422]);
    }
    await manage('PUT', '/instance', { domain, secret, own_domain });
    expect([(await answered()).status, (await answered(domain)).status]).toEqual([200, 200]);
    await manage('POST', '/suspend', { reason: 'unpaid' });
    expect((await answered()).status).toBe(503);
    const other = randomUUID();
    await manage('PUT', '/database', {}, { id: other });
    await manage('PUT', '/instance', { domain: 'other.localhost', secret, own_domain }, { id: other });
    expect((await answered()).status).toBe(200);
    await manage('PUT', '/instance', { domain: 'other.localhost', secret }, { id: other });
    expect((await answered()).status).toBe(404);
    expect((await answered('other.localhost')).status).toBe(200);
  });

  it('leads a page of the old address to the own domain, and takes a form where it came from', async () => {
    await createCabinet();
    const cookie = await signIn();
    const own_domain = 'kasa.ganok.example';
    await manage('PUT', '/instance', { domain, secret, own_domain });
    expect((await get('/', { cookie })).status).toBe(200); // told, but not used yet
    platform.entitlements = { ...platform.entitlements, own_domain };
    now = new Date(now.getTime() + 11_000);
    const led = await get('/goods?search=a', { cookie });
    expect([led.status, led.headers.location]).toEqual([
      303,
      `http://${own_domain}:${host.port}/goods?search=a`,
    ]);
    const health = await get('/api/system/health-check', { cookie });
    expect(health.status).toBe(200);
    await manage('PUT', '/instance', { domain, secret });
    expect((await get('/', { cookie })).status).toBe(200); // taken away since the platform was asked
  });

  it('refuses an instance without a database', async () => {
    expect(await manage('PUT', '/instance', { domain, secret })).toMatchObject({ code: 'database_missing' });
  });

  it.each([
    ['another secret', { secret: 'not the secret of the host' }],
    ['an old clock', { at: new Date('2026-03-02T09:54:00Z') }],
    ['no signature', { secret: undefined }],
  ])('refuses %s', async (_name, signing) => {
    const answer = await manage('PUT', '/database', {}, signing);
    expect(answer).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(existsSync(join(dataDir, 'cabinets', `${clientId}.sqlite`))).toBe(false);
  });

  it('takes a message only once, even after a restart', async () => {
    const id = `msg_${randomUUID()}`;
    expect((await manage('PUT', '/database', {}, { messageId: id })).status).toBe(200);
    expect((await manage('PUT', '/database', {}, { messageId: id })).status).toBe(401);
    await host.close();
    host = await startHost();
    expect((await manage('PUT', '/database', {}, { messageId: id })).status).toBe(401);
  });

  it('takes a signature for no other call once the platform speaks protocol 2', async () => {
    await createCabinet();
    // By protocol 1 the signature of a GET was also valid for a DELETE.
    await manageByTwo('GET', '');
    expect((await manage('GET')).status).toBe(401);
    expect((await manage('DELETE')).status).toBe(401);
    expect((await manageByTwo('DELETE', '', { signed: 'GET' })).status).toBe(401);
    const other = `/host/cabinets/${randomUUID()}`;
    expect((await manageByTwo('DELETE', '', { signedPath: other })).status).toBe(401);
    expect((await manageByTwo('GET', '', { both: true })).status).toBe(200);
    expect((await manageByTwo('DELETE', '', { both: true, signed: 'GET' })).status).toBe(401);
    await host.close();
    host = await startHost();
    expect((await manage('DELETE')).status).toBe(401);
    expect((await get('/api/system/health-check')).status).toBe(200);
  });

  it('takes protocol 2 alone when the platform is of its own process', async () => {
    await host.close();
    host = await startHost(0, 'http', { isPlatformOfThisVersion: true });
    expect((await manage('PUT', '/database', {})).status).toBe(401);
    expect((await manageByTwo('GET', '')).status).toBe(200);
  });

  it.each(['..%2f..%2fregistry', 'registry', '..', '0198c0de'])('makes no file of the id %j', async (id) => {
    expect((await manage('PUT', '/database', {}, { id })).status).toBe(404);
    expect(readdirSync(join(dataDir, 'cabinets')).every((name) => name.startsWith('registry.sqlite'))).toBe(
      true,
    );
  });

  it.each([
    ['PUT', '/database', { more: 1 }],
    ['PUT', '/instance', { domain: 'ganok.example', secret }],
    ['PUT', '/instance', { domain: 'a.b.localhost', secret }],
    ['PUT', '/instance', { domain, secret: 'short' }],
    ['POST', '/suspend', {}],
    ['POST', '/suspend', { reason: '<b>' }],
  ])('refuses %s %s with %j', async (method, path, body) => {
    await manage('PUT', '/database', {});
    expect((await manage(method, path, body)).status).toBe(422);
  });

  it('refuses a body that is too large, another method and an unknown call', async () => {
    expect((await manage('PUT', '/database', { more: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await manage('POST', '/database', {})).status).toBe(405);
    expect((await manage('PUT', '/elsewhere', {})).status).toBe(404);
  });

  it('is not to be had under a cabinet’s name or a foreign one', async () => {
    await createCabinet();
    for (const [name, status] of [
      [domain, 404],
      ['unknown.localhost', 503],
      ['evil.example', 404],
    ] as const) {
      const answer = await manage('DELETE', '', undefined, { hostName: name });
      expect([name, answer.status]).toEqual([name, status]);
    }
    expect((await get('/api/system/health-check')).status).toBe(200);
  });

  it('rejects the start on a port that is taken', async () => {
    await expect(startHost(host.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('a cabinet', () => {
  beforeEach(createCabinet);

  it('answers its health check, readable by the platform’s page', async () => {
    const { status, headers, body } = await get('/api/system/health-check');
    expect([status, JSON.parse(body)]).toEqual([200, { status: 'ok', version: '1.2.3', protocol: 1 }]);
    expect(headers['access-control-allow-origin']).toBe(publicUrl);
  });

  it('is found by its name in any case, and no other is', async () => {
    expect((await get('/api/system/health-check', { hostName: 'GANOK.LocalHost' })).status).toBe(200);
    for (const [hostName, status] of [
      ['nobody.localhost', 503],
      ['evil.example', 404],
    ] as const) {
      const unknown = await get('/', { hostName });
      expect([hostName, unknown.status]).toEqual([hostName, status]);
      expect(unknown.body).toContain('Кабінет недоступний');
      expect(unknown.body).toContain(`href="${publicUrl}/account"`);
      expect(unknown.body).not.toContain(hostName);
      expect((await get('/api/system/health-check', { hostName })).status).toBe(status);
    }
  });

  it('sends safe headers with every answer', async () => {
    const cookie = await signIn();
    for (const path of ['/', '/api/system/health-check', '/nothing', '/api/nothing', '/sign-in']) {
      const { headers } = await get(path, { cookie });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(headers['content-security-policy']).toContain(`form-action 'self' ${publicUrl};`);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    }
  });

  it('leads to the login without a session', async () => {
    for (const path of ['/', '/goods']) {
      const { status, headers } = await get(path);
      expect([status, headers.location]).toEqual([303, enter()]);
    }
  });

  it('answers an unknown path and method as such', async () => {
    expect((await get('/nothing')).status).toBe(404);
    const signedIn = await get('/nothing', { cookie: await signIn() });
    expect([signedIn.status, signedIn.body.includes('action="/sign-out"')]).toEqual([404, true]);
    expect((await get('/sign-out')).status).toBe(405);
    expect((await get('/api/nothing')).headers['content-type']).toBe('application/json');
  });

  it('does not come back to life empty when its database is gone', async () => {
    const file = join(dataDir, 'cabinets', `${clientId}.sqlite`);
    rmSync(file);
    expect((await get('/')).status).toBe(500);
    expect((await get('/api/system/health-check')).status).toBe(500);
    expect(existsSync(file)).toBe(false);
  });
});

describe('signing in', () => {
  beforeEach(createCabinet);

  it('turns a ticket into a session and takes it out of the address', async () => {
    const { status, headers } = await get(signInAddress);
    expect([status, headers.location]).toEqual([303, '/']);
    expect(headers['set-cookie']?.[0]).toMatch(
      /^cabinet_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { body } = await get('/', { cookie: cookieOf(headers) });
    expect(body).toContain('<h1><bdi>ТОВ «Ґанок»</bdi></h1>');
  });

  it('comes back to the page that was asked for, and to nothing else', async () => {
    const asked = await get('/goods?search=%D1%85%D0%BB%D1%96%D0%B1');
    expect(asked.headers.location).toBe(enter());
    const wayBack = cookieOf(asked.headers);
    const { headers } = await get(signInAddress, { cookie: wayBack });
    expect(headers.location).toBe('/goods?search=%D1%85%D0%BB%D1%96%D0%B1');
    expect(headers['set-cookie']?.[1]).toMatch(/^cabinet_page=; Max-Age=0/);
    for (const page of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/sign-out',
      '/goods.csv',
      '%',
    ]) {
      platform.reset({});
      const cookie = `cabinet_page=${page === '%' ? page : encodeURIComponent(page)}`;
      expect([page, (await get(signInAddress, { cookie })).headers.location]).toEqual([page, '/']);
    }
    for (const path of ['/', '/goods/delete', '/goods.csv'])
      expect([path, (await get(path)).headers['set-cookie']]).toEqual([path, undefined]);
  });

  it('redeems a ticket once', async () => {
    await signIn();
    const { status, headers } = await get(signInAddress);
    expect([status, headers.location, headers['set-cookie']]).toEqual([303, login, undefined]);
  });

  it.each([
    ['no ticket', ''],
    ['an empty ticket', '?ticket='],
    ['a ticket that is too long', `?ticket=${'x'.repeat(201)}`],
    ['an unknown ticket', `?ticket=${'x'.repeat(43)}`],
    ['what is no ticket', '?ticket=good'],
  ])('leads %s to the login', async (_name, query) => {
    const { status, headers } = await get(`/sign-in${query}`);
    expect([status, headers.location]).toEqual([303, login]);
  });

  it('does not take the ticket of another client', async () => {
    platform.ticket = { ...platform.ticket, client_id: randomUUID() };
    const { headers } = await get(signInAddress);
    expect([headers.location, headers['set-cookie']]).toEqual([login, undefined]);
  });

  it('offers to try again, in the reader’s language, when the platform is silent', async () => {
    platform.silent = true;
    const { status, body } = await get(signInAddress, { acceptLanguage: 'lt-LT,en;q=0.5' });
    expect(status).toBe(502);
    expect(body).toMatch(/Bandyti dar kartą\s*<\/button>/);
    expect(body).toContain(`value="${goodTicket}"`);
    platform.silent = false;
    expect((await get(signInAddress)).headers.location).toBe('/');
  });

  it('keeps no token in clear and logs no ticket', async () => {
    const cookie = await signIn();
    const token = cookie.split('=')[1] ?? '';
    await host.close();
    expect(readFileSync(join(dataDir, 'cabinets', `${clientId}.sqlite`)).includes(token)).toBe(false);
    expect(logged).not.toContain(goodTicket);
    host = await startHost();
  });

  it('ends after 30 days, for a colleague after an hour', async () => {
    const customer = await signIn();
    platform.reset({ acting_user: { id: randomUUID(), name: 'Олена' } });
    const colleague = await signIn();
    later(3_599_000);
    expect((await get('/', { cookie: colleague })).status).toBe(200);
    later(1_000);
    expect((await get('/', { cookie: colleague })).status).toBe(303);
    later(29 * 86_400_000);
    expect((await get('/', { cookie: customer })).status).toBe(200);
    later(86_400_000);
    expect((await get('/', { cookie: customer })).status).toBe(303);
  });

  it('replaces the session that the browser had', async () => {
    const before = await signIn();
    platform.reset({});
    await get(signInAddress, { cookie: before });
    expect((await get('/', { cookie: before })).status).toBe(303);
  });

  it('is undone by signing out, which only the own page can ask', async () => {
    const cookie = await signIn();
    expect((await post('/sign-out', {}, { cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await get('/', { cookie })).status).toBe(200);
    const { status, headers } = await post('/sign-out', {}, { cookie });
    expect([status, headers.location]).toEqual([303, `${login}?signed-out`]);
    expect(headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await get('/', { cookie })).status).toBe(303);
  });

  it('marks the cookie as secure with https', async () => {
    await host.close();
    host = await startHost(0, 'https');
    const { headers } = await get(signInAddress);
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-cabinet_session=.*; Path=\/; .*; Secure$/);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await get('/', { cookie: cookieOf(headers) })).status).toBe(200);
    // A cookie that another cabinet below the same domain could set.
    const tossed = cookieOf(headers).replace('__Host-', '');
    expect((await get('/', { cookie: tossed })).status).toBe(303);
  });

  it('says nothing of https where there is none', async () => {
    expect((await get(signInAddress)).headers['strict-transport-security']).toBeUndefined();
  });

  it('asks the platform of nothing that is no ticket, and of 60 a minute from one address', async () => {
    for (const ticket of ['xxx', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}.`]) {
      expect((await get(`/sign-in?ticket=${ticket}`)).headers.location).toBe(login);
    }
    expect(platform.redeemed).toBe(0);
    for (let tries = 0; tries < 60; tries += 1) await get(`/sign-in?ticket=${'x'.repeat(43)}`);
    const refused = await get(signInAddress);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(platform.redeemed).toBe(60);
    later(60_000);
    expect((await get(signInAddress)).headers.location).toBe('/');
  });
});

describe('a session', () => {
  const person = { id: clientId, name: 'Олена', email: 'owner@ganok.example', role: 'owner' as const };
  const colleague = { id: randomUUID(), name: 'Марія' };
  const later1ms = () => new Date(now.getTime() + 1).toISOString();
  beforeEach(createCabinet);

  it.each<[string, Partial<TicketAnswer>, (session: TicketAnswer) => Partial<Entitlements>]>([
    ['with all of the client’s', {}, () => ({ sessions_valid_from: later1ms() })],
    ['with its person’s', {}, () => ({ persons: [{ id: person.id, valid_from: later1ms() }] })],
    [
      'with its colleague',
      { acting_user: colleague, person: null },
      () => ({ acting_users_ended: [colleague.id] }),
    ],
    ['with the one that it came from', {}, ({ session_id }) => ({ sessions_ended: [session_id ?? ''] })],
  ])('ends %s within ten seconds, for reading and for writing', async (_name, ticket, ended) => {
    platform.reset({ ...ticket, session_id: randomUUID(), signed_in_at: now.toISOString() });
    const session = platform.ticket;
    const [reading, writing] = [await signIn(), await again(session)];
    expect((await get('/', { cookie: reading })).status).toBe(200);
    platform.entitlements = { ...platform.entitlements, ...ended(session) };
    later(10_000);
    const item = { name: 'Хліб', price: '1', quantity: '1' };
    expect((await post('/goods', item, { cookie: writing })).headers.location).toBe(login);
    const { status, headers } = await get('/', { cookie: reading });
    expect([status, headers.location]).toEqual([303, enter()]);
    platform.reset({ signed_in_at: now.toISOString() });
    expect((await get('/goods', { cookie: await signIn() })).body).not.toContain('Хліб');
  });

  it.each<[string, () => Partial<Entitlements>]>([
    ['the moment at which it began', () => ({ sessions_valid_from: now.toISOString() })],
    ['another person', () => ({ persons: [{ id: randomUUID(), valid_from: later1ms() }] })],
    ['another colleague', () => ({ acting_users_ended: [randomUUID()] })],
    ['another session', () => ({ sessions_ended: [randomUUID()] })],
  ])('goes on when told of %s', async (_name, ended) => {
    const cookie = await signIn();
    platform.entitlements = { ...platform.entitlements, ...ended() };
    later(10_000);
    expect((await get('/', { cookie })).status).toBe(200);
  });

  it('serves nobody while the platform does not know the cabinet, and goes on when it does', async () => {
    const cookie = await signIn();
    await get('/', { cookie });
    platform.unknown = true;
    later(10_000);
    expect((await get('/', { cookie })).status).toBe(502);
    expect((await post('/goods', { name: 'Хліб', price: '1', quantity: '1' }, { cookie })).status).toBe(502);
    platform.unknown = false;
    later(10_000);
    expect((await get('/goods', { cookie })).body).not.toContain('Хліб');
  });

  it('ends at the platform too when its person signs out', async () => {
    platform.reset({ session_id: randomUUID() });
    const { session_id } = platform.ticket;
    await post('/sign-out', {}, { cookie: await signIn() });
    expect(platform.loggedOut).toEqual([session_id]);
  });

  it('of a colleague ends here alone', async () => {
    platform.reset({ acting_user: colleague, person: null });
    await post('/sign-out', {}, { cookie: await signIn() });
    expect(platform.loggedOut).toEqual([]);
  });

  it('says so when the platform does not hear of the sign-out, and tells it again until it does', async () => {
    platform.reset({ session_id: randomUUID() });
    const cookie = await signIn();
    platform.silent = true;
    const { status, body, headers } = await post('/sign-out', {}, { cookie });
    expect(status).toBe(502);
    expect(body).toContain('Ви вийшли лише з кабінету');
    expect(headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await get('/', { cookie })).headers.location).toBe(enter());
    expect(platform.loggedOut).toEqual([]);
    await host.close();
    platform.silent = false;
    later(3_600_000);
    host = await startHost();
    await until('the report after it', () => platform.reports > 0);
    expect(platform.loggedOut).toEqual([platform.ticket.session_id]);
  });

  async function again(ticket: TicketAnswer): Promise<string> {
    platform.reset(ticket);
    return signIn();
  }
});

describe('a report of usage', () => {
  beforeEach(createCabinet);

  it('has the own metrics that the operator knows, and comes without them once they are refused', async () => {
    platform.takesUsage = ({ metrics = {} }) => (Object.keys(metrics).length === 0 ? 200 : 422);
    platform.entitlements = { ...platform.entitlements, metrics: clinicMetrics };
    await signIn().then((cookie) => get('/', { cookie }));
    later(60_000);
    const refused = () =>
      platform.usages.findIndex(({ metrics }) => metrics?.['storage_bytes'] !== undefined);
    await until(
      'a report after a refused one',
      () => refused() >= 0 && platform.usages.length > refused() + 1,
    );
    const [first, second] = platform.usages.slice(refused());
    expect(first?.metrics).toEqual({ storage_bytes: expect.any(Number) });
    expect(second).toEqual({ ...first, metrics: undefined });
    expect(second).toMatchObject({ goods_count: 0, monthly_turnover: 0 });
  });
});

describe('the home page', () => {
  beforeEach(createCabinet);

  it.each([
    ['uk', 'Залишилося 12 днів', '1 250,50 ₴', 'Старт', 'Підтримка:'],
    ['en', '12 days left', '₴1,250.50', 'Start', 'Support:'],
    ['ru', 'Осталось 12 дней', '1 250,50 ₴', 'Старт', 'Поддержка:'],
    ['lt', 'Liko 12 dienų', '1 250,50 ₴', 'Старт', 'Pagalba:'],
    ['de', 'Noch 12 Tage', '1.250,50 ₴', 'Старт', 'Support:'],
  ])('is complete in %s', async (locale, days, turnover, tariff, support) => {
    const cookie = await signIn();
    await addGoods(cookie, [['Хліб', '1250,50', '1']]);
    await sellAll(cookie);
    expect((await post('/language', { locale }, { cookie })).headers.location).toBe('/');
    const { body } = await get('/', { cookie });
    const text = body.replaceAll(/[\u00a0\u202f]/g, ' ');
    const everywhere = ['2026', 'Tenantry', 'ТОВ «Каса Онлайн»', 'help@kasa.example', 'tel:+380440000000'];
    for (const part of [`lang="${locale}"`, days, turnover, tariff, support, ...everywhere]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/(subscription|first|home|sale|sales|tariff|goods|nav|footer)\.[a-z]/);
  });

  it('says what to do first, until there are three goods or a sale, and lists no feature without a page', async () => {
    const cookie = await signIn();
    const first = await get('/', { cookie });
    expect(first.body).toContain('З чого почати');
    expect(first.body).toMatch(/Вкажіть назву, адресу й телефон[^]*href="\/shop"[^]*href="\/goods\/new"/);
    expect(first.body).not.toContain('Звіти');
    expect(first.body).not.toContain('Продайте щось');
    await addGoods(cookie, [['Хліб', '10', '5']]);
    expect((await get('/', { cookie })).body).toMatch(
      /Перші товари додано[^]*Продайте щось[^]*href="\/sale"/,
    );
    await addGoods(cookie, [
      ['Сіль', '20', '2'],
      ['Мило', '30', '0'],
    ]);
    const { body } = await get('/', { cookie });
    expect(body).not.toContain('З чого почати');
    expect(body).toMatch(/Закінчується[^]*Мило[^]*немає[^]*Сіль[^]*залишилося: 2/);
    expect(body).not.toMatch(/Закінчується[^]*Хліб/);
  });

  const owed = { missing: 49_900, due_at: null, block_at: null, by_card: false };
  const covered = { ...owed, missing: 0 };
  it.each([
    ['2026-03-10T10:00:00Z', 'active', owed, undefined],
    ['2026-03-09T10:00:00Z', 'active', owed, 'Оплачений період закінчується 9 березня 2026 р.; щоб кабінет'],
    ['2026-03-09T10:00:00Z', 'trial', owed, 'поповніть баланс на 499,00 ₴.'],
    ['2026-03-09T10:00:00Z', 'active', covered, undefined],
    ['2026-03-09T10:00:00Z', 'trial', { ...owed, by_card: true }, undefined],
    ['2026-03-09T10:00:00Z', 'trial', null, undefined],
    ['2026-03-01T10:00:00Z', 'grace', covered, undefined],
    ['2026-03-01T10:00:00Z', 'grace', owed, 'Поповніть баланс на 499,00 ₴, щоб кабінет не призупинили.'],
    ['2026-03-01T10:00:00Z', 'grace', null, 'Триває пільговий період'],
    [
      '2026-03-01T10:00:00Z',
      'grace',
      { ...owed, block_at: '2026-03-08T10:00:00Z' },
      'Поповніть баланс на 499,00 ₴ до 8 березня 2026 р., інакше кабінет буде призупинено.',
    ],
  ])('for a period that ends at %s (%s) with %o says what is lacking and leads there', async (...row) => {
    const [ends_at, status, payment, text] = row;
    platform.entitlements = { ...platform.entitlements, ends_at, status, payment };
    const { body } = await get('/', { cookie: await signIn() });
    expect(body.includes(`href="${publicUrl}/account/wallet"`)).toBe(text !== undefined);
    expect(body.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(text ?? '');
  });

  it('says on every page what is not paid, and leads to the payment only who may pay', async () => {
    const payment = { ...owed, block_at: '2026-03-08T10:00:00Z' };
    platform.entitlements = { ...platform.entitlements, status: 'grace', payment };
    const cookie = await signIn();
    const wallet = `href="${publicUrl}/account/wallet"`;
    expect((await get('/goods', { cookie })).body).toContain(wallet);
    platform.entitlements.members = [{ id: clientId, role: 'member', locale: 'uk' }];
    later(10_000);
    const { body } = await get('/goods', { cookie });
    expect(body).toContain('інакше кабінет буде призупинено');
    expect(body).not.toContain(wallet);
  });

  it('says on every page that the account closes, and leads its owner to keep it', async () => {
    platform.entitlements = { ...platform.entitlements, closes_at: '2026-03-12T10:00:00Z' };
    const cookie = await signIn();
    const { body } = await get('/goods', { cookie });
    expect(body).toContain('Обліковий запис буде закрито 12 березня 2026');
    expect(body).toContain(`href="${publicUrl}/account/security"`);
    platform.entitlements.members = [{ id: clientId, role: 'member', locale: 'uk' }];
    later(10_000);
    const cashier = (await get('/sales', { cookie })).body;
    expect(cashier).toContain('Обліковий запис буде закрито 12 березня 2026');
    expect(cashier).not.toContain('/account/security');
    platform.entitlements.closes_at = null;
    later(10_000);
    expect((await get('/sales', { cookie })).body).not.toContain('буде закрито');
  });

  it('follows a language that the person has chosen on the platform since, and keeps its own until then', async () => {
    const cookie = await signIn();
    const languageOf = async () => /<html lang="(\w+)"/.exec((await get('/', { cookie })).body)?.[1];
    await post('/language', { locale: 'de' }, { cookie });
    later(10_000);
    expect(await languageOf()).toBe('de');
    platform.entitlements.members = [{ id: clientId, role: 'owner', locale: 'lt' }];
    later(10_000);
    expect(await languageOf()).toBe('lt');
    await post('/language', { locale: 'en' }, { cookie });
    later(10_000);
    expect(await languageOf()).toBe('en');
  });

  it('says that it is ready where the tariff opens nothing, and leads on only where another one does', async () => {
    platform.entitlements = { ...platform.entitlements, features: ['access'] };
    const cookie = await signIn();
    const alone = (await get('/', { cookie })).body;
    expect(alone).toContain('Кабінет готовий');
    expect(alone).not.toContain('/account/plan');
    const locked = (await get('/goods', { cookie })).body;
    expect(locked).toContain('Ваш тариф не містить розділу «Товари».');
    expect(locked).not.toMatch(/Щоб його отримати|account\/plan/);
    const tariff = { id: randomUUID(), name: { uk: 'Магазин' } };
    const upgrade = { feature: 'goods', tariff, price: 49_900, period: 'month' as const };
    platform.entitlements = { ...platform.entitlements, upgrades: [upgrade] };
    later(10_000);
    for (const path of ['/', '/goods']) {
      const text = (await get(path, { cookie })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
      expect(text).toContain('Є в тарифі «Магазин», 499 ₴ на місяць.');
      expect(text).toContain(`href="${publicUrl}/account/plan?tariff=${tariff.id}&#38;when=now"`);
    }
  });

  it('shows what the tariff limits, by the operator’s names and units, and nothing of goods where none are sold', async () => {
    platform.entitlements = {
      ...platform.entitlements,
      features: ['reports'],
      metrics: clinicMetrics,
      limits: { monthly_turnover: null, goods_quantity: null, visits: 2500, storage_bytes: 5_000_000_000 },
    };
    const text = (await get('/', { cookie: await signIn() })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text).toMatch(/<dt>Прийоми<\/dt>\s*<dd>2 500<\/dd>/);
    expect(text).toMatch(/<dt>Сховище<\/dt>\s*<dd>5 ГБ<\/dd>/);
    expect(text).not.toMatch(/Оборот|Товари|Без обмежень/);
  });

  it('shows next to the tariff what the next periods cost less, and for how long', async () => {
    const discounts = [
      { percent: 20, amount: null, periods_left: 3 },
      { percent: null, amount: 5000, periods_left: null },
    ];
    platform.entitlements = { ...platform.entitlements, discounts };
    const text = (await get('/', { cookie: await signIn() })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text).toContain('Знижка: 20 %, ще 3 періоди · 50,00 ₴');
  });

  it('wears the operator’s accent, logo and footer on every page', async () => {
    const colors = (accent: string) => ({
      accent,
      accent_hover: accent,
      on_accent: '#ffffff',
      accent_soft: '#f5f3ff',
      link: accent,
    });
    platform.entitlements = {
      ...platform.entitlements,
      branding: {
        accent: '#6d28d9',
        colors: { light: colors('#6d28d9'), dark: colors('#a78bfa') },
        logo_url: `${publicUrl}/branding/logo.svg`,
        logo_ratio: 4,
        mark_url: `${publicUrl}/tenantry.svg`,
        footer: { uk: 'Зроблено <у> Львові' },
      },
    };
    const cookie = await signIn();
    for (const page of ['/', '/goods']) {
      const { body } = await get(page, { cookie });
      expect(body).toContain('--accent:#6d28d9');
      expect(body).toContain('--accent:#a78bfa');
      expect(body).toContain(`src="${publicUrl}/branding/logo.svg"`);
      expect(body).toContain('Зроблено &#60;у&#62; Львові');
    }
  });

  it('shows what the operator announces on every page, escaped, and where it falls back in its own language', async () => {
    const announcement = {
      id: randomUUID(),
      title: { uk: 'Роботи <b>в неділю</b>' },
      body: { uk: 'З 2 до 3.' },
      from: '2026-01-01T00:00:00.000Z',
      to: null,
    };
    platform.entitlements = { ...platform.entitlements, announcements: [announcement] };
    const cookie = await signIn();
    for (const page of ['/', '/goods']) {
      const { body } = await get(page, { cookie });
      expect(body).toContain('Роботи &#60;b&#62;в неділю&#60;/b&#62;');
      expect(body).toContain('З 2 до 3.');
    }
    await post('/language', { locale: 'de' }, { cookie });
    expect((await get('/', { cookie })).body).toMatch(/announcement" lang="uk"/);
  });

  it('shows what is used of the limits, and that goods are unlimited where they are sold', async () => {
    platform.entitlements = {
      ...platform.entitlements,
      metrics: clinicMetrics,
      limits: { monthly_turnover: 10_000_000, goods_quantity: null, goods_count: null },
    };
    const text = (await get('/', { cookie: await signIn() })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text).toMatch(/<dt>Оборот за місяць<\/dt>\s*<dd>0,00 ₴ з 100 000,00 ₴<\/dd>/);
    expect(text).toMatch(/<dt>Товари<\/dt>\s*<dd>0 \(без обмежень\)<\/dd>/);
    expect(text).not.toContain('Сховище');
  });

  it('says the turnover of the month once, with the bar of its limit, where something was sold', async () => {
    const limits = { monthly_turnover: 10_000, goods_quantity: null, goods_count: null };
    platform.entitlements = { ...platform.entitlements, metrics: clinicMetrics, limits };
    const cookie = await signIn();
    await addGoods(cookie, [['Хліб', '25', '1']]);
    await sellAll(cookie);
    const text = (await get('/', { cookie })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text.split('Оборот за місяць')).toHaveLength(2);
    expect(text).toMatch(
      /figure">25,00 ₴[^]*1 чек\s*<\/p>[^]*width="25\.0%"[^]*?<\/svg>\s*<p class="note">Тариф передбачає до 100,00 ₴ на місяць/,
    );
    expect(text).toMatch(/<dt>Товари<\/dt>/);
    expect(text).toMatch(
      /<svg class="month-bars" aria-hidden="true"[^>]*>\s*<rect[^>]*height="100"\s*\/>\s*<\/svg>/,
    );
    platform.entitlements.limits = { ...limits, monthly_turnover: null };
    later(10_000);
    const unlimited = (await get('/', { cookie })).body;
    expect(unlimited.split('Оборот за місяць')).toHaveLength(2);
    expect(unlimited).not.toContain('<svg class="limit-bar"');
  });

  it('says of an account that closes when it does, instead of until when the tariff runs', async () => {
    platform.entitlements = { ...platform.entitlements, closes_at: '2026-03-12T10:00:00Z' };
    const { body } = await get('/', { cookie: await signIn() });
    expect(body).toContain('<span>Закривається 12 березня 2026');
    expect(body).not.toMatch(/Діє до|Залишилося 12/);
  });

  it('shows a text that is missing in the reader’s language in another one, and says so', async () => {
    const cookie = await signIn();
    await post('/language', { locale: 'de' }, { cookie });
    const { body } = await get('/', { cookie });
    expect(body).toMatch(/<span lang="uk">Старт<\/span>\s*<small class="tag">Ukrainisch<\/small>/);
  });

  it.each([
    ['2026-03-03T00:30:00Z', 'Залишився 1 день'],
    ['2026-03-04T10:00:00Z', 'Залишилося 2 дні'],
    ['2026-03-02T20:00:00Z', 'Закінчується сьогодні'],
    ['2026-03-02T09:00:00Z', 'Період закінчився'],
    [null, 'Безстроково'],
  ])('says what is left until %s', async (ends_at, text) => {
    platform.entitlements = { ...platform.entitlements, ends_at };
    expect((await get('/', { cookie: await signIn() })).body).toContain(text);
  });

  it('prints what others wrote as text', async () => {
    const client = { ...platform.entitlements.client, name: `<script>alert("1")</script>'&` };
    platform.entitlements = { ...platform.entitlements, client };
    const { body } = await get('/', { cookie: await signIn() });
    expect(body).not.toContain('<script');
    expect(body).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;');
  });

  it('asks the platform at most every 10 seconds', async () => {
    const cookie = await signIn();
    await Promise.all([get('/', { cookie }), get('/', { cookie }), get('/', { cookie })]);
    later(9_999);
    await get('/', { cookie });
    expect(platform.asked).toBe(1);
    later(1);
    await get('/', { cookie });
    expect(platform.asked).toBe(2);
  });

  it('shows another tariff, and what it includes and limits, ten seconds after the platform has it', async () => {
    const cookie = await signIn();
    const before = (await get('/', { cookie })).body;
    expect(before).toContain('Старт');
    expect(before).toContain('href="/goods"');
    platform.entitlements = {
      ...platform.entitlements,
      tariff: { id: randomUUID(), name: { uk: 'Прийоми' } },
      features: ['reports'],
      metrics: clinicMetrics,
      limits: { monthly_turnover: null, goods_quantity: null, visits: 2500 },
    };
    later(10_000);
    const { body } = await get('/', { cookie });
    expect(body).toContain('Тариф: <strong>Прийоми</strong>');
    expect(body).not.toContain('href="/goods"');
    expect(body).toMatch(/<dd>2.500<\/dd>/);
  });

  it('shows the last known with a notice while the platform is silent', async () => {
    const cookie = await signIn();
    await get('/', { cookie });
    platform.silent = true;
    later(60_000);
    const { status, body } = await get('/', { cookie });
    expect(status).toBe(200);
    expect(body).toContain('Платформа зараз не відповідає');
    expect(body).toContain('Старт');
    platform.silent = false;
    later(10_000);
    expect((await get('/', { cookie })).body).not.toContain('Платформа зараз не відповідає');
  });

  it('says so when nothing is known yet and the platform is silent', async () => {
    const cookie = await signIn();
    platform.silent = true;
    expect((await get('/', { cookie })).status).toBe(502);
    platform.silent = false;
    expect((await get('/', { cookie })).status).toBe(200);
  });

  it('shows a colleague who acts as the client, with the way back', async () => {
    platform.reset({ acting_user: { id: randomUUID(), name: 'Олена' } });
    const { body } = await get('/', { cookie: await signIn() });
    expect(body).toContain('Олена працює тут від імені клієнта.');
    expect(body).toContain(`href="${publicUrl}/admin-panel"`);
    expect(body).not.toContain('Лише перегляд');
  });

  it('lets a colleague who may only look change nothing but the language', async () => {
    platform.reset({ acting_user: { id: randomUUID(), name: 'Олена' }, read_only: true });
    const cookie = await signIn();
    expect((await get('/', { cookie })).body).toContain('Лише перегляд');
    const item = { name: 'Хліб', price: '1', quantity: '1' };
    for (const path of [
      '/goods',
      '/goods/edit',
      '/goods/deliver',
      '/goods/delete',
      '/goods/restore',
      '/sale',
      '/receipt/void',
      '/receipt/return',
    ]) {
      expect((await post(path, item, { cookie })).status).toBe(403);
    }
    expect((await get('/goods', { cookie })).body).not.toContain('Хліб');
    expect((await post('/language', { locale: 'en' }, { cookie })).status).toBe(303);
    expect((await post('/sign-out', {}, { cookie })).status).toBe(303);
  });
});

describe('a suspended cabinet', () => {
  beforeEach(createCabinet);

  it('answers 503 everywhere and says why and how to pay', async () => {
    const cookie = await signIn();
    await manage('POST', '/suspend', { reason: 'unpaid' });
    for (const path of ['/', '/goods', signInAddress, '/nothing']) {
      const { status, body } = await get(path, { cookie });
      expect(status).toBe(503);
      expect(body).toContain('Кабінет призупинено');
      expect(body).toContain('Період закінчився');
      expect(body).toContain(`href="${publicUrl}/account/wallet"`);
    }
    const stranger = await get('/');
    expect(stranger.status).toBe(503);
    // The owner's way first; who sells and supports is what the platform tells everybody.
    expect(stranger.body).toMatch(
      /Якщо кабінет ваш[^]*href="[^"]+\/account">Відкрити мій обліковий запис<[^]*перевірте адресу/,
    );
    expect(stranger.body).toMatch(/Сервіс надає ТОВ «Каса Онлайн»[^]*mailto:help@kasa\.example/);
    expect(stranger.body).not.toMatch(/призупинено|Період закінчився|account\/wallet|2026/);
    const health = await get('/api/system/health-check');
    expect([health.status, JSON.parse(health.body)]).toEqual([
      503,
      { message: 'suspended', code: 'suspended' },
    ]);
    expect(health.headers['access-control-allow-origin']).toBe(publicUrl);
    await manage('POST', '/resume', {});
    expect((await get('/', { cookie })).status).toBe(200);
  });

  it.each(['unpaid', 'blocked', 'deleted'])(
    'for %s is to a stranger what a name without a cabinet is',
    async (reason) => {
      await manage('POST', '/suspend', { reason });
      const seen = ({ status, headers: { date: _, ...headers }, body }: Awaited<ReturnType<typeof get>>) => ({
        status,
        headers,
        body,
      });
      for (const path of [
        '/',
        '/goods',
        signInAddress,
        '/nothing',
        '/api/nothing',
        '/api/system/health-check',
      ])
        for (const acceptLanguage of ['uk', 'en', 'ru', 'lt', 'de']) {
          const closed = await get(path, { acceptLanguage });
          const nobodys = await get(path, { acceptLanguage, hostName: 'nobody.localhost' });
          expect([path, seen(closed)]).toEqual([path, seen(nobodys)]);
        }
      const withCookie = (hostName: string) => get('/', { hostName, cookie: 'cabinet_session=of-nobody' });
      expect(seen(await withCookie(domain))).toEqual(seen(await withCookie('nobody.localhost')));
    },
  );
});

describe('the page of a closed cabinet', () => {
  beforeEach(createCabinet);

  it.each(['a closed cabinet', 'a name of nobody', 'a name elsewhere'])(
    'speaks the language that is chosen there, with the operator’s look: %s',
    async (which) => {
      const hosts: Record<string, string> = {
        'a name of nobody': 'nobody.localhost',
        'a name elsewhere': 'kasa.elsewhere.example',
      };
      await manage('POST', '/suspend', { reason: 'unpaid' });
      platform.isBranded = true;
      later(20 * 60_000);
      const seen = (path: string) => get(path, { hostName: hosts[which] ?? domain, acceptLanguage: 'uk' });
      const first = (await seen('/')).body;
      expect(first).toContain('<html lang="uk"');
      expect([...first.matchAll(/href="\?lang=(\w\w)"/g)].map(([, lang]) => lang)).toEqual([...locales]);
      expect(first).toMatch(/href="\?lang=uk"[^>]*aria-current="true"/);
      // A known answer is shown at once, and the next page has what was asked for meanwhile.
      await expect.poll(async () => (await seen('/?lang=de')).body).toContain('/pictures/logo.png"');
      const german = (await seen('/?lang=de')).body;
      expect(german).toContain('<html lang="de"');
      expect(german).toContain('#7c3aed');
    },
  );

  it('has no contacts until the platform has told them, and keeps them while it is silent', async () => {
    await manage('POST', '/suspend', { reason: 'unpaid' });
    platform.silent = true;
    const before = (await get('/')).body;
    expect(before).toContain('Кабінет недоступний');
    expect(before).not.toContain('mailto:');
    platform.silent = false;
    later(30_000);
    expect((await get('/')).body).toContain('mailto:help@kasa.example');
    platform.silent = true;
    later(20 * 60_000);
    for (const hostName of [domain, 'nobody.localhost', 'kasa.elsewhere.example'])
      expect((await get('/', { hostName })).body).toContain('mailto:help@kasa.example');
  });
});

describe('the page of a suspended cabinet', () => {
  beforeEach(createCabinet);

  it('tells a till why, and speaks the language that was chosen after the session has ended', async () => {
    const cookie = await signIn();
    const chosen = await post('/language', { locale: 'lt' }, { cookie });
    const language = cookieOf(chosen.headers);
    await manage('POST', '/suspend', { reason: 'blocked' });
    const why = (await post('/sale', { do: 'sell' }, { cookie })).body;
    expect(why).toContain('data-why="Darbo erdvės veiklą sustabdė administratorius.');
    for (const sent of [`${language}; cabinet_session=that-has-ended`, language])
      expect((await get('/', { cookie: sent, acceptLanguage: 'uk' })).body).toContain('<html lang="lt"');
  });

  it.each([
    ['unpaid', `${publicUrl}/account/wallet`],
    ['blocked', `${publicUrl}/account`],
    ['deleted', undefined],
  ])('for %s names support and a way that leads on', async (reason, way) => {
    const cookie = await signIn();
    await get('/', { cookie });
    await manage('POST', '/suspend', { reason });
    const payment = { missing: 49_900, due_at: null, block_at: null, by_card: false };
    platform.entitlements = { ...platform.entitlements, payment };
    if (reason === 'deleted') platform.unknown = true;
    later(20_000);
    const { status, body } = await get('/', { cookie });
    expect(status).toBe(503);
    expect(body).toContain('href="mailto:help@kasa.example"');
    expect(body).toContain('href="tel:+380440000000"');
    expect(/class="button" href="([^"]+)"/.exec(body)?.[1]).toBe(way);
    expect(/Поповніть баланс на 499,00\s₴, і кабінет одразу запрацює/.test(body)).toBe(reason === 'unpaid');
  });
});

describe('goods', () => {
  let cookie: string;
  const bread = { name: 'Хліб <житній>', code: '', price: '1 250,5', quantity: '40' };
  beforeEach(async () => {
    await createCabinet();
    cookie = await signIn();
  });

  it('are added once by one form, however often it is sent', async () => {
    const form = (await get('/goods/new', { cookie })).body;
    const once = /action="\/goods"[^]*?name="once" value="([^"]+)"/.exec(form)?.[1] ?? '';
    for (const again of [1, 2]) {
      const added = await post('/goods', { ...bread, once }, { cookie });
      expect([again, added.headers.location]).toEqual([again, `/goods?added=${once}`]);
    }
    expect((await get('/goods', { cookie })).body).toContain('Товарів: 1 з 2');
  });

  it('are changed, and what was sold meanwhile stays sold', async () => {
    const [id = ''] = await addGoods(cookie, [['Хліб', '10', '5']]);
    const form = (await get(`/goods/edit?id=${id}`, { cookie })).body;
    expect(form).toMatch(/name="price"[^]*?value="10,00"/);
    await sellAll(cookie);
    const change = { id, was: '5000', name: 'Хліб білий', code: 'B-1', price: '12,5', quantity: '6' };
    expect((await post('/goods/edit', change, { cookie })).headers.location).toBe(`/goods?changed=${id}`);
    const { body } = await get('/goods', { cookie });
    expect(body).toContain('Хліб білий');
    expect(body).toContain('B-1');
    expect(body).toMatch(/>\s*12,50\s₴\s*</);
    // Five were sold; one came.
    expect(body).toMatch(/data-label="Кількість">\s*1\s*</);
    expect((await post('/goods/edit', { ...change, price: 'abc' }, { cookie })).status).toBe(422);
    expect((await post('/goods/edit', { ...change, id: randomUUID() }, { cookie })).status).toBe(404);
    expect((await get('/goods/edit?id=nothing', { cookie })).status).toBe(404);
  });

  it('grow by what is delivered, once for one form, whatever is sold meanwhile, and say by whom', async () => {
    const [cheese = ''] = await addGoods(cookie, [['Сир', '240', '2,5', '', 'kg']]);
    expect((await get('/goods', { cookie })).body).toContain(`/goods/edit?id=${cheese}#delivered`);
    const page = (await get(`/goods/edit?id=${cheese}`, { cookie })).body;
    expect(wordsOf(page)).toContain('Зараз у залишку: 2,5 кг');
    await post('/sale', { [`n_${cheese}`]: '1', do: 'sell' }, { cookie });
    const form = { id: cheese, delivered: '10,25', once: randomUUID() };
    for (let again = 0; again < 2; again += 1)
      expect((await post('/goods/deliver', form, { cookie })).headers.location).toBe(
        `/goods?delivered=${cheese}`,
      );
    expect(wordsOf((await get(`/goods?delivered=${cheese}`, { cookie })).body)).toContain(
      'Додано до залишку: Сир. Тепер: 11,75 кг',
    );
    expect(wordsOf((await get(`/goods/edit?id=${cheese}`, { cookie })).body)).toMatch(
      /02\.03\.2026.* · ТОВ «Ґанок» \+10,25 кг/,
    );
    for (const [wrong, said] of [
      ['0', 'Більше ніж 0'],
      ['-1', 'Не менше ніж 0'],
      ['', 'Заповніть це поле'],
      ['1,2345', 'до трьох знаків'],
    ] as const) {
      const refused = await post('/goods/deliver', { id: cheese, delivered: wrong }, { cookie });
      expect([refused.status, refused.body.includes(said)]).toEqual([422, true]);
      expect(refused.body).toMatch(/id="delivered-note" data-faulty/);
    }
    expect((await post('/goods/deliver', { ...form, id: 'x' }, { cookie })).status).toBe(404);
    expect((await get('/goods.csv', { cookie })).body).toContain('Сир;240,00;11,75;кг');
  });

  it('change their unit with the quantity that is typed, and take back only what is counted in it', async () => {
    const [cheese = ''] = await addGoods(cookie, [['Сир', '240', '2,5', '', 'kg']]);
    await post('/sale', { [`n_${cheese}`]: '0,5', do: 'sell' }, { cookie });
    const change = {
      id: cheese,
      was: '2500',
      name: 'Сир',
      code: '',
      price: '120',
      unit: 'piece',
      quantity: '7',
    };
    expect((await post('/goods/edit', { ...change, quantity: '1,5' }, { cookie })).status).toBe(422);
    expect((await post('/goods/edit', { ...change, unit: 'stone' }, { cookie })).status).toBe(422);
    expect((await post('/goods/edit', change, { cookie })).status).toBe(303);
    await post('/receipt/void', { number: '1' }, { cookie });
    expect((await get('/goods.csv', { cookie })).body).toContain('Сир;120,00;7;шт.;');
  });

  it('have categories to choose from, in the list and at the till, and limits of their own', async () => {
    const add = (item: object) => post('/goods', { ...item, once: randomUUID() }, { cookie });
    await add({ name: 'Сир', price: '200', quantity: '4,5', unit: 'kg', category: 'Молочне', few: '4,5' });
    await add({ name: 'Хліб', price: '20', quantity: '3', few: '2', category: '' });
    const plain = (await get('/sale', { cookie })).body;
    expect(plain).not.toContain('class="chips"');
    await add({ name: 'Молоко', price: '40', quantity: '9', category: 'молочне' });
    await add({ name: 'Яблука', price: '30', quantity: '9', category: 'Фрукти & ягоди' });
    expect(
      (await get('/goods/new', { cookie })).body.match(/<option value="[^"]*"><\/option>/g),
    ).toHaveLength(2);

    const list = (await get(`/goods?category=${encodeURIComponent('МОЛОЧНЕ')}&sort=price`, { cookie })).body;
    expect(list).toContain('Знайдено: 2');
    expect(list).toMatch(/category=[^"]*&#38;sort=price"\s+aria-current="true"/);
    const fruit = encodeURIComponent('Фрукти & ягоди');
    expect(
      (await get(`/goods?category=${fruit}&search=${encodeURIComponent('сир')}`, { cookie })).body,
    ).toContain('Нічого не знайдено');

    const chosen = await post('/sale', { do: 'category:Фрукти & ягоди', search: 'сир' }, { cookie });
    const till = (await get(chosen.headers.location ?? '', { cookie })).body;
    expect(till.match(/Додати до чека: [^"]+/g)).toEqual(['Додати до чека: Яблука']);
    expect(till).toMatch(/value="category:Фрукти &#38; ягоди"\s+aria-pressed="true"/);
    // A code that nothing has is named, with the ways on.
    const unknown = (await get('/sale?search=0000000', { cookie })).body;
    expect(unknown).toMatch(
      /Нічого не знайдено: «0000000»[^]*Показати всі[^]*href="\/goods\/new\?code=0000000"/,
    );
    // A search looks through all of them.
    const found = await post(
      '/sale',
      { do: 'search', search: 'сир', category: 'Фрукти & ягоди' },
      { cookie },
    );
    expect((await get(found.headers.location ?? '', { cookie })).body).toContain('Додати до чека: Сир');

    const low = /id="low"[^]*/.exec((await get('/', { cookie })).body)?.[0] ?? '';
    expect([low.includes('Сир'), low.includes('Хліб')]).toEqual([true, false]);
  });

  it('share no code, also after one was deleted and brought back', async () => {
    const [first = ''] = await addGoods(cookie, [['Хліб', '10', '5', '482']]);
    const other = { name: 'Сіль', code: '482', price: '1', quantity: '1' };
    const refused = await post('/goods', other, { cookie });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('Цей код уже має товар «Хліб»');
    // Together with what else is wrong.
    const { body } = await post('/goods', { ...other, name: '', price: 'x' }, { cookie });
    for (const name of ['name', 'price', 'code']) expect(body).toContain(`id="${name}-note" data-faulty`);
    expect(body).toContain('<a href="#code">');
    await post('/goods/delete', { id: first }, { cookie });
    expect((await post('/goods', other, { cookie })).status).toBe(303);
    await post('/goods/restore', { id: first }, { cookie });
    expect((await get('/goods', { cookie })).body).toContain('Товарів: 2 з 2');
  });

  it('are found by a part of their name or code, in capitals or not', async () => {
    await addGoods(cookie, [
      ['Хліб Житній', '10', '5', 'AB-77'],
      ['Сіль', '20', '2'],
    ]);
    for (const search of ['житній', 'ЖИТ', 'ab-7', ' Хліб ']) {
      const { body } = await get(`/goods?${new URLSearchParams({ search })}`, { cookie });
      expect(body).toContain('Знайдено: 1');
      expect(body).toContain('Хліб Житній');
      expect(body).not.toContain('Сіль');
    }
    expect((await get('/goods?search=100%25', { cookie })).body).toContain('Нічого не знайдено');
  });

  it('are added, deleted and brought back', async () => {
    const added = (await post('/goods', bread, { cookie })).headers.location ?? '';
    expect((await get(added, { cookie })).body).toContain('Додано: ');
    const { body } = await get('/goods', { cookie });
    expect(body).toContain('Хліб &#60;житній&#62;');
    expect(body.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('1 250,50 ₴');
    expect(body).not.toContain('action="/goods/delete"');
    const item = /href="(\/goods\/edit\?id=[^"]+)"/.exec(body)?.[1] ?? '';
    const form = (await get(item, { cookie })).body;
    const id = /action="\/goods\/delete"[^]*?name="id" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const deleted = await post('/goods/delete', { id }, { cookie });
    const after = await get(deleted.headers.location ?? '', { cookie });
    expect(after.body).toContain('Видалено: Хліб &#60;житній&#62;');
    expect(after.body).toContain('Товарів: 0');
    await post('/goods/restore', { id }, { cookie });
    expect((await get('/goods', { cookie })).body).toContain('Товарів: 1 з 2');
  });

  it.each([
    ['name', '', 'Заповніть це поле'],
    ['name', 'x'.repeat(256), 'Не більше ніж 255 символів'],
    ['price', 'abc', 'Введіть ціну'],
    ['price', '-1', 'Не менше ніж 0'],
    ['price', '1,234', 'Введіть ціну, наприклад 120,50 (до двох знаків після коми)'],
    ['price', '999999999999', 'Число завелике'],
    ['quantity', '1.5', 'Введіть ціле число: штуки не діляться'],
    ['unit', 'stone', 'id="unit-note" data-faulty'],
    ['quantity', '', 'Заповніть це поле'],
  ])('with a wrong %s (%#) come back as typed with what is wrong', async (field, value, text) => {
    const { status, body } = await post('/goods', { ...bread, [field]: value }, { cookie });
    expect(status).toBe(422);
    expect(body).toContain(text);
    expect(body).toContain(`id="${field}-note" data-faulty`);
    // There the reader goes on.
    expect(body).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*autofocus`));
    const kept = field === 'quantity' ? 'value="1 250,5"' : 'value="40"';
    expect(body).toContain(kept);
    expect((await get('/goods', { cookie })).body).toContain('Товарів: 0');
  });

  it('begin with the name, and a code that a scanner ends with Enter sends nothing yet', async () => {
    const { body, headers } = await get('/goods/new', { cookie });
    expect(body).toMatch(/id="name"[^>]*autofocus/);
    expect(body.match(/ autofocus/g)).toHaveLength(1);
    expect(body).toContain(`<script>${enterScript}</script>`);
    expect(headers['content-security-policy']).toContain(
      createHash('sha256').update(enterScript).digest('base64'),
    );
    const { body: old } = await get(`/goods/edit?id=${(await addGoods(cookie, [['Сіль', '10', '5']]))[0]}`, {
      cookie,
    });
    expect(old).not.toContain(' autofocus');
  });

  it('are led to from the menu, like the drawer', async () => {
    const { body } = await get('/drawer', { cookie });
    expect(body).toMatch(
      /<nav class="site-pages"[^]*<a href="\/drawer" aria-current="page"\s*>Каса[^]*<\/nav>/,
    );
    expect(body).toMatch(/class="site-list"[^]*<a href="\/drawer">Каса/);
  });

  it('over the limit are taken and flagged', async () => {
    for (let count = 0; count < 3; count += 1) await post('/goods', bread, { cookie });
    const { body } = await get('/goods', { cookie });
    expect(body).toContain('Товарів: 3 з 2');
    expect(body).toContain('Товарів більше, ніж передбачає тариф');
  });

  it('are paged', async () => {
    for (let count = 1; count <= 51; count += 1) {
      later(1);
      await post('/goods', { ...bread, name: `Товар ${count}.` }, { cookie });
    }
    const first = (await get('/goods', { cookie })).body;
    // By name.
    expect(first).toContain('Товар 10.');
    expect(first).not.toContain('Товар 9.');
    expect((await get('/goods?page=2', { cookie })).body).toContain('Товар 9.');
    expect((await get('/goods?page=99', { cookie })).body).toContain('Сторінка 2 з 2');
  });

  it('are found without the marks of their letters, also at the till, and by codes as before', async () => {
    await addGoods(cookie, [
      ['Sūris', '10', '5', 'AB-77'],
      ['Juodasis šokoladas', '20', '2'],
      ['Ґудзики їжачка', '20', '2'],
      ['М’ясо', '20', '2'],
    ]);
    const found = async (page: string, search: string) => {
      const { body } = await get(`${page}?${new URLSearchParams({ search })}`, { cookie });
      return ['Sūris', 'Juodasis', 'Ґудзики', 'М&#8217;ясо', 'М’ясо'].filter((name) =>
        body.includes(`<bdi>${name}`),
      );
    };
    for (const [search, name] of [
      ['suris', 'Sūris'],
      ['SOKOL', 'Juodasis'],
      ['гудзики іж', 'Ґудзики'],
      ["м'яс", 'М’ясо'],
      ['ab-7', 'Sūris'],
    ] as const)
      expect([search, await found('/goods', search)]).toEqual([search, [name]]);
    expect((await get('/sale?search=suris', { cookie })).body).toContain('Sūris');
    await post(
      '/goods/edit',
      { id: await idOf('Sūris'), name: 'Kiaušiniai', price: '1', quantity: '5' },
      { cookie },
    );
    expect((await get('/goods?search=kiausiniai', { cookie })).body).toContain('Знайдено: 1');
    expect((await get('/goods?search=suris', { cookie })).body).toContain('Нічого не знайдено');

    async function idOf(name: string) {
      const { body } = await get(`/goods?${new URLSearchParams({ search: name })}`, { cookie });
      return /\/goods\/edit\?id=([\da-f-]{36})/.exec(body)?.[1] ?? '';
    }
  });

  it('go by the alphabet of the reader', async () => {
    await addGoods(
      cookie,
      ['Tortas', 'Šokoladas', 'Sūris', 'Дріжджі', 'Ґрунт', 'Гречка', 'Йогурт', 'Їжа', 'Інжир', 'Изюм'].map(
        (name) => [name, '1', '1'] as const,
      ),
    );
    const inOrder = async (locale: string) => {
      await post('/language', { locale, back: '/goods' }, { cookie });
      const { body } = await get('/goods', { cookie });
      return [...body.matchAll(/<th scope="row">\s*<a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, name]) => name);
    };
    const ukrainian = ['Гречка', 'Ґрунт', 'Дріжджі', 'Изюм', 'Інжир', 'Їжа', 'Йогурт'];
    const cyrillic = (names: (string | undefined)[]) =>
      names.filter((name) => /^[А-Яа-яҐІЇ]/.test(name ?? ''));
    expect(cyrillic(await inOrder('uk'))).toEqual(ukrainian);
    expect((await inOrder('lt')).slice(0, 3)).toEqual(['Sūris', 'Šokoladas', 'Tortas']);
    const { body } = await get('/goods.csv', { cookie });
    expect(body).toMatch(/Sūris[^]*Šokoladas[^]*Tortas/);
  });

  it('go by name, price or quantity, both ways, with the search and over the pages', async () => {
    await addGoods(cookie, [
      ['Батон', '30', '2'],
      ['аґрус', '10', '9'],
      ['Вафлі', '20', '2'],
    ]);
    const names = async (query: string) => {
      const { body } = await get(`/goods${query}`, { cookie });
      return [...body.matchAll(/<th scope="row">\s*<a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, name]) => name);
    };
    expect(await names('')).toEqual(['аґрус', 'Батон', 'Вафлі']);
    expect(await names('?order=desc')).toEqual(['Вафлі', 'Батон', 'аґрус']);
    expect(await names('?sort=price')).toEqual(['аґрус', 'Вафлі', 'Батон']);
    expect(await names('?sort=quantity&order=desc')).toEqual(['аґрус', 'Батон', 'Вафлі']);
    expect(await names(`?sort=price&order=desc&search=${encodeURIComponent('а')}`)).toEqual([
      'Батон',
      'Вафлі',
      'аґрус',
    ]);
    expect(await names('?sort=created_at')).toEqual(['аґрус', 'Батон', 'Вафлі']);
    const { body } = await get(`/goods?sort=price&search=${encodeURIComponent('а')}`, { cookie });
    expect(body).toMatch(
      /<th[^>]*aria-sort="ascending"[^>]*>\s*<a href="\/goods\?search=[^"]*&#38;sort=price&#38;order=desc"/,
    );
    expect(body).toContain('<input type="hidden" name="sort" value="price"');
  });

  it('need the feature', async () => {
    platform.entitlements = { ...platform.entitlements, features: [] };
    later(10_000);
    const { status, body } = await get('/goods', { cookie });
    expect(status).toBe(403);
    expect(body).not.toContain('href="/goods"');
    expect((await post('/goods', bread, { cookie })).status).toBe(403);
  });

  it('cannot be changed once the subscription has run out', async () => {
    platform.entitlements = { ...platform.entitlements, read_only: true };
    later(10_000);
    expect((await post('/goods', bread, { cookie })).status).toBe(403);
    const { body } = await get('/goods', { cookie });
    expect(body).toContain('доступний лише для перегляду');
    expect(body).not.toContain('href="/goods/new"');
    expect((await get('/goods/new', { cookie })).body).not.toContain('action="/goods"');
    expect((await get('/sale', { cookie })).headers.location).toBe('/sales');
  });

  it('are changed only by the own page', async () => {
    const from = async (headers: Record<string, string>, form = {}) =>
      (await post('/goods', { ...bread, ...form }, { cookie, origin: undefined, headers })).status;
    expect(await from({})).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-site', origin: ownOrigin() })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ origin: `http://other.localhost:${host.port}` })).toBe(403);
    expect(await from({ origin: 'null' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(303);
    expect(await from({ origin: ownOrigin() })).toBe(303);
    const token = /name="form_token" value="([^"]+)"/.exec((await get('/goods', { cookie })).body)?.[1];
    expect(await from({ origin: 'null' }, { form_token: token })).toBe(303);
  });

  it('take only forms, and no endless ones', async () => {
    const asJson = { 'content-type': 'application/json' };
    expect((await post('/goods', bread, { cookie, headers: asJson })).status).toBe(415);
    expect((await post('/goods', { ...bread, name: 'x'.repeat(70_000) }, { cookie })).status).toBe(413);
  });
});

describe('goods from a file', () => {
  let cookie: string;
  beforeEach(async () => {
    await createCabinet();
    cookie = await signIn();
  });

  async function send(text: string | Uint8Array<ArrayBuffer>, once = randomUUID()) {
    const form = new FormData();
    form.set('once', once);
    form.set('file', new Blob([text]), 'goods.csv');
    const asked = new Response(form);
    const headers = {
      'content-type': asked.headers.get('content-type') ?? '',
      cookie,
      origin: ownOrigin(),
    };
    const body = Buffer.from(await asked.arrayBuffer()).toString('latin1');
    return ask('/goods/import', { method: 'POST', headers, hostName: domain, body, encoding: 'latin1' });
  }

  it('question a new item whose name another one has', async () => {
    await addGoods(cookie, [
      ['Хліб', '10', '5', '482'],
      ['Сіль', '20', '2'],
    ]);
    const read = await send(
      'Назва;Ціна;Кількість;Код\r\nХліб;12;7;483\r\nСіль;21;3;484\r\nМило;30;1;485\r\n',
    );
    const words = wordsOf((await get(read.headers.location ?? '', { cookie })).body);
    expect(words).toMatch(/Хліб новий 483 Така назва вже є, з іншим кодом: 482\. /);
    expect(words).toMatch(/Сіль новий 484 Така назва вже є, без коду\. /);
    expect(words.match(/Така назва/g)).toHaveLength(2);
  });

  it('are shown first, then all there, and once', async () => {
    await addGoods(cookie, [
      ['Хліб', '10', '5', '482'],
      ['Сіль', '20', '2'],
    ]);
    const file =
      '\ufeffНазва;Ціна, ₴;Кількість;Код\r\nХліб житній;12,50;7;482\r\nСіль;21;3;\r\n"Мило; дитяче";30;1;M1\r\n';
    const read = await send(file);
    expect(read.status).toBe(303);
    const address = read.headers.location ?? '';
    const preview = (await get(address, { cookie })).body;
    expect(preview).toContain('Буде додано: 1, змінено: 2.');
    const words = preview.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    for (const change of ['Хліб → Хліб житній', '10,00 ₴ → 12,50 ₴', '5 → 7'])
      expect(words).toContain(change);
    expect((await get('/goods', { cookie })).body).not.toContain('Мило');
    const id = /name="id" value="([^"]+)"/.exec(preview)?.[1] ?? '';
    for (const next of ['/goods?imported=3', '/goods'])
      expect((await post('/goods/import/confirm', { id }, { cookie })).headers.location).toBe(next);
    expect((await get('/goods?imported=3', { cookie })).body).toContain('Імпортовано товарів: 3');
    const { body } = await get('/goods.csv', { cookie });
    expect(body.trim().split('\r\n').slice(1).sort()).toEqual(
      ['"Мило; дитяче";30,00;1;шт.;M1;;;', 'Сіль;21,00;3;шт.;;;;', 'Хліб житній;12,50;7;шт.;482;;;'].sort(),
    );
  });

  it('go out and come in again as they were', async () => {
    await addGoods(cookie, [
      ['=Хліб, "білий"', '1250,5', '5', '007'],
      ['Сіль', '20', '2'],
    ]);
    const { body } = await get('/goods.csv', { cookie });
    const preview = (await get((await send(body)).headers.location ?? '', { cookie })).body;
    expect(preview).toMatch(/Буде додано: 0, змінено: 0\.\s+Без змін: 2\./);
    const id = /name="id" value="([^"]+)"/.exec(preview)?.[1] ?? '';
    await post('/goods/import/confirm', { id }, { cookie });
    expect((await get('/goods.csv', { cookie })).body).toBe(body);
  });

  it.each([
    [
      'Name,Price,Quantity\nBread,abc,1\nSalt,1,-1\n,2,2',
      ['Рядок 2, Ціна «abc»:', 'Рядок 3, Кількість «-1»:', 'Рядок 4, Назва:'],
    ],
    ['Name,Price,Quantity,Code\nBread,1,1,X\nSalt,1,1,X', ['Рядок 3, Код «X»: Цей код уже є в рядку вище']],
    ['Хліб;1;1', ['немає стовпця']],
    ['Name,Price,Quantity\n', ['У файлі немає товарів']],
    ['', ['немає стовпця']],
    ['\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', ['Це не таблиця']],
    ['%PDF-1.7', ['Це не таблиця']],
    [`Name,Price,Quantity\n${'Bread,1,1\n'.repeat(5001)}`, ['більше ніж 5000 рядків']],
  ])('with faults are refused whole, each by its line (%#)', async (file, texts) => {
    const { status, body } = await send(file.replaceAll('\u00a0', ' '));
    expect(status).toBe(422);
    for (const text of texts) expect(body.replaceAll('\u00a0', ' ')).toContain(text);
    expect((await get('/goods', { cookie })).body).toContain('Товарів ще немає');
  });

  it('say all that is wrong with a long file, and show what is right in pages', async () => {
    const rows = Array.from({ length: 120 }, (_, place) => `Товар ${place};${place % 2 ? '10' : 'x'};5`);
    const refused = await send(Buffer.from(['Назва;Ціна;Кількість', ...rows].join('\n')));
    expect(refused.body.match(/<li>Рядок \d+, Ціна «x»/g)).toHaveLength(60);
    const id = /import\?id=([\da-f-]{36})/.exec(refused.body)?.[1] ?? '';
    const shown = async (page: string) => (await get(`/goods/import?id=${id}${page}`, { cookie })).body;
    const [first, second] = [await shown(''), await shown('&page=2')];
    expect([first, second].map((body) => body.match(/<bdi>Товар \d+/g)?.length)).toEqual([50, 10]);
    expect(first).toContain(`/goods/import?id=${id}&#38;page=2`);
    expect([second.includes('Товар 119'), first.includes('Товар 119')]).toEqual([true, false]);
  });

  it('come from a spreadsheet too, whose rows are counted as it counts them', async () => {
    const columns = 'ABCD';
    const rowOf = (place: number, cells: readonly string[]) =>
      `<row r="${place}">${cells.map((text, column) => `<c r="${columns[column]}${place}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    const spreadsheet = (rows: string) => {
      const parts = {
        'xl/workbook.xml': '<workbook><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      };
      return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
    };
    const headings = rowOf(1, ['Код', 'Назва', 'Ціна, ₴', 'Кількість']);
    const wrong = await send(spreadsheet(headings + rowOf(4, ['', 'Хліб', 'дорого', '7'])));
    expect([wrong.status, wrong.body.includes('Рядок 4, Ціна «дорого»')]).toEqual([422, true]);
    const read = await send(spreadsheet(headings + rowOf(2, ['482', 'Хліб', '12.5', '7'])));
    const id = new URLSearchParams(read.headers.location?.split('?')[1]).get('id') ?? '';
    await post('/goods/import/confirm', { id }, { cookie });
    expect((await get('/goods.csv', { cookie })).body).toContain('Хліб;12,50;7;шт.;482');
    for (const [bytes, said] of [
      [spreadsheet('').slice(0, 100), 'Файл не вдалося прочитати'],
      [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'старий формат Excel'],
    ] as const) {
      const refused = await send(bytes);
      expect([refused.status, refused.body.includes(said)]).toEqual([422, true]);
    }
  });

  it('have units by their names in any language, without one that of the item or pieces', async () => {
    await addGoods(cookie, [['Сир', '240', '2', '', 'kg']]);
    const read = async (text: string) => {
      const answer = await send(text);
      const id = new URLSearchParams(answer.headers.location?.split('?')[1]).get('id') ?? '';
      await post('/goods/import/confirm', { id }, { cookie });
      return answer;
    };
    await read('Name,Price,Quantity,Unit\nMilk,40,"1,5",Літри\nHam,300,0.25,кг\nRope,9,3,M.\nSalt,20,4,');
    const rows = async () => (await get('/goods.csv', { cookie })).body.trim().split('\r\n').slice(1).sort();
    const first = ['Ham;300,00;0,25;кг', 'Milk;40,00;1,5;л', 'Rope;9,00;3;м', 'Salt;20,00;4;шт.'].map(
      (row) => `${row};;;;`,
    );
    expect(await rows()).toEqual([...first, 'Сир;240,00;2;кг;;;;']);
    const wrong = await read('Name,Price,Quantity,Unit\nTea,1,2,stone\nSalt,1,"1,5",\nHam,1,"1,2345",');
    for (const said of [
      'Рядок 2, Одиниця «stone»: Виберіть одну з одиниць',
      'Рядок 3, Кількість «1,5»',
      'Рядок 4, Кількість «1,2345»',
    ])
      expect(wrong.body).toContain(said);
    await read('Name;Price;Quantity\nСир;250;"3,75"');
    expect(await rows()).toEqual([...first, 'Сир;250,00;3,75;кг;;;;']);
    // The sample is a file that can be read.
    const asked = { method: 'GET', headers: { cookie }, hostName: domain, answer: 'latin1' } as const;
    const sample = Buffer.from((await ask('/goods/sample.xlsx', asked)).body, 'latin1');
    expect(
      (await get((await send(Uint8Array.from(sample))).headers.location ?? '', { cookie })).body,
    ).toContain('Буде додано: 2');
  });

  it('bring categories, purchase prices and limits of their own, and leave what they don’t name', async () => {
    const read = async (text: string) => {
      const address = (await send(text)).headers.location ?? '';
      const { body } = await get(address, { cookie });
      const id = new URLSearchParams(address.split('?')[1]).get('id') ?? '';
      await post('/goods/import/confirm', { id }, { cookie });
      return wordsOf(body);
    };
    const rows = async () => (await get('/goods.csv', { cookie })).body.trim().split('\r\n').slice(1).sort();
    await read(
      'Bezeichnung;Preis;Menge;Einheit;Kategorie;Einkaufspreis, EUR;Mindestbestand\nСир;240;2;kg;Молочне;180,5;1,5\nХліб;10;4;;;;\n',
    );
    const bread = 'Хліб;10,00;4;шт.;;;;';
    expect(await rows()).toEqual(['Сир;240,00;2;кг;;Молочне;180,50;1,5', bread]);
    expect(await read('Назва;Ціна;Кількість\nСир;240;2\n')).toContain('Без змін: 1');
    const preview = await read('Назва;Ціна;Кількість;Категорія;Закупівельна ціна\nСир;240;2;Сири;200\n');
    expect(preview).toMatch(/Категорія: Молочне → Сири .* 180,50 ₴ → 200,00 ₴/);
    expect(await rows()).toEqual(['Сир;240,00;2;кг;;Сири;200,00;1,5', bread]);
    const wrong = await send('Назва;Ціна;Кількість;Закупівельна ціна;Мінімальний залишок\nЧай;1;1;x;1,5\n');
    for (const said of ['Закупівельна ціна «x»: Введіть ціну', 'Мінімальний залишок «1,5»: Введіть ціле'])
      expect(wrong.body).toContain(said);
    // A dash empties what can be empty, and a new item has none of it.
    const emptied = await read(
      'Назва;Ціна;Кількість;Одиниця;Код;Категорія;Закупівельна ціна;Мінімальний залишок\nСир;240;2;кг;;-;–;-\nЧай;5;1;;-;-;-;-\n',
    );
    expect(emptied).toMatch(/Категорія: Сири → – .* 200,00 ₴ → – .*1,5 кг → –/);
    const tea = 'Чай;5,00;1;шт.;;;;';
    expect(await rows()).toEqual(['Сир;240,00;2;кг;;;;', bread, tea]);
    await read(
      'Назва;Ціна;Кількість;Категорія;Закупівельна ціна;Мінімальний залишок\nСир;240;2;Сири;200;1,5\n',
    );
    // Counted in pieces from now on, it has no limit of weight.
    await read('Назва;Ціна;Кількість;Одиниця\nСир;240;2;шт.\n');
    expect(await rows()).toEqual(['Сир;240,00;2;шт.;;Сири;200,00;', bread, tea]);
  });

  it('change prices or add what was delivered, and leave what they leave out', async () => {
    const [bread = ''] = await addGoods(cookie, [
      ['Хліб', '10', '5', '482'],
      ['Сир', '240', '2,5', 'C1', 'kg'],
    ]);
    const read = async (text: string, meanwhile?: () => Promise<unknown>) => {
      const address = (await send(text)).headers.location ?? '';
      const { body } = await get(address, { cookie });
      await meanwhile?.();
      const id = new URLSearchParams(address.split('?')[1]).get('id') ?? '';
      await post('/goods/import/confirm', { id }, { cookie });
      return wordsOf(body);
    };
    const rows = async () => (await get('/goods.csv', { cookie })).body.trim().split('\r\n').slice(1).sort();
    expect(await read('Код;Ціна\n482;11,50\n')).toMatch(/10,00 ₴ → 11,50 ₴/);
    const cheese = 'Сир;240,00;2,5;кг;C1;;;';
    expect(await rows()).toEqual([cheese, 'Хліб;11,50;5;шт.;482;;;']);
    // What is sold between the look and the import stays sold.
    const preview = await read('Назва;Надійшло;Ціна\nХліб;20;\nСир;1,5;\nЧай;3;7\n', () =>
      post('/sale', { [`n_${bread}`]: '1', do: 'sell' }, { cookie }),
    );
    expect(preview).toMatch(/5 → 25.*2,5 кг → 4 кг/);
    const all = ['Сир;240,00;4;кг;C1;;;', 'Хліб;11,50;24;шт.;482;;;', 'Чай;7,00;3;шт.;;;;'];
    expect(await rows()).toEqual(all);
    for (const [file, said] of [
      ['Назва;Кількість;Надійшло\nХліб;9;1\n', 'Рядок 2, Надійшло «1»: Вкажіть щось одне'],
      ['Назва;Ціна\nКава;9\n', 'Рядок 2, Кількість: Заповніть це поле'],
      ['Назва;Кількість\nКава;9\n', 'Рядок 2, Ціна: Заповніть це поле'],
      ['Назва;Одиниця\nХліб;кг\n', 'Рядок 2, Кількість: Заповніть це поле'],
      ['Код;Ціна\n999;9\n', 'Рядок 2, Код «999»: Товару з таким кодом немає'],
      ['Ціна;Кількість\n9;9\n', 'немає стовпця з назвою або кодом'],
    ] as const) {
      const refused = await send(file);
      expect([refused.status, wordsOf(refused.body)]).toEqual([422, expect.stringContaining(said)]);
    }
    expect(await rows()).toEqual(all);
  });

  it('with faults can be taken without the wrong lines', async () => {
    const once = randomUUID();
    const refused = await send('Name,Price,Quantity\nBread,1,1\nSalt,abc,1\nSoap,2,3', once);
    expect([refused.status, refused.body.includes('Імпортувати лише правильні рядки: 2')]).toEqual([
      422,
      true,
    ]);
    const way = /href="(\/goods\/import\?id=[^"]+)"/.exec(refused.body)?.[1] ?? '';
    expect((await get(way, { cookie })).body).toContain('Буде додано: 2, змінено: 0.');
    // The mended file, sent with the same form, is shown whole.
    const mended = await send('Name,Price,Quantity\nBread,1,1\nSalt,4,1\nSoap,2,3', once);
    expect((await get(mended.headers.location ?? '', { cookie })).body).toContain('Буде додано: 3');
    const id = way.split('=')[1] ?? '';
    expect((await post('/goods/import/confirm', { id }, { cookie })).headers.location).toBe(
      '/goods?imported=2',
    );
    expect((await get('/goods', { cookie })).body).not.toContain('Salt');
  });

  it('may name an item twice only with codes that tell them apart', async () => {
    const refused = await send(
      'Name,Price,Quantity,Code\nCoffee,50,40,482\ncoffee,55,12,\nTea,1,1,1\nTea,2,1,2',
    );
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('Така назва вже є в рядку вище');
    expect(refused.body).toContain('Імпортувати лише правильні рядки: 3');
  });

  it('may be in the letters of Windows, and not larger than a megabyte', async () => {
    // "Назва;Ціна;Кількість" and "Хліб;1;2" in Windows-1251.
    const bytes = Uint8Array.from(
      Buffer.from('cde0e7e2e03bd6b3ede03bcab3ebfceab3f1f2fc0ad5ebb3e13b313b32', 'hex'),
    );
    const read = await send(bytes);
    expect((await get(read.headers.location ?? '', { cookie })).body).toContain('Хліб');
    expect((await send('x'.repeat(1_100_000))).status).toBe(413);
  });

  it('say which columns are not read, and offer nothing where nothing would change', async () => {
    const file = 'Назва;Ціна;Кількість;ПДВ;;Код;Ціна\r\nХліб;12;7;20;x;482;99\r\n';
    const preview = async (text: string) =>
      (await get((await send(text)).headers.location ?? '', { cookie })).body;
    const first = await preview(file);
    expect(first).toContain('Не зчитані стовпці: ПДВ, E, Ціна<');
    const id = /name="id" value="([^"]+)"/.exec(first)?.[1] ?? '';
    await post('/goods/import/confirm', { id }, { cookie });
    const again = await preview(file);
    expect(again).toContain('Без змін: 1.');
    expect([first, again].map((page) => page.includes('>Імпортувати</button>'))).toEqual([true, false]);
    const refused = await send('Назва;Ціна продажу;Кількість\r\nСіль;12;7\r\n');
    expect([refused.status, refused.body.includes('Не зчитані стовпці: Ціна продажу')]).toEqual([422, true]);
  });

  it('take prices with the sign of the shop’s currency, and refuse another one at its cell', async () => {
    const read = await send(
      'Назва;Ціна;Закупівельна ціна;Кількість\nХліб;12.50 грн;₴ 9,10;7\nСир;1 250,5 UAH;;2\nСіль;3\u00a0₴;2 грн.;1\n',
    );
    const id = new URLSearchParams(read.headers.location?.split('?')[1]).get('id') ?? '';
    await post('/goods/import/confirm', { id }, { cookie });
    const { body } = await get('/goods.csv', { cookie });
    for (const line of ['Хліб;12,50;7;шт.;;;9,10;', 'Сир;1250,50;2;', 'Сіль;3,00;1;шт.;;;2,00;'])
      expect(body).toContain(line);
    const refused = await send('Назва;Ціна;Кількість\nЧай;1,49 €;7\nКава;$5;7');
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('Рядок 2, Ціна «1,49 €»: Вказано іншу валюту');
    expect(refused.body).toContain('Рядок 3, Ціна «$5»: Вказано іншу валюту');
  });

  it.each([
    ['UAH', '32.5', '482000000017'],
    ['EUR', '1.85', '477000000012'],
  ])('have a sample with prices of the shop’s currency (%s)', async (currency, price, code) => {
    platform.entitlements = { ...platform.entitlements, currency };
    later(10_000);
    const sample = await ask('/goods/sample.xlsx', {
      method: 'GET',
      headers: { cookie },
      hostName: domain,
      answer: 'latin1',
    });
    const read = await send(Uint8Array.from(Buffer.from(sample.body, 'latin1')));
    const preview = (await get(read.headers.location ?? '', { cookie })).body;
    expect(preview).toContain(code);
    const [, shown] = /data-label="Ціна">\s*([\d,]+)/.exec(preview) ?? [];
    expect(Number(shown?.replace(',', '.'))).toBe(Number(price));
  });

  it('come only as forms of the own page, and not to a view-only cabinet', async () => {
    const file = 'Name,Price,Quantity\nBread,1,1';
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      cookie,
      origin: 'https://evil.example',
    };
    expect(
      (await ask('/goods/import', { method: 'POST', headers, hostName: domain, body: file })).status,
    ).toBe(415);
    platform.entitlements = { ...platform.entitlements, read_only: true };
    later(10_000);
    expect((await send(file)).status).toBe(403);
    expect((await get('/goods/import', { cookie })).body).not.toContain('type="file"');
  });
});

describe('a sale', () => {
  let cookie: string;
  beforeEach(async () => {
    await createCabinet();
    cookie = await signIn();
  });

  it('is chosen by search, buttons and codes, and adds nothing twice when an answer is repeated', async () => {
    const [bread, salt] = await addGoods(cookie, [
      ['Хліб', '10', '5', '482'],
      ['Сіль', '20', '2'],
    ]);
    const press = async (form: Record<string, string>) =>
      withoutOnce((await post('/sale', form, { cookie })).headers.location);
    for (let again = 0; again < 2; again += 1)
      expect(await press({ do: `add:${bread}`, search: '' })).toBe(`/sale?n_${bread}=1`);
    // After it all goods are there again.
    expect(await press({ [`n_${bread}`]: '1', do: `add:${salt}`, search: 'сіл' })).toBe(
      `/sale?n_${salt}=1&n_${bread}=1`,
    );
    expect(await press({ [`n_${bread}`]: '1', do: 'search', search: '482' })).toBe(`/sale?n_${bread}=2`);
    expect(await press({ [`n_${bread}`]: '3', [`n_${salt}`]: '1', do: `remove:${bread}` })).toBe(
      `/sale?n_${salt}=1`,
    );
    // What is chosen or scanned again comes first; counting up moves nothing.
    const both = { [`n_${salt}`]: '1', [`n_${bread}`]: '1' };
    const onTop = `/sale?n_${bread}=2&n_${salt}=1`;
    expect(await press({ ...both, do: `add:${bread}` })).toBe(onTop);
    expect(await press({ ...both, do: 'search', search: '482' })).toBe(onTop);
    expect(await press({ ...both, do: `more:${bread}` })).toBe(`/sale?n_${salt}=1&n_${bread}=2`);
    // On a phone the page comes back where the button was, and no keyboard covers it.
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36' };
    const onPhone = async (form: Record<string, string>) =>
      withoutOnce((await post('/sale', form, { cookie, headers })).headers.location);
    expect(await onPhone({ do: `add:${bread}` })).toBe(`/sale?n_${bread}=1#offer-${bread}`);
    expect(await onPhone({ [`n_${bread}`]: '1', do: `more:${bread}` })).toBe(`/sale?n_${bread}=2#basket`);
    const asked = { method: 'GET', headers: { ...headers, cookie }, hostName: domain };
    const phone = (await ask(`/sale?n_${bread}=2`, asked)).body;
    expect(wordsOf(phone)).toMatch(/Товарів: 2 · 20,00\s₴ · До чека/);
    expect(phone).not.toContain('autofocus');
    expect((await get(`/sale?n_${bread}=2`, { cookie })).body).toContain('autofocus');
    const { body } = await get(`/sale?n_${bread}=3&n_${salt}=0&n_nothing=1`, { cookie });
    expect(body.replaceAll(/[\u00a0\u202f]/g, ' ')).toMatch(/Разом<\/span>\s*<strong data-total>30,00 ₴/);
    expect(body).not.toContain(`name="n_${salt}"`);
  });

  it('is a receipt with a number, once for one form, and takes the goods', async () => {
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10,50', '5'],
      ['Сіль', '20', '2'],
    ]);
    const form = { [`n_${salt}`]: '1', [`n_${bread}`]: '2', do: 'sell', once: randomUUID() };
    for (const made of ['now', 'before', 'before'])
      expect((await post('/sale', form, { cookie })).headers.location).toBe(`/receipt?number=1&made=${made}`);
    const receipt = (await get('/receipt?number=1', { cookie })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    for (const part of [
      'Чек № 1',
      'ТОВ «Ґанок»',
      '12345678',
      '2 × 10,50 ₴',
      '21,00 ₴',
      '41,00 ₴',
      '02.03.2026',
    ])
      expect(receipt).toContain(part);
    // In the order in which they were chosen: the form has the last one first.
    expect(receipt).toMatch(/Хліб[^]*Сіль/);
    const { body } = await get('/goods', { cookie });
    expect(body).toMatch(/Хліб[^]*?data-label="Кількість">\s*3\s*</);
    expect((await get('/receipt?number=2', { cookie })).status).toBe(404);
    expect((await get('/receipt?number=x', { cookie })).status).toBe(404);
  });

  it('leads to its receipt from every page that Back still shows of it, with the change, and sells nothing twice', async () => {
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10,50', '5']]);
    const first = (await post('/sale', { do: `add:${bread}` }, { cookie })).headers.location ?? '';
    const key = new URLSearchParams(first.split('?')[1]).get('once') ?? '';
    expect((await get(first, { cookie })).body).toContain(`name="once" value="${key}"`);
    const open = { [`n_${bread}`]: '1', once: key };
    const more = (await post('/sale', { ...open, do: `more:${bread}` }, { cookie })).headers.location ?? '';
    expect(more).toContain(`once=${key}`);
    // A sale that is refused stays the same one.
    const refused = await post('/sale', { ...open, do: 'sell', given: '1' }, { cookie });
    expect([refused.status, refused.body.includes(`value="${key}"`)]).toEqual([422, true]);
    const sold = await post('/sale', { ...open, do: 'sell', given: '20' }, { cookie });
    expect(sold.headers.location).toBe('/receipt?number=1&made=now');
    expect(wordsOf((await get('/receipt?number=1&made=now', { cookie })).body)).toMatch(
      /Продано\. Решта 9,50\s₴/,
    );
    const receipt = '/receipt?number=1&made=before';
    for (const back of [first, more]) expect((await get(back, { cookie })).headers.location).toBe(receipt);
    for (const act of ['sell', `more:${bread}`, 'search'])
      expect((await post('/sale', { ...open, do: act }, { cookie })).headers.location).toBe(receipt);
    expect((await get(receipt, { cookie })).body).toContain('вдруге нічого не продано');
    expect((await get('/sale', { cookie })).status).toBe(200);
    expect((await get('/sales', { cookie })).body).toContain('1 чек<');
    // What is begun next is another sale.
    const next = (await post('/sale', { do: `add:${bread}` }, { cookie })).headers.location ?? '';
    expect(next).not.toContain(key);
    expect((await get(next, { cookie })).status).toBe(200);
  });

  it.each([
    ['no number', 'дві', 'Введіть ціле число'],
    ['a part', '1,5', 'Введіть ціле число'],
  ])('of %s sells nothing, and says so at the line', async (_name, quantity, text) => {
    const [bread, salt] = await addGoods(cookie, [
      ['Хліб', '10', '5'],
      ['Сіль', '20', '2'],
    ]);
    const sent = { [`n_${bread}`]: '1', [`n_${salt}`]: quantity, do: 'sell' };
    const { status, body } = await post('/sale', sent, { cookie });
    expect(status).toBe(422);
    expect(body).toContain(`id="n_${salt}-note"`);
    expect(body).toContain(text);
    expect(body).toContain(`value="${quantity}"`);
    expect((await get('/sales', { cookie })).body).toContain('0 чеків');
    expect((await get('/goods', { cookie })).body).toMatch(/Хліб[^]*?data-label="Кількість">\s*5\s*</);
  });

  it('of more than there is says so at the line at once, and sells nothing', async () => {
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10', '5'],
      ['Сіль', '20', '2', 'S1'],
    ]);
    const basket = { [`n_${bread}`]: '1', [`n_${salt}`]: '2' };
    const note = (body: string, id: string) =>
      new RegExp(`id="n_${id}-left"[^>]*>\\s*([^<]*?)\\s*<`).exec(
        body.replaceAll(/id="n_[^"]*"[^>]* hidden\s*>/g, ''),
      )?.[1];
    const scanned = (await post('/sale', { ...basket, do: 'search', search: 'S1' }, { cookie })).headers;
    const { body } = await get(scanned.location ?? '', { cookie });
    expect([note(body, salt), note(body, bread)]).toEqual(['Залишилося: 2', undefined]);
    // On a phone the line is below the goods: the bar says it.
    expect(wordsOf(body)).toContain('До чека Сіль · Залишилося: 2');
    expect(wordsOf((await get(`/sale?n_${salt}=2`, { cookie })).body)).not.toContain('До чека Сіль');
    const refused = await post('/sale', { ...basket, [`n_${salt}`]: '3', do: 'sell' }, { cookie });
    expect([refused.status, note(refused.body, salt)]).toEqual([422, 'Залишилося: 2']);
    expect(refused.body).toMatch(new RegExp(`id="n_${salt}"[^>]*aria-invalid="true"[^>]*autofocus`));
    expect((await get('/sales', { cookie })).body).toContain('0 чеків');
    expect((await get('/goods', { cookie })).body).toMatch(/Хліб[^]*?data-label="Кількість">\s*5\s*</);
  });

  it('of more than the count has is made where the seller says so at the line, and leaves none', async () => {
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10', '5'],
      ['Сіль', '20', '2'],
    ]);
    const both = { [`n_${bread}`]: '6', [`n_${salt}`]: '3', [`b_${salt}`]: '1' };
    // It is kept with the sale, and says nothing of another line.
    const next = (await post('/sale', { ...both, do: 'count' }, { cookie })).headers.location ?? '';
    expect((await get(next, { cookie })).body).toMatch(
      new RegExp(`name="b_${salt}"\\s+value="1"\\s+checked`),
    );
    const refused = await post('/sale', { ...both, do: 'sell' }, { cookie });
    expect([refused.status, refused.body.match(/ aria-invalid="true" aria-describedby/g)?.length]).toEqual([
      422, 1,
    ]);
    expect(refused.body).toMatch(new RegExp(`id="n_${bread}"[^>]*aria-invalid="true"`));
    expect((await post('/sale', { ...both, [`b_${bread}`]: '1', do: 'sell' }, { cookie })).status).toBe(303);
    const counts = async () =>
      (await get('/goods.csv', { cookie })).body.split('\r\n').map((row) => row.split(';')[2]);
    expect((await counts()).slice(1, 3)).toEqual(['0', '0']);
    // What comes back is there again.
    await post('/receipt/void', { number: '1' }, { cookie });
    expect((await counts()).slice(1, 3)).toEqual(['3', '6']);
  });

  it('of two parts shows no change before the part in cash is known', async () => {
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '5']]);
    const change = async (more: string) =>
      /<p class="total" ([^>]*)>\s*<span>Решта/.exec(
        (await get(`/sale?n_${bread}=4${more}`, { cookie })).body,
      )?.[1];
    expect(await change('&given=1000')).not.toContain('hidden');
    expect(await change('&given=1000&pay=mixed')).toContain('hidden');
    expect(await change('&given=1000&pay=mixed&cash=10')).not.toContain('hidden');
  });

  it('of nothing, of goods without an end, and of deleted goods is refused', async () => {
    const [gold = ''] = await addGoods(cookie, [['Золото', '1000000000', '1000000000']]);
    expect((await post('/sale', { do: 'sell' }, { cookie })).status).toBe(422);
    const much = await post('/sale', { [`n_${gold}`]: '1000000000', do: 'sell' }, { cookie });
    expect([much.status, much.body.includes('Сума завелика')]).toEqual([422, true]);
    await post('/goods/delete', { id: gold }, { cookie });
    expect((await post('/sale', { [`n_${gold}`]: '1', do: 'sell' }, { cookie })).status).toBe(422);
  });

  const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

  /** A larger tariff. */
  const allow = (...features: string[]) => {
    platform.entitlements = { ...platform.entitlements, features: ['goods', ...features] };
    later(10_000);
  };

  it('is paid in cash or by card, with a discount where the tariff has one', async () => {
    allow();
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10,05', '9']]);
    const sell = (form: Record<string, string>) =>
      post('/sale', { [`n_${bread}`]: '3', do: 'sell', ...form }, { cookie });
    // Without the feature a discount counts nothing: it costs 30.15, and 30 in cash.
    const short = await sell({ discount: '50', given: '20' });
    expect(short.status).toBe(422);
    expect(short.body).toMatch(/id="given-note" role="alert" data-faulty>Не вистачає 10,00\s₴/);
    expect(short.body).toMatch(/name="given"[^>]*aria-describedby="given-note" autofocus/);
    expect(short.body.match(/ autofocus/g)).toHaveLength(1);
    allow('sales.discounts');
    const much = await sell({ discount: '101' });
    expect([much.status, much.body.includes('id="discount-note"')]).toEqual([422, true]);
    expect((await sell({ given: 'сто' })).status).toBe(422);
    // The prices are others than those that the seller saw.
    const stale = await sell({ discount: '10', shown: '3000' });
    expect([stale.status, stale.body.includes('Сума змінилася')]).toEqual([422, true]);
    expect(stale.body).not.toContain('notice danger" id="fault');
    expect((await get('/sales', { cookie })).body).toContain('0 чеків');
    // A discount typed after the sum was shown is taken at once.
    const sold = await sell({ discount: '10', shown: '3015', given: '50' });
    expect(sold.headers.location).toBe('/receipt?number=1&made=now');
    const { body } = await get('/receipt?number=1', { cookie });
    const rows = [...body.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([^<]*)<\/dd>/g)];
    expect(rows.map(([, name, sum]) => `${name} ${sum}`.replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual([
      'Проміжна сума 30,15 ₴',
      'Знижка 10 % −3,02 ₴',
      'Заокруглення готівки −0,13 ₴',
      'До сплати 27,00 ₴',
      'Готівка 50,00 ₴',
      'Решта 23,00 ₴',
    ]);
    await sell({ pay: 'card', given: '1' });
    expect((await get('/receipt?number=2', { cookie })).body).toContain('Картка');
  });

  it('takes several of an item at once, and warns of a code that no item has', async () => {
    const [tea = '', cheese = ''] = await addGoods(cookie, [
      ['Чай', '10', '99', '4820000000017'],
      ['Сир', '200', '5', '4820000000024', 'kg'],
    ]);
    const press = async (search: string, form: Record<string, string> = {}) =>
      withoutOnce((await post('/sale', { ...form, search, do: 'search' }, { cookie })).headers.location);
    expect(await press('3*4820000000017')).toBe(`/sale?n_${tea}=3`);
    expect(await press('2 × чай', { [`n_${tea}`]: '3' })).toBe(`/sale?n_${tea}=5`);
    expect(await press('1,25*4820000000024')).toBe(`/sale?n_${cheese}=1.25`);
    // There is no half piece, and no item with that code.
    for (const wrong of ['1,5*4820000000017', '0*4820000000017', '3*999'])
      expect(await press(wrong)).toBe(`/sale?${new URLSearchParams({ search: wrong })}`);
    expect((await get('/sale?search=999', { cookie })).body).toContain(
      'class="notice warning" role="status" data-none="999"',
    );
  });

  it('is rounded in cash as coins need it, by the rule of the shop, and never on a card', async () => {
    allow('reports');
    const [tea = ''] = await addGoods(cookie, [['Чай', '10,07', '99']]);
    const sell = (form: Record<string, string> = {}) =>
      post('/sale', { [`n_${tea}`]: '1', do: 'sell', ...form }, { cookie });
    const words = async (path: string) =>
      wordsOf((await get(path, { cookie })).body).replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(await words(`/sale?n_${tea}=1`)).toContain('Готівкою, заокруглено 10,00 ₴');
    expect((await get(`/sale?n_${tea}=1&pay=card`, { cookie })).body).toMatch(
      /<p class="total" hidden>\s*<span>Готівкою, заокруглено/,
    );
    await sell({ given: '20' });
    expect(await words('/receipt?number=1')).toMatch(
      /Разом 10,07 ₴ Заокруглення готівки −0,07 ₴ До сплати 10,00 ₴ Готівка 20,00 ₴ Решта 10,00 ₴/,
    );
    await sell({ pay: 'card' });
    expect(await words('/receipt?number=2')).not.toContain('Заокруглення');
    // Of two parts only the one in cash.
    await sell({ pay: 'mixed', cash: '5,30' });
    expect(await words('/receipt?number=3')).toMatch(
      /Заокруглення готівки \+0,20 ₴ .*Готівка 5,50 ₴ Картка 4,77 ₴/,
    );
    // The turnover is exact, and the rounding stands below it.
    expect(await words('/sales')).toMatch(
      /30,21 ₴ .*Готівка 15,37 ₴ Картка 14,84 ₴ Заокруглення готівки \+0,13 ₴/,
    );
    expect(await words('/report')).toContain('Заокруглення готівки: +0,13 ₴');
    expect((await get('/sales.csv', { cookie })).body).toContain(
      ';продаж;10,07;0,00;10,07;ТОВ «Ґанок»;-0,07',
    );
    // Everything gives back what was paid.
    await post('/receipt/return', { number: '3', once: randomUUID(), do: 'all' }, { cookie });
    expect(await words('/receipt?number=3')).toMatch(
      /4,77 ₴ на картку і 5,50 ₴ готівкою Заокруглення готівки: \+0,20 ₴/,
    );
    await post('/receipt/void', { number: '1' }, { cookie });
    expect(await words('/receipt?number=1')).toContain('Поверніть покупцеві 10,00 ₴ готівкою');
    expect(await words('/sales')).not.toContain('Заокруглення');
    // Of another step than was seen, nothing is sold.
    const shop = { name: '', address: '', phone: '', thanks: '', pay: 'cash', few: '3' };
    await post('/shop', { ...shop, cashStep: '5' }, { cookie });
    expect((await get('/shop', { cookie })).body).toMatch(/value="5" selected/);
    const changed = await sell({ step: '50' });
    expect([changed.status, changed.body.includes('name="step" value="5"')]).toEqual([422, true]);
    await sell({ step: '5' });
    expect(await words('/receipt?number=4')).toContain('До сплати 10,05 ₴');
    await post('/shop', { ...shop, cashStep: '1' }, { cookie });
    await sell();
    expect(await words('/receipt?number=5')).not.toContain('Заокруглення');
    expect((await post('/shop', { ...shop, cashStep: '7' }, { cookie })).status).toBe(422);
  });

  it('is paid in two parts, each of which its receipt, its day and its return know', async () => {
    allow();
    const [bread = ''] = await addGoods(cookie, [['Хліб', '50', '9']]);
    const sell = (form: Record<string, string>) =>
      post('/sale', { [`n_${bread}`]: '3', do: 'sell', pay: 'mixed', ...form }, { cookie });
    const address = `/sale?n_${bread}=3&pay=mixed&cash=90&given=100`;
    const typed = await post(
      '/sale',
      { [`n_${bread}`]: '3', pay: 'mixed', cash: '90', given: '100', do: 'count' },
      { cookie },
    );
    expect(withoutOnce(typed.headers.location)).toBe(address);
    expect(wordsOf((await get(address, { cookie })).body)).toMatch(/Карткою 60,00 ₴ Решта 10,00 ₴/);
    for (const cash of ['', '0', '150', '200', 'сто']) {
      const refused = await sell({ cash });
      expect([refused.status, refused.body.includes('id="cash-note"')]).toEqual([422, true]);
    }
    const short = await sell({ cash: '90', given: '80' });
    expect(wordsOf(short.body)).toContain('Не вистачає 10,00 ₴');
    await sell({ cash: '90', given: '100' });
    await sell({ pay: 'cash' });
    const receipt = async () => wordsOf((await get('/receipt?number=1', { cookie })).body);
    expect(await receipt()).toMatch(/Разом 150,00 ₴ Готівка 100,00 ₴ Решта 10,00 ₴ Картка 60,00 ₴/);
    const day = async (way = '') => wordsOf((await get(`/sales?${way}`, { cookie })).body);
    expect(await day()).toMatch(
      /Готівка 240,00 ₴ Картка 60,00 ₴ .*Усі Готівка Картка Змішано .*№ 1 .*Змішано/,
    );
    expect(await day('&way=mixed')).not.toMatch(/№ 2/);
    expect(await day('&way=cash')).not.toMatch(/№ 1 /);
    // The card has its part back first, and what is handed back says so.
    expect(await receipt()).toContain('Повернути все: 60,00 ₴ на картку і 90,00 ₴ готівкою');
    const give = (form: Record<string, string>) =>
      post('/receipt/return', { number: '1', once: randomUUID(), ...form }, { cookie });
    expect(wordsOf((await give({ line_1: '2', do: 'count' })).body)).toContain(
      'Повернути 60,00 ₴ на картку і 40,00 ₴ готівкою',
    );
    await give({ line_1: '1', do: 'return' });
    expect(await receipt()).toMatch(
      /Повернення 1 × Хліб .*50,00 ₴ на картку −50,00 ₴ .*Повернути все: 10,00 ₴ на картку і 90,00 ₴ готівкою/,
    );
    // What went back in one way is said to have.
    expect(await day()).toMatch(/Повернення Чек № 1 [\d:]+ · Картка −50,00 ₴/);
    expect(await day('&way=card')).toContain('−50,00 ₴');
    await give({ do: 'all' });
    expect(await day()).toMatch(/Готівка 150,00 ₴ (?!Картка)/);
    await sell({ cash: '20,50' });
    await post('/receipt/void', { number: '3' }, { cookie });
    expect(wordsOf((await get('/receipt?number=3', { cookie })).body)).toContain(
      'Поверніть покупцеві 129,50 ₴ на картку і 20,50 ₴ готівкою.',
    );
    expect((await get('/', { cookie })).body).toContain('2 чеки');
    // On a day on which things only came back, the home page says so.
    later(24 * 3_600_000);
    await post('/receipt/return', { number: '2', once: randomUUID(), line_1: '1', do: 'return' }, { cookie });
    expect(wordsOf((await get('/', { cookie })).body)).toMatch(
      /−50,00 ₴ 0 чеків · Повернено: 50,00 ₴ · учора/,
    );
  });

  it('has a discount on a line, as percent or amount, which its receipt, its return and its report know', async () => {
    allow('sales.discounts', 'reports', 'reports.export');
    const [tea = '', jam = ''] = await addGoods(cookie, [
      ['Чай', '33,33', '9'],
      ['Джем', '20', '9'],
    ]);
    const press = async (form: Record<string, string>) =>
      withoutOnce((await post('/sale', { [`n_${tea}`]: '3', ...form }, { cookie })).headers.location);
    // The button opens the field, with the cursor in it, and takes it away.
    expect(await press({ do: `discount:${tea}` })).toBe(`/sale?n_${tea}=3&d_${tea}=#d_${tea}`);
    expect(await press({ [`d_${tea}`]: '10', do: `discount:${tea}` })).toBe(`/sale?n_${tea}=3`);
    const typed = { [`n_${jam}`]: '2', [`d_${jam}`]: '5,01', [`k_${jam}`]: 'amount', [`d_${tea}`]: '10' };
    const address = await press({ ...typed, do: `more:${tea}` });
    expect(address).toBe(`/sale?n_${tea}=4&n_${jam}=2&d_${tea}=10&d_${jam}=5%2C01&k_${jam}=amount`);
    const page = (await get(address, { cookie })).body;
    expect(wordsOf(page)).toMatch(/Чай.* 119,99 ₴.* −13,33 ₴.* Джем.* 34,99 ₴.* −5,01 ₴.* Разом 154,98 ₴/);
    expect(page).toMatch(/<option value="amount" selected>₴/);
    for (const [wrong, kind] of [
      ['101', 'percent'],
      ['12,5', 'percent'],
      ['40,01', 'amount'],
      ['пів', 'amount'],
    ] as const) {
      const form = { [`n_${jam}`]: '2', [`d_${jam}`]: wrong, [`k_${jam}`]: kind, do: 'sell' };
      const refused = await post('/sale', form, { cookie });
      expect([refused.status, wordsOf(refused.body).includes('або сума до 40,00 ₴')]).toEqual([422, true]);
    }
    // 99.99 less 10 % is 89.99, 40.00 less 5.01 is 34.99, and both less 7 % are 116.23.
    const sold = await press({ ...typed, discount: '7', shown: '13999', do: 'sell' });
    expect(sold).toBe('/receipt?number=1&made=now');
    const receipt = async () => wordsOf((await get('/receipt?number=1', { cookie })).body);
    expect(await receipt()).toMatch(
      /Джем 2 × 20,00 ₴ 40,00 ₴ Знижка −5,01 ₴ Чай 3 × 33,33 ₴ 99,99 ₴ Знижка 10 % −10,00 ₴ Проміжна сума 124,98 ₴ Знижка 7 % −8,75 ₴ Разом 116,23 ₴/,
    );
    const rows = async () =>
      (await get('/report.csv?month=2026-03', { cookie })).body.split('\r\n').slice(1, -1);
    const taken = (list: string[]) => list.reduce((sum, row) => sum + decimals(row.split(';')[4]), 0);
    expect(taken(await rows())).toBe(116_23);
    for (const [line, quantity] of [
      ['line_1', '1'],
      ['line_2', '2'],
    ] as const) {
      const form = { number: '1', once: randomUUID(), [line]: quantity, do: 'return' };
      expect((await post('/receipt/return', form, { cookie })).status).toBe(303);
    }
    const kept = /Разом після повернення ([\d,]+)/.exec(await receipt())?.[1];
    expect(taken(await rows())).toBe(decimals(kept));
    await post('/receipt/return', { number: '1', once: randomUUID(), do: 'all' }, { cookie });
    expect(await receipt()).toMatch(/Разом після повернення 0,00 ₴/);
    // Without the feature the discount of a line counts nothing.
    allow();
    expect(wordsOf((await get(address, { cookie })).body)).toMatch(/Разом 173,32 ₴/);
  });

  it('of what is weighed takes its thousandths, keeps the sum of the line, and comes back to the last minor unit', async () => {
    allow('sales.discounts', 'reports', 'reports.export');
    const [cheese = ''] = await addGoods(cookie, [['Сир', '240', '2,5', 'C1', 'kg']]);
    const goods = spaced((await get('/goods', { cookie })).body);
    expect(goods).toMatch(/240,00 ₴\/кг[^]*2,5 кг/);
    expect((await get(`/goods/edit?id=${cheese}`, { cookie })).body).toMatch(
      /value="2,5"[^]*<option value="kg" selected>/,
    );
    // What is chosen is a whole unit, and what is typed counts with a comma or a point.
    const typed = { [`n_${cheese}`]: '0,355', given: '100', do: 'count' };
    const address = withoutOnce((await post('/sale', typed, { cookie })).headers.location);
    expect(address).toBe(`/sale?n_${cheese}=0.355&given=100`);
    const basket = spaced((await get(address, { cookie })).body);
    expect(basket).toMatch(/value="0,355"[^]*Кількість, кг: Сир/);
    expect(wordsOf(basket)).toContain('85,20 ₴ 240,00 ₴/кг');
    expect(wordsOf(basket)).toContain('Товарів: 1 · 85,20 ₴');
    for (const [act, left] of [
      [`more:${cheese}`, `/sale?n_${cheese}=1.355&given=100`],
      [`less:${cheese}`, '/sale?given=100'],
    ] as const)
      expect(withoutOnce((await post('/sale', { ...typed, do: act }, { cookie })).headers.location)).toBe(
        left,
      );
    for (const wrong of ['0,3555', '-1', 'пів']) {
      const refused = await post('/sale', { [`n_${cheese}`]: wrong, do: 'sell' }, { cookie });
      expect([refused.status, refused.body.includes('до трьох знаків після коми')]).toEqual([422, true]);
    }
    const much = await post('/sale', { [`n_${cheese}`]: '2.501', do: 'sell' }, { cookie });
    expect([much.status, spaced(much.body).includes('Залишилося: 2,5 кг')]).toEqual([422, true]);
    // 0.355 kg less 7 % is 79.236, of which half a minor unit and more is paid.
    await post('/sale', { [`n_${cheese}`]: '0.355', discount: '7', do: 'sell' }, { cookie });
    expect(spaced((await get('/receipt?number=1', { cookie })).body)).toMatch(
      /0,355 кг × 240,00 ₴[^]*85,20 ₴[^]*79,24 ₴/,
    );
    expect((await get('/goods.csv', { cookie })).body).toContain('Сир;240,00;2,145;кг;C1');
    const give = (form: Record<string, string>) =>
      post('/receipt/return', { number: '1', once: randomUUID(), ...form }, { cookie });
    expect((await give({ line_1: '0.1', do: 'return' })).status).toBe(303);
    const refused = await give({ line_1: '0,3' });
    expect(spaced(refused.body)).toContain('не більше ніж 0,255 кг');
    expect((await give({ line_1: '1,23456' })).body).toContain('до трьох знаків після коми');
    const report = await get('/report.csv?month=2026-03', { cookie });
    expect(report.body).toContain('Сир;0,255;кг;4,28;56,92');
    expect((await give({ do: 'all' })).status).toBe(303);
    const whole = spaced((await get('/receipt?number=1', { cookie })).body);
    expect(whole).toMatch(/0,100 кг × <bdi>Сир[^]*−22,32 ₴[^]*0,255 кг × <bdi>Сир[^]*−56,92 ₴[^]*0,00 ₴/);
    expect((await get('/goods.csv', { cookie })).body).toContain('Сир;240,00;2,5;кг;C1');
    expect((await get('/report.csv?month=2026-03', { cookie })).body).not.toContain('Сир');
  });

  it('waits for the weight of what is weighed, and for the next one when it is weighed again', async () => {
    const [cheese = ''] = await addGoods(cookie, [['Сир', '240', '4', '31', 'kg']]);
    const field = `n_${cheese}`;
    const add = (typed: Record<string, string>, options = {}) =>
      post('/sale', { ...typed, do: `add:${cheese}` }, { cookie, ...options });
    expect(withoutOnce((await add({})).headers.location)).toBe(`/sale?${field}=#${field}`);
    // A phone asks for the weight as well, and so does the link from the goods.
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36' };
    expect(withoutOnce((await add({}, { headers })).headers.location)).toBe(`/sale?${field}=#${field}`);
    const linked = await get(`/sale?add=${cheese}`, { cookie });
    expect(withoutOnce(linked.headers.location)).toBe(`/sale?${field}=#${field}`);
    // Nothing is said before somebody sells it unweighed.
    const page = (await get(`/sale?${field}=`, { cookie })).body;
    expect(page).toMatch(/value=""\s+placeholder="кг"\s+data-awaits/);
    expect(page).not.toContain('data-faulty>Введіть кількість');
    const refused = await post('/sale', { [field]: '', do: 'sell' }, { cookie });
    expect([refused.status, refused.body.includes('>Введіть кількість</p>')]).toEqual([422, true]);

    const again = await add({ [field]: '0,512' });
    expect(withoutOnce(again.headers.location)).toBe(`/sale?${field}=0.512%2B#${field}`);
    expect((await get(`/sale?${field}=0.512%2B`, { cookie })).body).toContain('value="0,512+"');
    expect((await post('/sale', { [field]: '0,512+', do: 'sell' }, { cookie })).status).toBe(422);
    // One more or less is of what was weighed.
    const step = async (act: string) =>
      withoutOnce(
        (await post('/sale', { [field]: '1,5+', do: `${act}:${cheese}` }, { cookie })).headers.location,
      );
    expect([await step('more'), await step('less')]).toEqual([`/sale?${field}=2.5`, `/sale?${field}=0.5`]);
    const sold = await post('/sale', { [field]: '0,512+0,3', do: 'sell' }, { cookie });
    expect(sold.status).toBe(303);
    expect(wordsOf((await get('/receipt?number=1', { cookie })).body)).toContain('0,812 кг × 240,00 ₴');
  });

  it('takes the weight from a label of scales, and leaves a wrong one', async () => {
    const [cheese = ''] = await addGoods(cookie, [
      ['Сир', '240', '4', '31', 'kg'],
      ['Пакет', '2', '90', '32'],
    ]);
    const scan = async (search: string, lines: Record<string, string> = {}) =>
      withoutOnce((await post('/sale', { ...lines, search, do: 'search' }, { cookie })).headers.location);
    expect(await scan('2200031004567')).toBe(`/sale?n_${cheese}=0.456`);
    expect(await scan('2200031004567', { [`n_${cheese}`]: '0,3' })).toBe(`/sale?n_${cheese}=0.756`);
    // The check digit, goods that are counted, and a code that no item has.
    for (const wrong of ['2200031004568', '2200032004566', '2200099004561'])
      expect(await scan(wrong)).toBe(`/sale?search=${wrong}`);
  });

  it('changes by one piece, and offers what is sold out to who looks for it', async () => {
    const [bread = ''] = await addGoods(cookie, [
      ['Хліб', '10', '5'],
      ['Молоко', '20', '0'],
    ]);
    const less = (pieces: string) =>
      post('/sale', { [`n_${bread}`]: pieces, do: `less:${bread}` }, { cookie });
    expect(withoutOnce((await less('3')).headers.location)).toBe(`/sale?n_${bread}=2`);
    expect((await less('1')).headers.location).toBe('/sale');
    const { body } = await get(`/sale?search=${encodeURIComponent('молоко')}`, { cookie });
    expect(body).toContain('немає в наявності');
    expect(body).toContain('Додати до чека: Молоко');
    expect((await get('/sale', { cookie })).body).not.toContain('Молоко');
    // What the till doesn't find is a new item's code or name.
    for (const [sought, name] of [
      ['4820000000017', 'code'],
      ['Кефір', 'name'],
    ] as const) {
      const none = (await get(`/sale?search=${encodeURIComponent(sought)}`, { cookie })).body;
      const [, way = ''] = /class="quiet" href="(\/goods\/new\?[^"]+)"/.exec(none) ?? [];
      expect((await get(way, { cookie })).body).toMatch(new RegExp(`id="${name}"\\s[^>]*value="${sought}"`));
    }
    const negative = await post('/sale', { [`n_${bread}`]: '-3', do: 'sell' }, { cookie });
    expect(negative.body).toContain('Не менше ніж 1');
  });

  it('counts and prints by the only scripts that the policy of its pages allows', async () => {
    await addGoods(cookie, [['Хліб', '10', '5']]);
    await sellAll(cookie);
    await addGoods(cookie, [['Сіль', '10', '5']]);
    const offered = (await get('/sale', { cookie })).body;
    const salt = /value="add:([^"]+)"/.exec(offered)?.[1] ?? '';
    const hashesOn = async (path: string) => {
      const { body } = await get(path, { cookie });
      return [...body.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(
        ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      );
    };
    const [print, ...counting] = await hashesOn('/receipt?number=1');
    const code = await hashesOn('/goods/new');
    const allowed = [print, ...(await hashesOn(`/sale?n_${salt}=2`)), ...counting, ...code];
    const { body, headers } = await get('/receipt?number=1', { cookie });
    expect(allowed).toHaveLength(6);
    expect(headers['content-security-policy']).toContain(`; script-src ${allowed.join(' ')};`);
    expect(body).toMatch(/<button[^>]* id="print" hidden>Надрукувати</);
    expect((await get('/sales', { cookie })).body).not.toContain('<script');
  });

  it('is in the report of its month, as far as the tariff has reports', async () => {
    allow();
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '9']]);
    for (const path of ['/report', '/report.csv']) {
      expect((await get(path, { cookie })).status).toBe(403);
    }
    expect((await get('/', { cookie })).body).not.toContain('href="/report"');
    allow('reports', 'reports.export', 'sales.discounts');
    expect((await get('/report', { cookie })).body).toContain('Цього місяця нічого не продано.');
    expect((await get('/', { cookie })).body).toContain('href="/report"');
    await post('/sale', { [`n_${bread}`]: '3', do: 'sell', discount: '50' }, { cookie });
    const { body } = await get('/report?month=2026-03', { cookie });
    const text = body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text).toContain('Знижки: 15,00 ₴');
    expect(wordsOf(text)).toMatch(/Хліб 3 −15,00 ₴ 15,00 ₴ Разом −15,00 ₴ 15,00 ₴/);
    expect((await get('/report.csv?month=2026-03', { cookie })).body).toBe(
      '\ufeffНазва;Кількість;Одиниця;"Знижки, ₴";"Сума, ₴";Категорія;"Собівартість, ₴";"Маржа, ₴"\r\nХліб;3;шт.;15,00;15,00;;;\r\n',
    );
    expect((await get('/report?month=2026-02', { cookie })).body).not.toContain('Хліб');
  });

  it('has the margin and the sums of categories, less what came back', async () => {
    allow('reports', 'reports.export', 'sales.discounts');
    const add = (item: object) => {
      const once = randomUUID();
      return post('/goods', { ...item, once }, { cookie }).then(() => once);
    };
    const cheese = { name: 'Сир', price: '200', quantity: '5', unit: 'kg', category: 'Молочне', cost: '150' };
    const id = await add(cheese);
    const milk = await add({ name: 'Молоко', price: '40', quantity: '9', category: 'молочне', cost: '' });
    const salt = await add({ name: 'Сіль', price: '20', quantity: '9', cost: '5' });
    const goods = { [`n_${id}`]: '1,5', [`n_${milk}`]: '1', [`n_${salt}`]: '2' };
    await post('/sale', { ...goods, discount: '10', do: 'sell' }, { cookie });
    // Another price from now on changes nothing of what was sold.
    await post('/goods/edit', { ...cheese, id, cost: '170' }, { cookie });
    await post('/receipt/return', { number: '1', line_3: '0,5', do: 'return' }, { cookie });
    const { body } = await get('/report?month=2026-03', { cookie });
    const words = wordsOf(body);
    // (180 − 150) of cheese and (36 − 10) of salt, of what was paid for both.
    expect(words).toContain('Маржа: 56,00 ₴ (26 %)');
    expect(words).toMatch(
      /За категоріями .* (Молочне|молочне) −24,00 ₴ 216,00 ₴ 30,00 ₴ .* Без категорії −4,00 ₴ 36,00 ₴ 26,00 ₴ .* Разом −28,00 ₴ 252,00 ₴ 56,00 ₴/,
    );
    const file = (await get('/report.csv?month=2026-03', { cookie })).body;
    for (const row of ['Сир;1;кг;20,00;180,00;Молочне;150,00;30,00', 'Молоко;1;шт.;4,00;36,00;молочне;;'])
      expect(file).toContain(row);
    // Cashiers see nothing of it.
    expect(wordsOf((await get('/sale', { cookie })).body)).not.toContain('150');
  });

  it('says which tariff has the report and what it costs, and leads to it who may change the tariff', async () => {
    allow();
    const id = randomUUID();
    const tariff = { id, name: { uk: 'Магазин', en: 'Shop' } };
    const upgrade = { feature: 'reports', tariff, price: 49_900, period: 'month' as const };
    platform.entitlements = { ...platform.entitlements, upgrades: [upgrade] };
    later(10_000);
    expect((await get('/', { cookie })).body).toContain('href="/report"');
    const page = async (who = cookie) => {
      const { status, body } = await get('/report', { cookie: who });
      return { status, body, text: body.replaceAll(/[\u00a0\u202f]/g, ' ') };
    };
    const owner = await page();
    expect(owner.status).toBe(403);
    expect(owner.text).toContain('Є в тарифі «Магазин», 499 ₴ на місяць.');
    expect(owner.body).toContain(`class="button" href="${publicUrl}/account/plan?tariff=${id}&#38;when=now"`);
    platform.entitlements.upgrades = [{ ...upgrade, price: 499_050, period: 'year' }];
    later(10_000);
    expect((await page()).text).toContain('Є в тарифі «Магазин», 4 990,50 ₴ на рік.');
    platform.reset({ acting_user: { id: randomUUID(), name: 'Марко' }, person: null });
    const colleague = await signIn();
    expect((await get('/', { cookie: colleague })).body).not.toContain('href="/report"');
    const seen = await page(colleague);
    expect(seen.text).toContain('Є в тарифі «Магазин»');
    expect(seen.body).not.toContain('/account/plan');
  });

  it('is taken back once: the receipt is void, the goods return, the day and the month lose the sum', async () => {
    await addGoods(cookie, [['Хліб', '10', '5']]);
    await sellAll(cookie);
    expect((await get('/sales', { cookie })).body).toMatch(/50,00\s₴/);
    for (let again = 0; again < 2; again += 1) {
      const { headers } = await post('/receipt/void', { number: '1' }, { cookie });
      expect(headers.location).toBe('/receipt?number=1');
    }
    const undone = (await get('/receipt?number=1', { cookie })).body;
    expect(undone).toContain('Продаж скасовано');
    // On paper it asks for nothing and thanks nobody.
    expect(undone).toMatch(/<span class="screen" lang="uk"\s*>Поверніть покупцеві 50,00\s₴ готівкою\./);
    expect(undone).not.toContain('Дякуємо');
    expect((await get('/goods', { cookie })).body).toMatch(/data-label="Кількість">\s*5\s*</);
    const { body } = await get('/sales', { cookie });
    expect(body).toContain('скасовано');
    expect(body).toContain('0 чеків');
    expect((await post('/receipt/void', { number: '9' }, { cookie })).status).toBe(404);
  });

  it('comes back in part and whole, on the day of the return, with its discount and to the goods', async () => {
    allow('sales.discounts', 'reports', 'reports.export');
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10,01', '5'],
      ['Сіль', '20', '5'],
    ]);
    const basket = { [`n_${salt}`]: '1', [`n_${bread}`]: '3', discount: '10', do: 'sell', pay: 'card' };
    await post('/sale', basket, { cookie });
    // 30.03 + 20.00, less a tenth.
    expect(spaced((await get('/sales', { cookie })).body)).toContain('45,03 ₴');
    later(24 * 3_600_000);
    const give = (form: Record<string, string>) =>
      post('/receipt/return', { number: '1', once: randomUUID(), ...form }, { cookie });
    for (const [form, said] of [
      [{}, 'хоча б для одного товару'],
      [{ line_1: '0' }, 'хоча б для одного товару'],
      [{ line_1: 'два' }, 'ціле число'],
      [{ line_1: '4', line_2: '1' }, 'не більше ніж 3'],
    ] as const) {
      const refused = await give(form);
      expect([refused.status, refused.body.includes(said)]).toEqual([422, true]);
    }
    const form = { line_1: '2', once: randomUUID() };
    for (let again = 0; again < 2; again += 1)
      expect((await give(form)).headers.location).toBe('/receipt?number=1&made=back');
    expect(wordsOf((await get('/receipt?number=1&made=back', { cookie })).body)).toMatch(
      /Поверніть покупцеві 18,02\s₴ на картку/,
    );
    const receipt = spaced((await get('/receipt?number=1', { cookie })).body);
    expect(receipt).not.toContain('Поверніть покупцеві');
    expect(receipt).toMatch(/2 × <bdi>Хліб<\/bdi>[^]*−18,02 ₴[^]*Разом після повернення[^]*27,01 ₴/);
    expect(receipt).not.toContain('Скасувати продаж');
    expect((await give({ line_1: '2' })).status).toBe(422);
    const today = spaced((await get('/sales', { cookie })).body);
    expect(today).toMatch(/figure">−18,02 ₴[^]*Продано: 0,00 ₴ · Повернено: 18,02 ₴/);
    expect(today).toMatch(/Повернення[^]*Чек № 1[^]*Картка[^]*−18,02 ₴/);
    // The month has both, and so has its report; the day of the sale stays as it was.
    expect(today).toMatch(/figure small">27,01 ₴[^]*Продано: 45,03 ₴ · Повернено: 18,02 ₴/);
    const before = spaced((await get('/sales?day=2026-03-02', { cookie })).body);
    expect(before).toContain('figure">45,03 ₴');
    expect(before).toContain('частину повернено');
    const report = await get('/report.csv?month=2026-03', { cookie });
    expect(report.body).toContain('Хліб;1;шт.;1,00;9,01');
    expect(await give({ line_1: '1', line_2: '1' })).toMatchObject({ status: 303 });
    expect(spaced((await get('/receipt?number=1', { cookie })).body)).toMatch(
      /Разом після повернення[^]*0,00 ₴/,
    );
    expect(spaced((await get('/sales', { cookie })).body)).toContain('figure">−45,03 ₴');
    expect((await get('/goods.csv', { cookie })).body).toMatch(/Сіль;20,00;5[^]*Хліб;10,01;5/);
    // Of a sale that came back nothing is undone any more.
    await post('/receipt/void', { number: '1' }, { cookie });
    expect((await get('/receipt?number=1', { cookie })).body).not.toContain('Продаж скасовано');
    expect((await post('/receipt/return', { number: '9', line_1: '1' }, { cookie })).status).toBe(404);
  });

  it('says what is handed back before its goods are taken, for some and for everything that is left', async () => {
    allow('sales.discounts');
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '5']]);
    await post('/sale', { [`n_${bread}`]: '4', discount: '10', do: 'sell' }, { cookie });
    const give = async (form: Record<string, string>) => {
      const answer = await post('/receipt/return', { number: '1', once: randomUUID(), ...form }, { cookie });
      return { ...answer, body: spaced(answer.body) };
    };
    const whole = spaced((await get('/receipt?number=1', { cookie })).body);
    expect(whole).toMatch(/value="all">\s*Повернути все: 36,00 ₴/);
    expect(whole).toMatch(/value="return"\s+data-text="Повернути # готівкою"\s+hidden/);
    const counted = await give({ do: 'count', line_1: '1' });
    expect(counted.status).toBe(200);
    expect(counted.body).toMatch(/name="shown" value="900"[^]*value="return"[^>]*>\s*Повернути 9,00 ₴/);
    for (const [form, said] of [
      [{ do: 'count' }, 'хоча б для одного товару'],
      [{ do: 'count', line_1: '5' }, 'не більше ніж 4'],
      [{ do: 'return', line_1: '2', shown: '900' }, 'Сума змінилася'],
    ] as const) {
      const refused = await give(form);
      expect([refused.status, refused.body.includes(said)]).toEqual([422, true]);
    }
    expect((await get('/goods.csv', { cookie })).body).toContain('Хліб;10,00;1');
    const some = { do: 'return', line_1: '2', shown: '1800', once: randomUUID() };
    for (let again = 0; again < 2; again += 1) expect((await give(some)).status).toBe(303);
    expect(spaced((await get('/receipt?number=1', { cookie })).body)).toContain('Повернути все: 18,00 ₴');
    for (let again = 0; again < 2; again += 1)
      expect((await give({ do: 'all' })).headers.location).toBe('/receipt?number=1&made=back');
    expect((await get('/goods.csv', { cookie })).body).toContain('Хліб;10,00;5');
    const empty = spaced((await get('/receipt?number=1', { cookie })).body);
    expect(empty).not.toContain('/receipt/return');
    expect(empty.match(/−18,00 ₴/g)).toHaveLength(2);
  });

  it('waits while its cashier looks at other pages, until it is made or emptied', async () => {
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10', '9', 'A1'],
      ['Сіль', '20', '9'],
    ]);
    await post('/sale', { do: `add:${bread}` }, { cookie });
    const begun = await get('/sale', { cookie });
    expect([begun.status, withoutOnce(begun.headers.location)]).toEqual([303, `/sale?n_${bread}=1`]);
    // An item of the list goes into it.
    const more = await get(`/sale?add=${salt}`, { cookie });
    expect(withoutOnce(more.headers.location)).toBe(`/sale?n_${salt}=1&n_${bread}=1`);
    await get(more.headers.location ?? '', { cookie });
    const both = await get('/sale', { cookie });
    expect(withoutOnce(both.headers.location)).toBe(`/sale?n_${salt}=1&n_${bread}=1`);
    await post('/sale', { [`n_${bread}`]: '1', do: `remove:${bread}` }, { cookie });
    expect((await get('/sale', { cookie })).status).toBe(200);
    await post('/sale', { do: `add:${bread}` }, { cookie });
    later(13 * 3_600_000);
    expect((await get('/sale', { cookie })).status).toBe(200);
    await post('/sale', { do: `add:${bread}` }, { cookie });
    await post('/sale', { [`n_${bread}`]: '1', do: 'sell' }, { cookie });
    expect((await get('/sale', { cookie })).status).toBe(200);
  });

  it('is emptied at one touch, and comes back as it was with all that was typed', async () => {
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10', '9'],
      ['Сіль', '20', '9'],
    ]);
    const begun = { [`n_${salt}`]: '1', [`n_${bread}`]: '3', given: '100', do: 'count' };
    const address = (await post('/sale', begun, { cookie })).headers.location ?? '';
    const once = new URLSearchParams(address.split('?')[1]).get('once') ?? '';
    const emptied = await post('/sale', { ...begun, once, do: 'empty' }, { cookie });
    const said = await get(emptied.headers.location ?? '', { cookie });
    expect(said.body).toContain('Чек очищено.');
    expect(said.body).not.toContain('value="sell"');
    // The menu leads to an empty one, too.
    expect((await get('/sale', { cookie })).status).toBe(200);
    const kept = new URLSearchParams(emptied.headers.location?.split('?')[1]).get('emptied') ?? '';
    const restored = await post('/sale', { emptied: kept, do: 'restore' }, { cookie });
    expect(restored.headers.location).toBe(address);
    expect((await get('/sale', { cookie })).headers.location).toBe(address);
  });

  it('tells a script of its page that the session has ended, where a page is led to the login', async () => {
    const sent = { headers: { 'sec-fetch-dest': 'empty' }, cookie: 'cabinet_session=gone' };
    expect((await post('/sale', { do: 'sell' }, sent)).status).toBe(401);
    expect((await post('/sale', { do: 'sell' }, { cookie: 'cabinet_session=gone' })).status).toBe(303);
  });

  it('takes a code that a scanner types over a quantity as the next item', async () => {
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10', '9', '4820000000017'],
      ['Сіль', '20', '9', '4820000000024'],
    ]);
    await post('/sale', { do: `add:${bread}` }, { cookie });
    await post('/sale', { [`n_${bread}`]: '3', do: 'count' }, { cookie });
    const scan = (typed: string) =>
      post('/sale', { [`n_${bread}`]: typed, do: 'search', search: '' }, { cookie });
    const onTop = `/sale?n_${salt}=1&n_${bread}=3`;
    expect(withoutOnce((await scan('4820000000024')).headers.location)).toBe(onTop);
    // What is no code is a quantity as before, and stays as it was typed.
    expect((await scan('4820000000031')).headers.location).toContain(`n_${bread}=4820000000031`);
  });

  it('tells goods of one name apart by their codes', async () => {
    await addGoods(cookie, [
      ['Кава', '50', '9', 'K1'],
      ['Кава', '55', '9', 'K2'],
      ['Сіль', '20', '9', 'S1'],
    ]);
    const { body } = await get('/sale', { cookie });
    for (const code of ['K1', 'K2']) expect(body).toMatch(new RegExp(`Кава</bdi\\s*><small>${code}<`));
    expect(body).not.toContain('<small>S1');
  });

  it('names the way of paying in each row of the list, which one way can have alone', async () => {
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '9']]);
    for (const pay of ['cash', 'card', 'card'])
      await post('/sale', { [`n_${bread}`]: '1', do: 'sell', pay }, { cookie });
    const rows = async (query: string) => {
      const { body } = await get(`/sales${query}`, { cookie });
      return [...body.matchAll(/data-label="Оплата">\s*([^<]*?)\s*</g)].map(([, way]) => way);
    };
    expect(await rows('')).toEqual(['Картка', 'Картка', 'Готівка']);
    expect(await rows('?period=today&way=cash')).toEqual(['Готівка']);
    expect(await rows('?way=card')).toEqual(['Картка', 'Картка']);
    expect(await rows('?way=cheque')).toHaveLength(3);
    const { body } = await get('/sales?way=card', { cookie });
    expect(body).toMatch(/<a href="\/sales\?day=[\d-]+&#38;way=card" aria-current="true"/);
    // The sums stay those of the whole day.
    expect(spaced(body)).toContain('figure">30,00 ₴');
  });

  it('is found by the number of its receipt, whatever its day and seller, and by its sum', async () => {
    const [bread = '', salt = ''] = await addGoods(cookie, [
      ['Хліб', '10,50', '9'],
      ['Сіль', '2', '9'],
    ]);
    for (const id of [bread, salt, salt]) {
      await post('/sale', { [`n_${id}`]: '1', do: 'sell' }, { cookie });
      later(48 * 3_600_000);
    }
    const found = async (find: string, who = cookie) => {
      const { body } = await get(`/sales?${new URLSearchParams({ find })}`, { cookie: who });
      return [...body.matchAll(/href="\/receipt\?number=(\d+)"/g)].map(([, number]) => number);
    };
    expect(await found('10,50')).toEqual(['1']);
    expect(await found('10.5')).toEqual(['1']);
    expect(await found('№ 1')).toEqual(['1']);
    // A number, and the sum of two others.
    expect(await found('2')).toEqual(['3', '2']);
    for (const nothing of ['7', 'хліб', '1,234', '9'.repeat(40)]) expect(await found(nothing)).toEqual([]);
    expect((await get('/sales?find=7', { cookie })).body).toContain('Такого чека немає');
    const person = { id: randomUUID(), name: 'Оля', email: 'olya@ganok.example', role: 'member' as const };
    platform.entitlements = {
      ...platform.entitlements,
      members: [...platform.entitlements.members, { id: person.id, role: 'member', locale: 'uk' }],
    };
    platform.reset({ person, name: person.name });
    const other = await signIn();
    expect(await found('2', other)).toEqual(['2']);
    expect(await found('10,50', other)).toEqual([]);
  });

  it('counts on its day in the installation’s zone, and the days of a month are a picture and a table', async () => {
    await addGoods(cookie, [['Хліб', '10', '9']]);
    // In Kyiv it is already March 3.
    now = new Date('2026-03-02T22:30:00Z');
    await sellAll(cookie);
    const { body } = await get('/sales?day=2026-03-03', { cookie });
    expect(body).toContain('3 березня 2026');
    expect(body).toContain('1 чек');
    expect(body).toMatch(/<svg[^>]*role="img"[^]*<desc[^>]*>[^<]*90,00/);
    expect(body).toContain('<a href="/sales?day=2026-03-03">3 березня</a>');
    expect((await get('/sales?day=2026-03-02', { cookie })).body).toContain('0 чеків');
    for (const day of ['2026-02-30', '2027-01-01', 'x'])
      expect((await get(`/sales?day=${day}`, { cookie })).body).toContain('наприклад 31.03.2026');
    expect((await get('/sales?day=3.03', { cookie })).body).toContain('1 чек');
    await post('/language', { locale: 'en' }, { cookie });
    expect((await get('/sales?day=03/03/2026', { cookie })).body).toContain('Today, 3 March');
    for (const [address, receipts, name] of [
      ['', '1 receipt<', 'Today, 3 March'],
      ['?day=2026-03-02', '0 receipts', 'Yesterday, 2 March'],
      ['?period=week', '1 receipt<', '2 – 3 March'],
      ['?period=month', '1 receipt<', 'March 2026'],
      ['?period=month&day=2026-02-10', '0 receipts', 'February 2026'],
    ] as const) {
      const page = (await get(`/sales${address}`, { cookie })).body.replaceAll('\u2009', ' ');
      expect(page).toContain(receipts);
      expect(page).toContain(`<h2 id="period">${name}</h2>`);
      // What is chosen is always marked, and one way leads on from it.
      expect(page.match(/<a href="\/sales\?[^"]*"\s+aria-current="true"\s*>(Day|Week|Month)</g)).toHaveLength(
        1,
      );
      expect(page).toContain('aria-label="Earlier: ');
      expect([page.includes('aria-label="Later: '), page.includes('>Today</a>')]).toEqual(
        address.includes('day=') ? [true, true] : [false, false],
      );
    }
  });
});

describe('what the shop says of itself', () => {
  let cookie: string;

  it('leads the owner to inviting who works there, and no colleague of the platform', async () => {
    const way = `href="${publicUrl}/account/members">Запросити<`;
    expect((await get('/shop', { cookie })).body).toContain(way);
    platform.reset({ acting_user: { id: randomUUID(), name: 'Олена' } });
    const shop = await get('/shop', { cookie: await signIn() });
    expect([shop.status, shop.body.includes(way)]).toEqual([200, false]);
  });

  it('marks what runs out in the list of goods', async () => {
    await addGoods(cookie, [
      ['Вода', '10', '0'],
      ['Хліб', '10', '3'],
      ['Сіль', '10', '4'],
    ]);
    const marks = async () =>
      [...(await get('/goods', { cookie })).body.matchAll(/class="tag[^"]*">([^<]*)</g)].map(
        ([, mark]) => mark,
      );
    expect(await marks()).toEqual(['немає в наявності', 'закінчується']);
    await post('/shop', { name: '', address: '', phone: '', thanks: '', pay: 'cash', few: '4' }, { cookie });
    expect(await marks()).toEqual(['немає в наявності', 'закінчується', 'закінчується']);
  });

  const facts = {
    name: 'Лавка «Ґанок» <1>',
    address: 'Львів, вул. Зелена, 5',
    phone: '+380 (67) 123-45-67',
    thanks: 'Чекаємо на вас знову!',
    pay: 'card',
    few: '5',
  };
  beforeEach(async () => {
    await createCabinet();
    cookie = await signIn();
  });

  it('heads its receipts with the legal name below, and names its pages', async () => {
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '9']]);
    await post('/sale', { [`n_${bread}`]: '1', do: 'sell' }, { cookie });
    const plain = (await get('/receipt?number=1', { cookie })).body;
    expect(plain).toMatch(/<strong><bdi>ТОВ «Ґанок»<\/bdi><\/strong>[^]*12345678[^]*Дякуємо за покупку!/);
    for (let again = 0; again < 2; again += 1)
      expect((await post('/shop', facts, { cookie })).headers.location).toBe('/shop?saved');
    const saved = (await get('/shop?saved', { cookie })).body;
    expect(saved).toContain('role="status">Збережено.');
    for (const [name, value] of Object.entries({ address: facts.address, phone: facts.phone, few: '5' }))
      expect(saved).toMatch(new RegExp(`id="${name}"[^>]*value="${value.replaceAll(/[+().]/g, '\\$&')}"`));
    await post('/sale', { [`n_${bread}`]: '1', do: 'sell' }, { cookie });
    const receipt = (await get('/receipt?number=2', { cookie })).body.replaceAll(/\s+/g, ' ');
    expect(receipt).toMatch(
      /<strong><bdi>Лавка «Ґанок» &#60;1&#62;<\/bdi><\/strong>.*Зелена, 5.*123-45-67.*<small class="muted"><bdi>ТОВ «Ґанок»<\/bdi>, [^<]*12345678/,
    );
    expect(receipt).toContain('Чекаємо на вас знову!');
    expect((await get('/', { cookie })).body).toContain('<h1><bdi>Лавка «Ґанок» &#60;1&#62;');
  });

  it('is how a sale begins, and from when on goods run out', async () => {
    const [bread = ''] = await addGoods(cookie, [
      ['Хліб', '10', '9'],
      ['Сіль', '20', '5'],
      ['Мило', '30', '4'],
    ]);
    const low = async () => /Закінчується[^]*/.exec((await get('/', { cookie })).body)?.[0] ?? '';
    expect(await low()).toBe('');
    await post('/shop', facts, { cookie });
    expect(await low()).toMatch(/Мило[^]*Сіль/);
    expect(await low()).not.toContain('Хліб');
    const begun = `/sale?n_${bread}=1`;
    expect(withoutOnce((await post('/sale', { do: `add:${bread}` }, { cookie })).headers.location)).toBe(
      begun,
    );
    expect((await get(begun, { cookie })).body).toMatch(/value="card"\s+checked/);
    const inCash = { [`n_${bread}`]: '1', pay: 'cash', given: '20', do: 'count' };
    const address = withoutOnce((await post('/sale', inCash, { cookie })).headers.location);
    expect(address).toBe(`${begun}&pay=cash&given=20`);
    expect((await get(address, { cookie })).body).toMatch(/value="cash"\s+checked/);
  });

  it.each([
    ['name', 'x'.repeat(101), 'Не більше ніж 100 символів'],
    ['address', 'x'.repeat(201), 'Не більше ніж 200 символів'],
    ['phone', '12345', 'Перевірте номер'],
    ['phone', 'подзвоніть нам', 'Перевірте номер'],
    ['thanks', 'Дякуємо\u0000', 'Є недозволений символ'],
    ['few', '-1', 'Не менше ніж 0'],
    ['few', '', 'Заповніть це поле'],
    ['few', 'кілька', 'Введіть ціле число'],
  ])(
    'with a wrong %s (%#) comes back as typed with what is wrong at its field',
    async (name, value, text) => {
      const { status, body } = await post('/shop', { ...facts, [name]: value }, { cookie });
      expect(status).toBe(422);
      expect(body).toContain(`id="${name}-note" data-faulty`);
      expect(body).toMatch(new RegExp(`<a href="#${name}">[^<]*${text}`));
      expect(body).toMatch(/value="card"\s+checked/);
      expect((await get('/', { cookie })).body).not.toContain('Лавка');
    },
  );

  it('stays on a receipt as it was on the day of the sale', async () => {
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '9']]);
    const sell = () => post('/sale', { [`n_${bread}`]: '1', do: 'sell' }, { cookie });
    await sell();
    await post(
      '/shop',
      { ...facts, name: 'Лавка', address: 'Київ, Подол 1', thanks: 'До зустрічі' },
      { cookie },
    );
    await sell();
    await post('/shop', { ...facts, name: 'Крамниця', address: 'Львів', thanks: '' }, { cookie });
    const receipt = async (number: number) =>
      wordsOf((await get(`/receipt?number=${number}`, { cookie })).body);
    expect(await receipt(1)).not.toMatch(/Лавка|Крамниця/);
    expect(await receipt(2)).toMatch(/Лавка Київ, Подол 1 .*До зустрічі/);
  });

  it('prints the code of a person only where the shop or the law of its country wants it', async () => {
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '9']]);
    await post('/sale', { [`n_${bread}`]: '1', do: 'sell' }, { cookie });
    const { client } = platform.entitlements;
    const person = { ...client, name: 'Рута Житня', type: 'individual' as const, ident: '48801150019' };
    const seen = async (who: typeof client, currency: string) => {
      platform.entitlements = { ...platform.entitlements, client: who, currency };
      later(10_000);
      return (await get('/receipt?number=1', { cookie })).body.includes(who.ident);
    };
    expect(await seen(person, 'UAH')).toBe(true);
    expect(await seen(person, 'EUR')).toBe(false);
    expect((await get('/shop', { cookie })).body).toMatch(/name="printCode"[^]*value="no"\s+selected/);
    await post('/shop', { ...facts, printCode: 'yes' }, { cookie });
    expect(await seen(person, 'EUR')).toBe(true);
    await post('/shop', { ...facts, printCode: 'no' }, { cookie });
    expect([await seen(person, 'UAH'), await seen(client, 'UAH'), await seen(client, 'EUR')]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await get('/shop', { cookie })).body).not.toContain('name="printCode"');
    // A form without the choice leaves it as it was.
    await post('/shop', facts, { cookie });
    expect(await seen(person, 'UAH')).toBe(false);
  });

  it('prints receipts in one language, whoever looks', async () => {
    const [bread = ''] = await addGoods(cookie, [['Хліб', '10', '9']]);
    await post('/sale', { [`n_${bread}`]: '1', do: 'sell' }, { cookie });
    const paper = async () => {
      const { body } = await get('/receipt?number=1', { cookie });
      const [article = ''] = /<article class="card receipt"[^]*<\/article>/.exec(body) ?? [];
      return { article: wordsOf(article), rest: wordsOf(body.replace(article, '')) };
    };
    await post('/language', { locale: 'de', back: '/' }, { cookie });
    const own = await paper();
    expect(own.article).toMatch(/Чек № 1 .*Разом.*Дякуємо за покупку!/);
    expect(own.rest).toContain('Verkauf stornieren');
    await post('/shop', { ...facts, thanks: '', language: 'lt' }, { cookie });
    const chosen = await paper();
    expect(chosen.article).toMatch(/Kvitas Nr\. 1 .*Dėkojame, kad pirkote!/);
    expect(chosen.rest).toContain('Verkauf stornieren');
    expect((await get('/shop', { cookie })).body).toMatch(/value="lt"\s+selected[^]*/);
  });

  it('is not changed by who only looks, by a way of paying that there is not, nor from elsewhere', async () => {
    expect((await post('/shop', { ...facts, pay: 'cheque' }, { cookie })).status).toBe(422);
    expect((await post('/shop', facts, { cookie, origin: 'https://evil.example' })).status).toBe(403);
    platform.entitlements = { ...platform.entitlements, read_only: true };
    later(10_000);
    expect((await post('/shop', facts, { cookie })).status).toBe(403);
    const shown = await get('/shop', { cookie });
    expect([shown.status, shown.body.includes('action="/shop"')]).toEqual([200, false]);
  });
});

describe('the roles of the account', () => {
  const cashier = { id: randomUUID(), name: 'Олена', email: 'till@ganok.example', role: 'member' as const };
  const second = { ...cashier, id: randomUUID(), name: 'Ігор' };
  const bookkeeper = { ...cashier, id: randomUUID(), name: 'Марія', role: 'billing' as const };
  let owner: string;
  let bread: string;

  const enterAs = (person: NonNullable<TicketAnswer['person']>) => {
    platform.reset({ person, session_id: randomUUID() });
    return signIn();
  };
  const sell = async (cookie: string, form: Record<string, string> = {}) =>
    (await post('/sale', { [`n_${bread}`]: '1', do: 'sell', ...form }, { cookie })).headers.location;

  beforeEach(async () => {
    await createCabinet();
    platform.entitlements = {
      ...platform.entitlements,
      features: ['goods', 'reports', 'reports.export'],
      members: [
        ...platform.entitlements.members,
        ...[cashier, second, bookkeeper].map(({ id, role }) => ({ id, role, locale: 'uk' as const })),
      ],
    };
    owner = await signIn();
    [bread = ''] = await addGoods(owner, [['Хліб', '10', '9']]);
  });

  it('let a cashier sell and see own sales, and neither turnover nor goods to change', async () => {
    const cookie = await enterAs(cashier);
    expect(await sell(cookie)).toBe('/receipt?number=1&made=now');
    expect(await sell(owner)).toBe('/receipt?number=2&made=now');
    const home = (await get('/', { cookie })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(home).toContain('Мої продажі сьогодні');
    expect(home).toContain('10,00 ₴');
    expect(home).not.toMatch(/20,00 ₴|Оборот за місяць|Тариф:|href="\/report"|href="\/goods\/edit/);
    const sales = (await get('/sales', { cookie })).body;
    expect(sales).toContain('number=1');
    expect(sales).not.toMatch(/number=2|Оборот|<svg class="(small|large)"/);
    expect((await get('/receipt?number=1', { cookie })).body).toContain('Касир: Олена');
    expect((await get('/receipt?number=2', { cookie })).body).not.toContain('Скасувати продаж');
    expect((await post('/receipt/void', { number: '2' }, { cookie })).status).toBe(403);
    const goods = (await get('/goods', { cookie })).body;
    expect(goods).toContain('Продати: Хліб');
    expect(goods).not.toMatch(/\/goods\/(new|edit|import|delete)|goods\.csv/);
  });

  it.each([
    [
      'cashier',
      [
        '/goods/new',
        '/goods/edit?id=x',
        '/goods/import',
        '/goods/sample.xlsx',
        '/goods.csv',
        '/report',
        '/report.csv',
        '/sales.csv',
        '/shop',
      ],
      [],
    ],
    [
      'bookkeeper',
      ['/goods/new', '/goods/edit?id=x', '/goods/import', '/shop'],
      ['/goods.csv', '/report', '/report.csv', '/sales', '/sales.csv', '/goods'],
    ],
  ])('refuse a %s what is not theirs, also without its link', async (who, refused, open) => {
    const cookie = await enterAs(who === 'cashier' ? cashier : bookkeeper);
    for (const path of refused) expect([path, (await get(path, { cookie })).status]).toEqual([path, 403]);
    for (const path of open) expect([path, (await get(path, { cookie })).status]).toEqual([path, 200]);
    const item = { id: bread, name: 'Сіль', price: '1', quantity: '1' };
    const changes = [
      '/goods',
      '/goods/edit',
      '/goods/delete',
      '/goods/restore',
      '/goods/import/confirm',
      '/shop',
    ];
    for (const path of changes)
      expect([path, (await post(path, item, { cookie })).status]).toEqual([path, 403]);
    expect((await get('/goods.csv', { cookie: owner })).body).toContain('Хліб;10,00;9');
  });

  it('let a bookkeeper see everything and change nothing', async () => {
    await sell(owner);
    const cookie = await enterAs(bookkeeper);
    expect((await get('/', { cookie })).body).toContain('Оборот за місяць');
    const receipt = (await get('/receipt?number=1', { cookie })).body;
    expect(receipt).not.toMatch(/Скасувати продаж|href="\/sale"/);
    expect(await sell(cookie)).toBeUndefined();
    const refused = await post('/receipt/void', { number: '1' }, { cookie });
    expect([refused.status, refused.body.includes('Бухгалтер бачить')]).toEqual([403, true]);
    expect((await get('/sales', { cookie })).body).toContain('1 чек');
  });

  it('begin where they work: a cashier at the till, a bookkeeper with the month, the owner at home', async () => {
    const firstOf = async (cookie: string) => (await get('/?first', { cookie })).headers.location;
    expect(await firstOf(await enterAs(cashier))).toBe('/sale');
    expect(await firstOf(await enterAs(bookkeeper))).toBe('/sales?period=month');
    expect(await firstOf(owner)).toBeUndefined();
    // A sign-in leads there itself.
    platform.reset({ person: bookkeeper, session_id: randomUUID() });
    expect((await get(signInAddress)).headers.location).toBe('/?first');
    // The search says what it finds.
    const labels = async (cookie: string) => (await get('/sales', { cookie })).body;
    expect(await labels(await enterAs(cashier))).toContain('Номер чека або сума свого');
    expect(await labels(owner)).toContain('Номер або сума чека');
  });

  it('let a cashier undo an own sale on its day, and the owner later, and say who it was', async () => {
    const cookie = await enterAs(cashier);
    for (let times = 0; times < 2; times += 1) await sell(cookie);
    expect((await get('/receipt?number=1', { cookie })).body).toContain('Скасувати продаж');
    await post('/receipt/void', { number: '1' }, { cookie });
    expect((await get('/receipt?number=1', { cookie: owner })).body).toContain('Хто скасував: Олена.');
    later(24 * 3_600_000);
    expect((await get('/receipt?number=2', { cookie })).body).not.toContain('Скасувати продаж');
    expect((await post('/receipt/void', { number: '2' }, { cookie })).status).toBe(403);
    const back = { number: '2', line_1: '1' };
    expect((await post('/receipt/void', { number: '2' }, { cookie: owner })).status).toBe(303);
    // Nothing comes back of a sale that never was.
    await post('/receipt/return', back, { cookie: owner });
    expect((await get('/receipt?number=2', { cookie: owner })).body).not.toContain('Повернення');
  });

  it('let a cashier undo nothing where the shop says so', async () => {
    const shop = { name: '', address: '', phone: '', thanks: '', pay: 'cash', few: '3' };
    await post('/shop', { ...shop, cashierUndo: 'no' }, { cookie: owner });
    const cookie = await enterAs(cashier);
    await sell(cookie);
    expect((await get('/receipt?number=1', { cookie })).body).not.toContain('Скасувати продаж');
    expect((await post('/receipt/void', { number: '1' }, { cookie })).status).toBe(403);
    expect((await get('/receipt?number=1', { cookie: owner })).body).toContain('Скасувати продаж');
    await post('/shop', { ...shop, cashierUndo: 'yes' }, { cookie: owner });
    expect((await post('/receipt/void', { number: '1' }, { cookie })).status).toBe(303);
  });

  it('let a cashier take goods back on anybody’s receipt for 14 days, and the owner later', async () => {
    await sell(owner, { [`n_${bread}`]: '3' });
    const cookie = await enterAs(cashier);
    later(14 * 24 * 3_600_000);
    const back = { number: '1', line_1: '1', do: 'return' };
    expect((await get('/receipt?number=1', { cookie })).body).toContain('Повернути товари');
    expect((await post('/receipt/return', back, { cookie })).status).toBe(303);
    expect((await get('/receipt?number=1', { cookie })).body).toContain('Олена');
    // The money leaves the drawer of who takes the goods: it is in that list, and goes off those sums.
    for (const who of [cookie, owner]) {
      const words = wordsOf((await get('/sales', { cookie: who })).body).replaceAll(/[\u00a0\u202f]/g, ' ');
      expect(words).toMatch(/Готівка −10,00 ₴.*Повернення Чек № 1 .*−10,00 ₴/);
    }
    later(24 * 3_600_000);
    const page = (await get('/receipt?number=1', { cookie })).body;
    expect(page).toContain('минуло понад 14 днів');
    expect(page).not.toContain('Повернути товари');
    expect((await post('/receipt/return', back, { cookie })).status).toBe(403);
    expect((await post('/receipt/return', back, { cookie: owner })).status).toBe(303);
    // What is not theirs stays out of their lists.
    expect((await get('/sales', { cookie })).body).not.toContain('number=1');
  });

  it('bound the discounts of a cashier, on a line and on all, where the shop says so', async () => {
    platform.entitlements = { ...platform.entitlements, features: ['goods', 'sales.discounts'] };
    later(10_000);
    const shop = { name: '', address: '', phone: '', thanks: '', pay: 'cash', few: '3' };
    for (const [wrong, field] of [
      ['101', 'mostDiscount'],
      ['пів', 'mostDiscount'],
    ] as const)
      expect((await post('/shop', { ...shop, [field]: wrong }, { cookie: owner })).status).toBe(422);
    expect((await post('/shop', { ...shop, mostDiscount: '10' }, { cookie: owner })).status).toBe(303);
    // A tariff without discounts has no field for it, and forgets nothing.
    expect((await post('/shop', shop, { cookie: owner })).status).toBe(303);
    const cookie = await enterAs(cashier);
    const page = (await get(`/sale?n_${bread}=1`, { cookie })).body;
    expect(page).toContain('Знижка (до 10 %)');
    const own = (typed: string, kind = 'percent') => ({ [`d_${bread}`]: typed, [`k_${bread}`]: kind });
    for (const [form, place] of [
      [{ discount: '11' }, 'discount-over'],
      [own('11'), `d_${bread}-over`],
      [own('1,01', 'amount'), `d_${bread}-over`],
      [{ ...own('10'), discount: '1' }, 'discount-over'],
    ] as const) {
      const typed = { [`n_${bread}`]: '1', ...form };
      const refused = await post('/sale', { ...typed, do: 'sell' }, { cookie });
      // It is said while it is typed, too.
      const counted = await post('/sale', { ...typed, do: 'count' }, { cookie });
      const shown = await get(counted.headers.location ?? '', { cookie });
      expect([refused.status, ...notesOver(refused.body)]).toEqual([422, place]);
      expect(notesOver(shown.body)).toEqual([place]);
      expect(refused.body).toContain('не можуть перевищувати 10 %');
    }
    expect(notesOver((await get(`/sale?n_${bread}=1&discount=10`, { cookie })).body)).toEqual([]);
    expect(await sell(cookie, { discount: '10' })).toContain('number=1');
    expect(await sell(cookie, own('1', 'amount'))).toContain('number=2');
    expect(await sell(owner, { discount: '50' })).toContain('number=3');
  });

  describe('a cash drawer', () => {
    const drawer = (cookie: string, form: Record<string, string>) => post('/drawer', form, { cookie });
    /** The sums of a drawer’s page, by their names. */
    const sumsOf = async (cookie: string, number?: number) => {
      const { body } = await get(number ? `/drawer?number=${number}` : '/drawer', { cookie });
      const rows = [...body.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([^<]*)<\/dd>/g)];
      return Object.fromEntries(
        rows.map(([, name = '', sum = '']) => [name, sum.replaceAll(/[\u00a0\u202f]|₴/g, '')]),
      );
    };

    it('holds its float, its own cash sales less what went back, and what was moved, to the last minor unit', async () => {
      const cookie = await enterAs(cashier);
      expect(await sell(cookie)).toContain('number=1'); // before it was opened
      const once = randomUUID();
      for (const float of ['500', '700'])
        expect((await drawer(cookie, { do: 'open', float, once })).headers.location).toBe('/drawer');
      await sell(cookie, { [`n_${bread}`]: '2' });
      await sell(cookie, { pay: 'card' });
      await sell(cookie, { pay: 'mixed', cash: '2,55', [`n_${bread}`]: '2' });
      await sell(await enterAs(second)); // without a drawer of his own
      await post('/receipt/return', { number: '1', line_1: '1', do: 'return' }, { cookie });
      for (const [act, amount] of [
        ['in', '100,05'],
        ['out', '20'],
      ] as const) {
        const move = { do: act, number: '1', amount, reason: 'розмін', once: randomUUID() };
        for (let time = 0; time < 2; time += 1) expect((await drawer(cookie, move)).status).toBe(303);
      }
      // Who counts doesn't know what should be there.
      expect(await sumsOf(cookie)).toEqual({
        'Готівка на початку': '500,00',
        Внесено: '100,05',
        Вилучено: '−20,00',
      });
      expect(await sumsOf(owner, 1)).toEqual({
        'Готівка на початку': '500,00',
        'Продано за готівку': '32,55',
        'Повернено готівкою': '−10,00',
        'Заокруглення готівки': '−0,05',
        Внесено: '100,05',
        Вилучено: '−20,00',
        'Має бути в касі': '602,55',
      });
      later(60_000);
      // A count that differs needs a reason; only the owner learns by how much.
      const count = { do: 'close', number: '1', counted: '602,10' };
      for (const [reader, words] of [
        [cookie, 'Не збігається. Перелічіть'],
        [owner, 'Нестача 0,45 ₴. Перелічіть'],
      ] as const) {
        const { status, body } = await drawer(reader, count);
        expect([status, wordsOf(body).replaceAll('\u00a0', ' ')]).toEqual([
          422,
          expect.stringContaining(words),
        ]);
        expect(body).toMatch(/value="602,10"[^]*id="why-note" data-faulty/);
      }
      for (const again of [count, { ...count, counted: '1' }])
        expect((await drawer(cookie, { ...again, why: 'помилилися з рештою' })).status).toBe(303);
      const closed = wordsOf((await get('/drawer?number=1', { cookie })).body).replaceAll(/[\u00a0]/g, ' ');
      expect(closed).toMatch(
        /Пораховано 602,10 ₴ .*Нестача 0,45 ₴ Причина: помилилися з рештою.*розмін.*Олена.*Відкрити касу/,
      );
      // What happens later is not its own any more.
      await sell(cookie);
      await post('/receipt/void', { number: '2' }, { cookie });
      expect(await sumsOf(cookie, 1)).toMatchObject({ 'Продано за готівку': '32,55', Пораховано: '602,10' });
      expect((await drawer(cookie, { do: 'in', number: '1', amount: '5', reason: 'x' })).status).toBe(303);
      expect(await sumsOf(cookie, 1)).toMatchObject({ Внесено: '100,05' });
    });

    it('gives back what a sale of before brought, and what is undone in it', async () => {
      const cookie = await enterAs(cashier);
      await drawer(cookie, { do: 'open', float: '0' });
      await sell(cookie);
      await drawer(cookie, { do: 'close', number: '1', counted: '10' });
      await drawer(cookie, { do: 'open', float: '10' });
      await sell(cookie);
      for (const number of ['1', '2']) await post('/receipt/void', { number }, { cookie });
      expect(await sumsOf(cookie, 1)).toMatchObject({ 'Має бути в касі': '10,00' });
      expect(await sumsOf(owner, 2)).toMatchObject({
        'Продано за готівку': '10,00',
        'Повернено готівкою': '−20,00',
        'Має бути в касі': '0,00',
      });
      expect((await get('/drawer?number=1', { cookie })).body).toContain('Каса збігається.');
    });

    it('shows its result to the cashier who closed it, whoever opened it', async () => {
      await drawer(owner, { do: 'open', float: '100' });
      const cookie = await enterAs(cashier);
      await sell(cookie);
      const closed = await drawer(cookie, { do: 'close', number: '1', counted: '109', why: 'решта' });
      const result = await get(closed.headers.location ?? '', { cookie });
      expect([result.status, wordsOf(result.body).replaceAll('\u00a0', ' ')]).toEqual([
        200,
        expect.stringMatching(/Має бути в касі 110,00 ₴ Пораховано 109,00 ₴ .*Нестача 1,00 ₴ Причина: решта/),
      ]);
      const next = (await get('/drawer', { cookie })).body;
      expect(next).toContain('href="/drawer?number=1"');
      expect(wordsOf(next).replaceAll('\u00a0', ' ')).toContain('пораховано 109,00 ₴ (Олена, ');
      const other = await enterAs(second);
      expect((await get('/drawer?number=1', { cookie: other })).status).toBe(404);
      expect((await get('/drawer', { cookie: other })).body).not.toContain('number=1"');
    });

    it('refuses what is no sum and a move without a reason, at the field and as typed', async () => {
      const cookie = await enterAs(cashier);
      const refused = async (form: Record<string, string>, name: string) => {
        const { status, body } = await drawer(cookie, form);
        expect([form, status, body.includes(`id="${name}-note" data-faulty`)]).toEqual([form, 422, true]);
      };
      for (const float of ['', '-1', 'сто', '1,555']) await refused({ do: 'open', float }, 'float');
      await drawer(cookie, { do: 'open', float: '0' });
      const move = { do: 'in', number: '1', amount: '5', reason: 'розмін' };
      for (const amount of ['', '0', '-5', 'x']) await refused({ ...move, amount }, 'amount');
      await refused({ ...move, reason: ' ' }, 'reason');
      await refused({ do: 'close', number: '1', counted: '' }, 'counted');
    });

    it('is used by everybody who has none, and each cashier sees that one and the own alone', async () => {
      const cookie = await enterAs(cashier);
      const other = await enterAs(second);
      expect((await get('/sale', { cookie: other })).body).toMatch(/Касу не відкрито\.\s*<a href="\/drawer"/);
      await drawer(cookie, { do: 'open', float: '30' });
      const into = async (reader: string) =>
        wordsOf(
          /<p class="muted into">([^]*?)<\/p>/.exec((await get('/sale', { cookie: reader })).body)?.[1] ?? '',
        );
      for (const reader of [cookie, other, owner])
        expect(await into(reader)).toContain('Готівка йде в касу: Олена');
      await sell(other);
      await sell(owner);
      expect(await sumsOf(owner)).toMatchObject({
        'Продано за готівку': '20,00',
        'Має бути в касі': '50,00',
      });
      expect((await drawer(other, { do: 'out', number: '1', amount: '5', reason: 'x' })).status).toBe(303);
      // From his own on it is another's.
      await drawer(other, { do: 'open', float: '7' });
      expect(await into(other)).toContain('Ігор');
      expect((await get('/drawer?number=1', { cookie: other })).status).toBe(404);
      expect((await get('/drawer', { cookie: other })).body).not.toContain('Олена');
      for (const act of ['in', 'undo', 'close'])
        expect((await drawer(other, { do: act, number: '1', counted: '1' })).status).toBe(404);
      await sell(other);
      await sell(cookie);
      expect(await sumsOf(owner, 2)).toMatchObject({
        'Продано за готівку': '10,00',
        'Має бути в касі': '17,00',
      });
      // The owner has sold into the first, and goes on there unless the other is chosen.
      expect((await get('/sale', { cookie: owner })).body).toMatch(
        /<option\s+value="2"\s*>\s*Ігор[^]*<option\s+value="1"\s+selected\s*>\s*Олена/,
      );
      await sell(owner);
      await sell(owner, { drawer: '2', [`n_${bread}`]: '2' });
      await post('/receipt/void', { number: '5' }, { cookie: owner });
      expect(await sumsOf(owner, 1)).toMatchObject({
        'Продано за готівку': '40,00',
        'Повернено готівкою': '0,00',
      });
      expect(await sumsOf(owner, 2)).toMatchObject({
        'Продано за готівку': '30,00',
        'Повернено готівкою': '−10,00',
      });
      const books = await enterAs(bookkeeper);
      const read = (await get('/drawer?number=1', { cookie: books })).body;
      expect([read.includes('30,00'), read.includes('action="/drawer"')]).toEqual([true, false]);
      for (const act of ['open', 'close', 'undo'])
        expect((await drawer(books, { do: act, number: '1', float: '1', counted: '1' })).status).toBe(403);
      expect((await drawer(owner, { do: 'close', number: '1', counted: '30', why: 'x' })).status).toBe(303);
      expect((await get('/drawer?number=1', { cookie })).body).toMatch(/Закрито[^]*ТОВ «Ґанок»/);
      expect((await get('/drawer?number=3', { cookie: owner })).status).toBe(404);
    });

    it('gives no more than there is, undoes its last movement with a trace, and hands its count on', async () => {
      const cookie = await enterAs(cashier);
      await drawer(cookie, { do: 'open', float: '30' });
      await sell(cookie);
      await sell(cookie, { pay: 'card' });
      const out = (amount: string) => drawer(cookie, { do: 'out', number: '1', amount, reason: 'інкасація' });
      const refused = await out('40,01');
      expect([refused.status, wordsOf(refused.body).replaceAll('\u00a0', ' ')]).toEqual([
        422,
        expect.stringContaining('У касі стільки немає'),
      ]);
      expect(refused.body).toMatch(/id="amount-note" data-faulty[^]*value="40,01"/);
      expect((await out('40')).status).toBe(303);
      await drawer(cookie, { do: 'in', number: '1', amount: '5', reason: 'розмін' });
      const undo = (move: string) => drawer(cookie, { do: 'undo', number: '1', move });
      // Only the last, and once.
      for (const move of ['1', '2', '2', '9']) expect((await undo(move)).status).toBe(303);
      expect(await sumsOf(owner, 1)).toMatchObject({
        Внесено: '0,00',
        Вилучено: '−40,00',
        'Має бути в касі': '0,00',
      });
      expect(wordsOf((await get('/drawer', { cookie })).body)).toMatch(/розмін .*Скасовано .*· Олена/);
      await undo('1');
      expect(await sumsOf(owner, 1)).toMatchObject({ 'Має бути в касі': '40,00' });
      await drawer(cookie, { do: 'close', number: '1', counted: '39,50', why: 'помилка' });
      await undo('1');
      // The person who opens the next finds that sum there, and who counted it.
      for (const reader of [cookie, await enterAs(second)]) {
        const { body } = await get('/drawer', { cookie: reader });
        expect(body).toContain('value="39,50"');
        expect(wordsOf(body).replaceAll('\u00a0', ' ')).toContain(
          'останнього закриття пораховано 39,50 ₴ (Олена, ',
        );
      }
    });

    it('is to be read after the paid period, and without a shop in the tariff there is none', async () => {
      const cookie = await enterAs(cashier);
      await drawer(cookie, { do: 'open', float: '30' });
      platform.entitlements = { ...platform.entitlements, read_only: true };
      later(10_000);
      const read = await get('/drawer?number=1', { cookie });
      expect([read.status, read.body.includes('action="/drawer"')]).toEqual([200, false]);
      expect((await drawer(cookie, { do: 'close', number: '1', counted: '30' })).status).toBe(403);
      platform.entitlements = { ...platform.entitlements, read_only: false, features: [] };
      later(10_000);
      expect((await get('/drawer', { cookie })).status).toBe(403);
    });
  });

  it('give who sees the turnover a file of a period’s receipts, whose sums are its money', async () => {
    await sell(owner, { [`n_${bread}`]: '2' });
    await sell(owner, { [`n_${bread}`]: '3', pay: 'mixed', cash: '12' });
    await sell(owner);
    await post('/receipt/return', { number: '2', line_1: '2', do: 'return' }, { cookie: owner });
    await post('/receipt/void', { number: '3' }, { cookie: owner });
    const file = await get('/sales.csv?period=week', { cookie: await enterAs(bookkeeper) });
    expect(file.headers['content-disposition']).toContain('receipts-2026-03-02.csv');
    const who = 'ТОВ «Ґанок»';
    expect(file.body.split('\r\n').slice(1, -1)).toEqual([
      `1;2026-03-02;12:00;продаж;20,00;0,00;20,00;${who};0,00`,
      `2;2026-03-02;12:00;продаж;12,00;18,00;30,00;${who};0,00`,
      `3;2026-03-02;12:00;скасовано;0,00;0,00;0,00;${who};0,00`,
      `2;2026-03-02;12:00;повернення;-2,00;-18,00;-20,00;${who};0,00`,
    ]);
    expect((await get('/sales?period=week', { cookie: owner })).body).toContain('/sales.csv?day=');
    expect((await get('/sales.csv?day=31.13.2026', { cookie: owner })).status).toBe(404);
  });

  it('hold from the next page on, as far as the platform was heard, and while it is silent', async () => {
    const cookie = await enterAs(cashier);
    const members = platform.entitlements.members.map((member) =>
      member.id === cashier.id ? { ...member, role: 'admin' as const } : member,
    );
    platform.entitlements = { ...platform.entitlements, members };
    later(10_000);
    expect((await get('/report', { cookie })).status).toBe(200);
    platform.silent = true;
    later(10_000);
    expect((await get('/report', { cookie })).status).toBe(200);
    const other = [await get('/report', { cookie: owner }), await get('/goods/new', { cookie: owner })];
    expect(other.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('tell the owner what each seller took, in cash and by card', async () => {
    await sell(await enterAs(cashier));
    await sell(await enterAs(second), { pay: 'card', [`n_${bread}`]: '3' });
    const { body } = await get('/sales', { cookie: owner });
    const rows = [...body.matchAll(/<dt>(.*?)<\/dt>\s*<dd>([^<]*)<\/dd>/g)];
    expect(rows.map(([, name, sum]) => `${name} ${sum}`.replaceAll(/<\/?bdi>|[\u00a0\u202f]/g, ' '))).toEqual(
      ['Готівка 10,00 ₴', 'Картка 30,00 ₴', ' Ігор  30,00 ₴', ' Олена  10,00 ₴'],
    );
    expect(body).toMatch(/№ 2[^]*Ігор[^]*№ 1[^]*Олена/);
  });
});

describe('a cabinet whose platform is away', () => {
  beforeEach(createCabinet);

  it('sells for a day and longer, over a restart, and says how old it is', async () => {
    const cookie = await signIn();
    await addGoods(cookie, [['Хліб', '10', '5']]);
    platform.silent = true;
    later(26 * 3_600_000);
    await host.close();
    host = await startHost();
    expect(await sellAll(cookie)).toBe('/receipt?number=1&made=now');
    const { status, body } = await get('/', { cookie });
    expect(status).toBe(200);
    expect(body).toContain('Платформа зараз не відповідає');
    expect(body).toMatch(/50,00\s₴/);
    // The operator's logo would not load.
    expect(body).not.toContain('<img');
    for (const path of ['/goods', '/sale', '/sales', '/receipt?number=1', '/goods.csv'])
      expect([path, (await get(path, { cookie })).status]).toEqual([path, 200]);
  });
});

describe('a cabinet of an earlier version', () => {
  it('opens, with each earlier sale as a receipt in the month that was counted', async () => {
    const path = join(dataDir, 'cabinets', `${clientId}.sqlite`);
    const old = openSqliteFile(path, cabinetMigrations.slice(0, 4), { create: true });
    old.exec(`INSERT INTO goods VALUES ('a', 'Хліб', 1000, 5, 0, NULL);
      INSERT INTO sales VALUES ('s2', 'a', 'Хліб', 1000, 1, ${Date.parse('2026-02-28T22:30:00Z')}, '2026-03');
      INSERT INTO sales VALUES ('s1', 'a', 'Хліб', 900, 1, ${Date.parse('2026-02-10T10:00:00Z')}, '2026-02')`);
    old.close();
    await createCabinet();
    const cookie = await signIn();
    expect((await get('/goods', { cookie })).body).toContain('Хліб');
    expect((await get('/sales?day=2026-02-10', { cookie })).body).toMatch(/number=1[^]*9,00\s₴/);
    expect((await get('/sales?day=2026-03-01', { cookie })).body).toMatch(/number=2[^]*10,00\s₴/);
    expect((await get('/receipt?number=2', { cookie })).body).toContain('Хліб');
    await post('/receipt/void', { number: '2' }, { cookie });
    expect((await get('/goods', { cookie })).body).toMatch(/data-label="Кількість">\s*6\s*</);
  });
});

describe('a cabinet from before there were units', () => {
  it('opens with the same goods, receipts, returns and sums, and takes the rest of a receipt back', async () => {
    const path = join(dataDir, 'cabinets', `${clientId}.sqlite`);
    const old = openSqliteFile(path, cabinetMigrations.slice(0, cabinetMigrations.indexOf(unitsMigration)), {
      create: true,
    });
    old.exec(`INSERT INTO goods (id, code, name, price, quantity, created_at) VALUES ('a', '482', 'Хліб', 1005, 5, 0);
      INSERT INTO receipts (number, once, total, cash_register, sold_at, day, discount, paid_by, given)
        VALUES (1, 'o', 2714, 1, ${Date.parse('2026-03-01T10:00:00Z')}, '2026-03-01', 10, 'cash', 3000);
      INSERT INTO receipt_lines VALUES (1, 1, 'a', 'Хліб', 1005, 3);
      INSERT INTO returns VALUES (1, 'r', 1, 905, ${Date.parse('2026-03-01T11:00:00Z')}, '2026-03-01', 'Олена');
      INSERT INTO return_lines VALUES (1, 1, 1);
      INSERT INTO shop VALUES (1, 'Лавка', '', '', '', 'cash', 5)`);
    old.close();
    await createCabinet();
    platform.entitlements = { ...platform.entitlements, features: ['goods', 'reports', 'reports.export'] };
    later(10_000);
    const cookie = await signIn();
    expect((await get('/goods.csv', { cookie })).body).toContain('Хліб;10,05;5;шт.;482;;;');
    expect((await get('/', { cookie })).body).toMatch(/Закінчується[^]*Хліб/);
    const spacedReceipt = async () =>
      (await get('/receipt?number=1', { cookie })).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(await spacedReceipt()).toMatch(
      /3 × 10,05 ₴[^]*30,15 ₴[^]*Готівка<[^]*30,00 ₴[^]*Решта<[^]*2,86 ₴[^]*1 × <bdi>Хліб[^]*Повернути все: 18,00 ₴ готівкою/,
    );
    expect((await get('/report.csv?month=2026-03', { cookie })).body).toContain('Хліб;2;шт.;2,01;18,09');
    await post('/receipt/return', { number: '1', once: randomUUID(), do: 'all' }, { cookie });
    expect(await spacedReceipt()).toMatch(/Разом після повернення[^]*0,00 ₴/);
    expect((await get('/goods.csv', { cookie })).body).toContain('Хліб;10,05;7;шт.;482');
    expect((await get('/report.csv?month=2026-03', { cookie })).body).not.toContain('Хліб');
  });
});

describe('the pool of open databases', () => {
  it('opens a limited number, closes the longest unused, and the idle ones', async () => {
    const pool = openStorePool(join(dataDir, 'cabinets'), { max: 2, idleMs: 20 });
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) pool.create(id);
    expect(pool.openCount()).toBe(0);
    for (const id of ids) expect(pool.use(id, (store) => store.countGoods())).toBe(0);
    expect(pool.openCount()).toBe(2);
    await expect.poll(() => pool.openCount()).toBe(0);
    expect(pool.use(ids[0] ?? '', (store) => store.countGoods())).toBe(0);
    pool.closeAll();
    expect(() => pool.use(ids[0] ?? '', () => undefined)).toThrow();
  });

  it('remembers a damaged one from its first use on, until the file is repaired', async () => {
    const folder = join(dataDir, 'cabinets');
    const pool = openStorePool(folder, { idleMs: 20 });
    const id = randomUUID();
    const file = join(folder, `${id}.sqlite`);
    expect(pool.isSound(id)).toBe(false);
    pool.create(id);
    expect(pool.isSound(id)).toBe(true);
    const whole = readFileSync(file);
    writeFileSync(file, 'no database '.repeat(1000));
    expect(() => pool.use(id, (store) => store.countGoods())).toThrow('not a database');
    expect(pool.isSound(id)).toBe(false);
    writeFileSync(file, whole);
    await expect.poll(() => pool.isSound(id)).toBe(true);
    expect(pool.use(id, (store) => store.countGoods())).toBe(0);
    pool.closeAll();
  });
});

describe('days left', () => {
  it.each([
    ['2026-03-28T22:30:00Z', '2026-03-29T20:59:00Z', 0],
    ['2026-03-28T21:59:00Z', '2026-03-28T22:00:00Z', 1],
    ['2026-03-27T12:00:00Z', '2026-03-30T03:00:00Z', 3],
    ['2026-12-31T12:00:00Z', '2027-01-01T12:00:00Z', 1],
    ['2026-03-05T12:00:00Z', '2026-03-04T12:00:00Z', -1],
  ])('from %s to %s in Kyiv are %i', (from, to, days) => {
    expect(daysLeft(new Date(to), new Date(from), 'Europe/Kyiv')).toBe(days);
  });
});

describe('the texts', () => {
  const keysOf = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, path ? `${path}.${key}` : key))
      : [path];
  const catalogue = (locale: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../locales/${locale}/cabinet.json`, import.meta.url), 'utf8'));

  it.each(locales)('are complete in %s, with its plurals', (locale) => {
    const plain = (keys: string[]) => [
      ...new Set(keys.map((key) => key.replace(/_(one|few|many|other)$/, ''))),
    ];
    const keys = keysOf(catalogue(locale));
    expect(plain(keys)).toEqual(plain(keysOf(catalogue('uk'))));
    const forms = keys
      .filter((key) => key.startsWith('subscription.daysLeft_'))
      .map((key) => key.split('_')[1]);
    expect(forms.sort()).toEqual([...new Intl.PluralRules(locale).resolvedOptions().pluralCategories].sort());
  });
});

function startHost(
  port = 0,
  scheme: 'http' | 'https' = 'http',
  more: { isPlatformOfThisVersion?: boolean } = {},
) {
  return startCabinetHost({
    dataDir,
    host: '127.0.0.1',
    port,
    domain: 'localhost',
    scheme,
    hostSecret,
    platform: { apiUrl: platform.url, publicUrl },
    productName: 'Tenantry',
    version: '1.2.3',
    locale: 'uk',
    log: pino({ level: 'info' }, { write: (text: string) => void (logged += text) }),
    now: () => now,
    ...more,
  });
}

function later(milliseconds: number): void {
  now = new Date(now.getTime() + milliseconds);
}

async function createCabinet(): Promise<void> {
  expect((await manage('PUT', '/database', {})).status).toBe(200);
  expect((await manage('PUT', '/instance', { domain, secret })).status).toBe(200);
}

/** Adds goods (name, price, quantity, code, unit) and gives their ids. */
async function addGoods(
  cookie: string,
  goods: readonly (readonly [string, string, string, string?, string?])[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, price, quantity, code = '', unit = 'piece'] of goods) {
    const once = randomUUID();
    later(1);
    const added = await post('/goods', { name, price, quantity, code, unit, once }, { cookie });
    expect(added.status).toBe(303);
    ids.push(once);
  }
  return ids;
}

/** A number of a file or a page in minor units. */
function decimals(text = ''): number {
  return Math.round(Number(text.replace(',', '.')) * 100);
}

/** What a page says, without its marks. */
/** The address of a sale without its id, which is another one each time. */
function withoutOnce(address = ''): string {
  return address.replace(/&once=[\da-f-]{36}/, '');
}

/** The ids of the notes that say that a discount is too large. */
function notesOver(page: string): string[] {
  return [...page.matchAll(/<p class="note" id="([^"]*-over)"[^>]*>/g)]
    .filter(([mark]) => !mark.includes('hidden'))
    .map(([, id = '']) => id);
}

function wordsOf(page: string): string {
  return page
    .replaceAll(/<script>[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** Sells every piece of all goods, and gives the address of the receipt. */
async function sellAll(cookie: string): Promise<string | undefined> {
  const { body } = await get('/goods.csv', { cookie });
  const offered = (await get('/sale', { cookie })).body;
  const ids = [...offered.matchAll(/value="add:([^"]+)"/g)].map(([, id]) => id);
  const quantities = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(';')[2] ?? '');
  const form = Object.fromEntries(ids.map((id, place) => [`n_${id}`, quantities[place] ?? '']));
  return (await post('/sale', { ...form, do: 'sell' }, { cookie })).headers.location;
}

async function signIn(): Promise<string> {
  const { headers } = await get(signInAddress);
  return cookieOf(headers);
}

function cookieOf(headers: IncomingHttpHeaders): string {
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

function ownOrigin(): string {
  return `http://${domain}:${host.port}`;
}

async function twice(method: string, path: string, body: object | undefined, data: object): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    expect(await manage(method, path, body)).toMatchObject({ status: 200, data });
  }
}

interface Signing {
  id?: string;
  secret?: string | undefined;
  at?: Date;
  messageId?: string;
  hostName?: string;
}

/** A management call, signed like the platform's. */
async function manage(method: string, path = '', body?: object, signing: Signing = {}) {
  const text = body ? JSON.stringify(body) : '';
  const { id = clientId, at = now, messageId = `msg_${randomUUID()}`, hostName = 'localhost' } = signing;
  const key = 'secret' in signing ? signing.secret : hostSecret;
  const timestamp = Math.floor(at.getTime() / 1000);
  const headers = {
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    ...(key && { 'webhook-signature': await signMessage(key, { id: messageId, timestamp, body: text }) }),
  };
  const answer = await ask(`/host/cabinets/${id}${path}`, { method, body: text, headers, hostName });
  const isJson = answer.headers['content-type'] === 'application/json';
  return {
    status: answer.status,
    ...((isJson ? JSON.parse(answer.body) : {}) as { data?: unknown; code?: string }),
  }; // typed by each test
}

/** A call signed for a method and a path, by protocol 2 or by both. */
async function manageByTwo(
  method: string,
  noun: string,
  given: { signed?: string; signedPath?: string; both?: boolean } = {},
) {
  const path = `/host/cabinets/${clientId}${noun}`;
  const id = `msg_${randomUUID()}`;
  const timestamp = Math.floor(now.getTime() / 1000);
  const signed = { id, timestamp, body: '', method: given.signed ?? method, path: given.signedPath ?? path };
  const signature = await signRequest(hostSecret, signed, given.both ? [2, 1] : [2]);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
  return ask(path, { method, headers, hostName: 'localhost' });
}

function get(
  path: string,
  {
    cookie,
    acceptLanguage,
    hostName = domain,
  }: { cookie?: string; acceptLanguage?: string; hostName?: string } = {},
) {
  const headers = { ...(cookie && { cookie }), ...(acceptLanguage && { 'accept-language': acceptLanguage }) };
  return ask(path, { method: 'GET', headers, hostName });
}

function post(
  path: string,
  form: Record<string, string>,
  options: { cookie: string; origin?: string | undefined; headers?: Record<string, string> },
) {
  const origin = 'origin' in options ? options.origin : ownOrigin();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: options.cookie,
    ...(origin && { origin }),
    ...options.headers,
  };
  return ask(path, { method: 'POST', headers, hostName: domain, body: new URLSearchParams(form).toString() });
}

/** Asks the host under any name; `fetch` would set Host itself. */
function ask(
  path: string,
  options: {
    method: string;
    headers: Record<string, string>;
    hostName: string;
    body?: string;
    encoding?: 'latin1';
    /** As what the answer is read. */
    answer?: 'latin1';
  },
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { method, hostName, encoding = 'utf8' } = options;
  const body = Buffer.from(options.body ?? '', encoding);
  const headers = {
    ...options.headers,
    host: `${hostName}:${host.port}`,
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port: host.port, path, method, headers, agent: false };
    const request = requestHttp(target, (response) => {
      let text = '';
      response.setEncoding(options.answer ?? 'utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The metrics of an operator who also has one that the reference cabinet counts. */
const clinicMetrics: Entitlements['metrics'] = {
  monthly_turnover: { unit: 'money', period: 'month', name: { uk: 'Оборот за місяць' } },
  goods_count: { unit: 'count', period: 'now', name: { uk: 'Товари' } },
  visits: { unit: 'count', period: 'month', name: { uk: 'Прийоми' } },
  storage_bytes: { unit: 'bytes', period: 'now', name: { uk: 'Сховище' } },
};

/** The platform's two routes that the cabinet needs, over HTTP; every call must be signed correctly. */
async function startPlatform() {
  const ticket: TicketAnswer = {
    client_id: clientId,
    name: 'ТОВ «Ґанок»',
    locale: 'uk',
    person: { id: clientId, name: 'ТОВ «Ґанок»', email: 'owner@ganok.example', role: 'owner' },
    acting_user: null,
    read_only: false,
    session_id: randomUUID(),
    signed_in_at: now.toISOString(),
  };
  const entitlements: Entitlements = {
    features: ['goods', 'reports'],
    limits: { monthly_turnover: 10_000_000, goods_quantity: 2 },
    metrics: {},
    status: 'active',
    ends_at: '2026-03-14T10:00:00Z',
    read_only: false,
    deletion_at: null,
    closes_at: null,
    client: { id: clientId, name: 'ТОВ «Ґанок»', type: 'legal', ident: '12345678' },
    own_domain: null,
    tariff: { id: randomUUID(), name: { uk: 'Старт', en: 'Start', ru: 'Старт' } },
    feature_names: { goods: { uk: 'Товари', en: 'Goods' }, reports: { uk: 'Звіти' } },
    upgrades: [],
    discounts: [],
    announcements: [],
    balance: 125_050,
    payment: null,
    currency: 'UAH',
    time_zone: 'Europe/Kyiv',
    product_name: 'Tenantry',
    platform_url: publicUrl,
    seller: 'ТОВ «Каса Онлайн»',
    support: { email: 'help@kasa.example', phone: '+380 44 000 00 00' },
    logo_url: `${publicUrl}/tenantry.svg`,
    branding: null,
    members: [{ id: clientId, role: 'owner', locale: 'uk' }],
    sessions_valid_from: null,
    persons: [],
    acting_users_ended: [],
    sessions_ended: [],
  };
  const state = {
    url: '',
    ticket,
    entitlements,
    silent: false,
    asked: 0,
    redeemed: 0,
    unknown: false,
    loggedOut: Array<string>(),
    reports: 0,
    usages: Array<Usage>(),
    isBranded: false,
    takesUsage: (_usage: Usage): number => 503,
    spent: false,
    /** A new, valid ticket. */
    reset(change: Partial<TicketAnswer>) {
      state.ticket = { ...ticket, ...change };
      state.spent = false;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const server: Server = createServer((request, response) => {
    const answer = async (): Promise<[number, unknown]> => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      if (state.silent) return [503, {}];
      if (request.url === '/config.json') {
        const { seller, support } = entitlements;
        const brand = {
          accent: '#7c3aed',
          logo: { url: '/pictures/logo.png', ratio: 4 },
          markUrl: '/pictures/mark.png',
          footer: {},
        };
        const { email: supportEmail, phone: supportPhone } = support;
        return [200, { seller, supportEmail, supportPhone, ...(state.isBranded && { branding: brand }) }];
      }
      const header = (name: string) => String(request.headers[name]);
      const message = { id: header('webhook-id'), timestamp: Number(header('webhook-timestamp')), body };
      const signature = header('webhook-signature');
      const signed = await isSignedBy(secret, { ...message, signature, now });
      if (!signed || state.unknown || header('webhook-cabinet') !== clientId) return [401, {}];
      if (request.url === '/api/cabinet-api/entitlements') {
        state.asked += 1;
        return [200, { data: state.entitlements }];
      }
      if (request.url === '/api/cabinet-api/logout') {
        state.loggedOut.push(JSON.parse(body).session_id);
        return [200, { data: {} }];
      }
      if (request.url === '/api/cabinet-api/usage') {
        state.reports += 1;
        const usage = JSON.parse(body) as Usage;
        state.usages.push(usage);
        return [state.takesUsage(usage), { data: {} }];
      }
      state.redeemed += 1;
      if (body !== `{"ticket":"${goodTicket}"}` || state.spent) return [422, {}];
      state.spent = true;
      return [200, { data: state.ticket }];
    };
    void answer().then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`; // a TCP server's address is always this
  return state;
}
