import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDueDomains, checkOwnDomain } from '#server/cabinets/own-domain/check-own-domain.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { enterCabinet } from '#tests/support/cabinets/cabinet-browser.ts';
import { callAsCabinet } from '#tests/support/cabinets/cabinet-calls.ts';
import { workOnCabinet } from '#tests/support/cabinets/cabinet-work.ts';
import { startNameServer } from '#tests/support/cabinets/name-server.ts';
import {
  customerWithCabinet,
  memberOf,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';
import { isBusy } from '#tests/support/races/races.ts';
import { mailsOf } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let dns: Awaited<ReturnType<typeof startNameServer>>;
beforeAll(async () => {
  dns = await startNameServer();
  app = await startApp({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

const hour = 3600;
let counter = 0;
const freshName = () => `kasa-${(counter += 1)}.example.com`;
const db = () => app.platform.db;
const ask = (token: string | undefined, domain: unknown, locale = 'en') =>
  app.call('PUT', '/api/auth/me/domain', { token, body: { domain }, locale });
const read = (token: string | undefined) => app.call('GET', '/api/auth/me/domain', { token, locale: 'en' });
const check = (token: string | undefined) => app.call('POST', '/api/auth/me/domain/check', { token });
const remove = (token: string | undefined) =>
  app.call('DELETE', '/api/auth/me/domain', { token, locale: 'en' });
const rowOf = (id: string) =>
  db().selectFrom('own_domains').selectAll().where('client_id', '=', id).executeTakeFirst();
const clientOf = (id: string) =>
  db()
    .selectFrom('clients as c')
    .innerJoin('cabinets as k', 'k.client_id', 'c.id')
    .select(['c.domain', 'c.own_domain', 'k.told_domain'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow();
const login = async ({ email }: Person): Promise<string> =>
  (await app.call('POST', '/api/auth/login', { body: { email, password } })).body.access_token;
const tlsAllowed = async (name: string) => (await app.call('GET', `/api/tls-allowed?domain=${name}`)).status;

/** What the customer would set at the DNS provider. */
async function setRecords({ id }: Person, { proof = true, alias = true } = {}): Promise<string> {
  const [row, { domain }] = [await rowOf(id), await clientOf(id)];
  if (!row || !domain) throw new Error('no domain was asked for');
  dns.set(domain, { A: ['127.0.0.1'] });
  if (alias) dns.set(row.domain, { CNAME: domain });
  if (proof) dns.set(`_cabinet.${row.domain}`, { TXT: row.token });
  return row.domain;
}

/** Looks, as the job does, until the domain is so; the server's own worker may be looking too. */
const becomes = ({ id }: Person, state: string, reason: string | null = null) =>
  until(`${state} ${reason}`, async () => {
    await checkOwnDomain(app.platform, id, app.clock.now());
    const row = await rowOf(id);
    return row?.state === state && row.reason === reason && row;
  });
const told = ({ id }: Person, domain: string | null) =>
  until(`the cabinet to know ${domain}`, async () => {
    await checkOwnDomain(app.platform, id, app.clock.now());
    return (await clientOf(id)).told_domain === domain;
  });

async function withDomain(): Promise<{ customer: Person; name: string }> {
  const customer = await customerWithCabinet(app);
  const name = freshName();
  expect((await ask(customer.token, name)).status).toBe(200);
  await setRecords(customer);
  await becomes(customer, 'active');
  // A look that the server's worker began would end later, and say that all is well after a test has changed the records.
  await until('an idle queue', async () => !(await isBusy(app.platform.database.pool)));
  return { customer, name };
}

describe('a domain of the customer’s own', () => {
  it('is asked for, and says which records to set and what is missing', async () => {
    const customer = await customerWithCabinet(app);
    const { domain } = await clientOf(customer.id);
    expect((await read(customer.token)).body.data).toMatchObject({
      state: 'none',
      domain: null,
      platform_domain: domain,
      records: [],
    });
    const answer = await ask(customer.token, ' https://Каса.example.com/ ');
    const token = (await rowOf(customer.id))?.token;
    expect(answer.body.data).toMatchObject({
      state: 'pending',
      domain: 'xn--80aa2a3a.example.com',
      name: 'каса.example.com',
      records: [
        { type: 'CNAME', name: 'xn--80aa2a3a.example.com', value: domain },
        { type: 'TXT', name: '_cabinet.xn--80aa2a3a.example.com', value: token },
      ],
    });
    await becomes(customer, 'pending', 'no_record');
    const seen = await read(customer.token);
    expect(seen.body.data.message).toMatch(/not in DNS yet/);
    expect(await tlsAllowed('xn--80aa2a3a.example.com')).toBe(404);
    await setRecords(customer, { proof: false });
    await becomes(customer, 'pending', 'no_proof');
    dns.forget('xn--80aa2a3a.example.com');
    dns.set('xn--80aa2a3a.example.com', { A: ['192.0.2.7'] });
    await becomes(customer, 'pending', 'elsewhere');
    dns.fail('xn--80aa2a3a.example.com');
    await becomes(customer, 'pending', 'dns_silent');
    dns.fail('xn--80aa2a3a.example.com', false);
    // The domain itself can't be an alias: the same address does.
    dns.set('xn--80aa2a3a.example.com', { A: ['127.0.0.1'] });
    await setRecords(customer, { alias: false });
    await becomes(customer, 'active');
  });

  it('is used by links, tickets and the cabinet once its records are right', async () => {
    const { customer, name } = await withDomain();
    const url = `http://${name}:${app.cabinetPort}`;
    expect(await clientOf(customer.id)).toMatchObject({ own_domain: name, told_domain: name });
    const me = await app.call('GET', '/api/auth/me', { token: customer.token });
    const status = await app.call('GET', '/api/cabinet/status', { token: customer.token });
    expect([me.body.data.cabinet_url, status.body.data.cabinet_url]).toEqual([url, url]);
    const again = await app.call('POST', '/api/auth/login', { body: { email: customer.email, password } });
    expect([again.body.domain, again.body.data.cabinet_url]).toEqual([name, url]);
    expect(await tlsAllowed(name)).toBe(200);
    const entitlements = await callAsCabinet(app, customer.id, { method: 'GET', path: 'entitlements' });
    expect(entitlements.body.data.own_domain).toBe(name);
    const ticket = await app.call('POST', '/api/cabinet/sign-in', { token: customer.token });
    expect(ticket.body.data.url).toMatch(`${url}/sign-in?ticket=`);
    const cabinet = await enterCabinet(app, ticket.body.data.url);
    expect((await cabinet.get('/')).status).toBe(200);
    const mails = (await mailsOf(app, customer.id)).map(({ kind }) => kind);
    expect(mails.filter((kind) => kind === 'domain_active')).toHaveLength(1);
    await app.call('POST', '/api/cabinet/domain-resolved', {
      token: customer.token,
      body: { domain: name },
    });
  });

  it('is where the old address leads a person who is signed in there', async () => {
    const customer = await customerWithCabinet(app);
    const { domain } = await clientOf(customer.id);
    const ticket = await app.call('POST', '/api/cabinet/sign-in', { token: customer.token });
    const before = await enterCabinet(app, ticket.body.data.url);
    expect((await before.get('/')).status).toBe(200);
    const name = freshName();
    await ask(customer.token, name);
    await setRecords(customer);
    await becomes(customer, 'active');
    app.clock.advance(11); // The cabinet asks the platform again.
    const led = await before.get('/goods?search=a');
    expect([led.status, led.location]).toEqual([303, `http://${name}:${app.cabinetPort}/goods?search=a`]);
    const health = await enterCabinet(app, `http://${domain}/api/system/health-check`);
    expect((await health.get('/api/system/health-check')).status).toBe(200);
    await remove(await login(customer));
    await told(customer, null);
    expect((await before.get('/')).status).toBe(200);
    const gone = await enterCabinet(app, `http://${name}/`);
    expect((await gone.get('/')).status).toBe(404);
  });

  it('goes back to the platform’s address at once when it is removed, twice too', async () => {
    const { customer, name } = await withDomain();
    const { domain } = await clientOf(customer.id);
    for (let times = 0; times < 2; times += 1) {
      const answer = await remove(customer.token);
      expect([answer.status, answer.body.data.state]).toEqual([200, 'none']);
      expect((await clientOf(customer.id)).own_domain).toBeNull();
    }
    const me = await app.call('GET', '/api/auth/me', { token: customer.token });
    expect(me.body.data.cabinet_url).toBe(`http://${domain}:${app.cabinetPort}`);
    expect(await tlsAllowed(name)).toBe(404);
    await told(customer, null);
    const actions = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('client_id', '=', customer.id)
      .where('action', 'like', '%domain%')
      .execute();
    expect(actions.map(({ action }) => action).sort()).toEqual([
      'cabinet.domain_active',
      'client.own_domain',
      'client.own_domain_removed',
    ]);
  });

  it('belongs to the one of two clients who proves it, and to the other after it has moved', async () => {
    const { customer: one, name } = await withDomain();
    const other = await customerWithCabinet(app);
    expect((await ask(other.token, name)).status).toBe(200);
    dns.set((await clientOf(other.id)).domain ?? '', { A: ['127.0.0.1'] });
    await becomes(other, 'pending', 'no_proof');
    await setRecords(other, { alias: false });
    // The name leads to the first one's cabinet; both have the host's address.
    await becomes(other, 'pending', 'taken');
    expect((await clientOf(one.id)).own_domain).toBe(name);
    await remove(one.token);
    await becomes(other, 'active');
    expect((await clientOf(other.id)).own_domain).toBe(name);
    await told(one, null);
    const cabinet = await enterCabinet(app, `http://${name}/api/system/health-check`);
    expect((await cabinet.get('/api/system/health-check')).status).toBe(200);
  });

  it('that two ask for at once is one client’s', async () => {
    const [one, other] = await Promise.all([customerWithCabinet(app), customerWithCabinet(app)]);
    const name = freshName();
    await Promise.all([ask(one.token, name), ask(other.token, name)]);
    dns.set(name, { A: ['127.0.0.1'] });
    await Promise.all([setRecords(one, { alias: false }), setRecords(other, { alias: false })]);
    // A name has one text here: the later one's.
    const rows = await Promise.all([rowOf(one.id), rowOf(other.id)]);
    const owners: Person[] = [];
    for (const [place, person] of [one, other].entries()) {
      dns.set(`_cabinet.${name}`, { TXT: rows[place]?.token ?? '' });
      await checkOwnDomain(app.platform, person.id, app.clock.now());
    }
    await until('an owner', async () => {
      for (const person of [one, other]) await checkOwnDomain(app.platform, person.id, app.clock.now());
      const using = await db().selectFrom('clients').select('id').where('own_domain', '=', name).execute();
      owners.splice(0, 2, ...using.map(({ id }) => (id === one.id ? one : other)));
      return using.length > 0;
    });
    expect(owners).toHaveLength(1);
  });

  it('is refused where it can’t be a customer’s', async () => {
    const { token } = await customerWithCabinet(app);
    const wrong = [
      '',
      'shop',
      'shop.',
      '127.0.0.1',
      '1.2.3',
      'a_b.example.com',
      'a b.example.com',
      '-a.example.com',
    ];
    const worse = [
      '*.example.com',
      'example.com/path',
      'example.com:8080',
      'me@example.com',
      `${'x'.repeat(64)}.com`,
    ];
    for (const domain of [...wrong, ...worse, `${'x.'.repeat(130)}com`, 7, null, undefined]) {
      const answer = await ask(token, domain);
      expect([domain, answer.status, Object.keys(answer.body.errors)]).toEqual([domain, 422, ['domain']]);
    }
    await db().deleteFrom('rate_limits').execute();
    const refused = async (domain: string) => (await ask(token, domain)).body.errors.domain[0];
    const { domain } = app.platform.config.cabinets;
    expect(await refused(`x.${domain}`)).toMatch(/belongs to the service/);
    expect(await refused('com.ua')).toMatch(/only the ending/);
    expect(await refused('kiev.ua')).toMatch(/only the ending/);
    const strange = { token, body: { domain: freshName(), more: 1 } };
    expect((await app.call('PUT', '/api/auth/me/domain', strange)).status).toBe(422);
  });

  it('is for owners and administrators with a cabinet, and nobody else’s', async () => {
    const owner = await customerWithCabinet(app);
    const admin = await memberOf(app, owner.id, 'admin');
    const billing = await memberOf(app, owner.id, 'billing');
    const staff = await staffMember(app);
    for (const [token, status] of [
      [undefined, 401],
      [staff.token, 401],
      [billing.token, 403],
    ] as const) {
      const calls = [
        await read(token),
        await ask(token, freshName()),
        await check(token),
        await remove(token),
      ];
      expect(calls.map((answer) => answer.status)).toEqual([status, status, status, status]);
    }
    expect((await check(owner.token)).status).toBe(404);
    const name = freshName();
    expect((await ask(admin.token, name)).status).toBe(200);
    expect((await read(owner.token)).body.data.domain).toBe(name);
    const newcomer = await registeredCustomer(app);
    const early = await ask(newcomer.token, freshName());
    expect([early.status, early.body.code]).toEqual([409, 'cabinet_not_active']);
    expect((await read(newcomer.token)).body.data.state).toBe('none');
  });

  it('is asked for twenty times an hour, and looked at six times a minute', async () => {
    const { token } = await customerWithCabinet(app);
    const name = freshName();
    for (let times = 0; times < 20; times += 1) expect((await ask(token, name)).status).toBe(200);
    expect((await ask(token, name)).status).toBe(429);
    for (let times = 0; times < 6; times += 1) expect((await check(token)).status).toBe(200);
    expect((await check(token)).status).toBe(429);
  });

  it('keeps its proof when it is asked for again, and gets another for another name', async () => {
    const { customer, name } = await withDomain();
    const before = await rowOf(customer.id);
    expect((await ask(customer.token, name)).body.data.state).toBe('active');
    expect(await rowOf(customer.id)).toMatchObject({ token: before?.token, state: 'active' });
    await ask(customer.token, freshName());
    const after = await rowOf(customer.id);
    expect(after).toMatchObject({ state: 'pending', proved_at: null });
    expect(after?.token).not.toBe(before?.token);
    expect((await clientOf(customer.id)).own_domain).toBeNull();
    await told(customer, null);
  });
});

describe('a domain over time', () => {
  it('is given up after a week without its records, with an email, and tried again when asked', async () => {
    const customer = await customerWithCabinet(app);
    const name = freshName();
    await ask(customer.token, name);
    await becomes(customer, 'pending', 'no_record');
    app.clock.advance(7 * 24 * hour + 1);
    await becomes(customer, 'failed', 'no_record');
    const failed = (await mailsOf(app, customer.id)).filter(({ kind }) => kind === 'domain_failed');
    expect(failed).toHaveLength(1);
    await checkOwnDomain(app.platform, customer.id, app.clock.now());
    expect(await rowOf(customer.id)).toMatchObject({ state: 'failed', next_check_at: null });
    const token = await login(customer);
    await setRecords(customer);
    expect((await check(token)).body.data.state).toBe('pending');
    await becomes(customer, 'active');
    expect((await clientOf(customer.id)).own_domain).toBe(name);
  });

  it('that leads elsewhere is warned of, and left after an hour', async () => {
    const { customer, name } = await withDomain();
    dns.forget(name);
    await becomes(customer, 'active', 'no_record');
    expect((await clientOf(customer.id)).own_domain).toBe(name);
    const seen = (await read(customer.token)).body.data;
    expect(new Date(seen.ends_at).getTime() - app.clock.now().getTime()).toBeLessThanOrEqual(hour * 1000);
    app.clock.advance(hour + 1);
    await becomes(customer, 'failed', 'no_record');
    expect((await clientOf(customer.id)).own_domain).toBeNull();
    await told(customer, null);
    const kinds = (await mailsOf(app, customer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'domain_failed')).toHaveLength(1);
  });

  it('whose name servers are silent is kept for days, and is well again by itself', async () => {
    const { customer, name } = await withDomain();
    dns.fail(name);
    await becomes(customer, 'active', 'dns_silent');
    app.clock.advance(2 * 24 * hour);
    await becomes(customer, 'active', 'dns_silent');
    expect((await clientOf(customer.id)).own_domain).toBe(name);
    dns.fail(name, false);
    expect(await becomes(customer, 'active')).toMatchObject({ troubled_since: null });
  });

  it('whose job was lost is looked at by the next run', async () => {
    const customer = await customerWithCabinet(app);
    await ask(customer.token, freshName());
    await setRecords(customer);
    await db().deleteFrom('own_domains').where('client_id', '<>', customer.id).execute();
    await db()
      .updateTable('own_domains')
      .set({ next_check_at: app.clock.now() })
      .where('client_id', '=', customer.id)
      .execute();
    await checkDueDomains(app.platform, app.clock.now());
    await until('the worker', async () => {
      await checkDueDomains(app.platform, app.clock.now());
      app.clock.advance(61);
      return (await rowOf(customer.id))?.state === 'active';
    });
  });

  it('is free while its client is deleted, and comes back with the client', async () => {
    const { customer, name } = await withDomain();
    const staff = await staffMember(app);
    await app.call('DELETE', `/api/admin/clients/${customer.id}/delete`, { token: staff.token });
    expect((await clientOf(customer.id)).own_domain).toBeNull();
    expect(await tlsAllowed(name)).toBe(404);
    await workOnCabinet(app, customer.id);
    await told(customer, null);
    // Its owner may be another one by now.
    const { token } = (await rowOf(customer.id))!;
    dns.set(`_cabinet.${name}`, { TXT: 'of-somebody-else' });
    await app.call('POST', `/api/admin/clients/${customer.id}/restore`, { token: staff.token });
    await workOnCabinet(app, customer.id);
    await becomes(customer, 'pending', 'no_proof');
    dns.set(`_cabinet.${name}`, { TXT: token });
    await becomes(customer, 'active');
    expect((await clientOf(customer.id)).own_domain).toBe(name);
  });
});

describe('staff', () => {
  it('find a client by a domain that does not work yet, typed as people write it', async () => {
    const customer = await customerWithCabinet(app);
    expect((await ask(customer.token, 'каса.ґанок.example')).status).toBe(200);
    const { token } = await staffMember(app);
    for (const typed of ['каса.ґанок', 'ҐАНОК.example', 'xn--']) {
      const query = `filter[search][ilike]=${encodeURIComponent(`%${typed}%`)}`;
      const { body } = await app.call('GET', `/api/admin/clients?${query}`, { token });
      expect([typed, body.data.map(({ id }: Person) => id)]).toEqual([typed, [customer.id]]);
    }
  });

  it('see a client’s own domain, find it in lists, and may take it away', async () => {
    const { customer, name } = await withDomain();
    const staff = await staffMember(app);
    const shown = await app.call('GET', `/api/admin/clients/${customer.id}`, {
      token: staff.token,
      locale: 'en',
    });
    expect(shown.body.data.own_domain).toBe(name);
    expect(shown.body.data.cabinet.own_domain).toMatchObject({
      state: 'active',
      domain: name,
      message: null,
    });
    const listed = await app.call('GET', `/api/admin/clients?filter[own_domain][eq]=${name}`, {
      token: staff.token,
    });
    expect(listed.body.data.map(({ id }: Person) => id)).toEqual([customer.id]);
    const found = async (typed: string) => {
      const query = `filter[search][ilike]=${encodeURIComponent(`%${typed}%`)}`;
      const { body } = await app.call('GET', `/api/admin/clients?${query}`, { token: staff.token });
      return body.data.map(({ id }: Person) => id);
    };
    expect(await found(name.toUpperCase())).toEqual([customer.id]);
    expect(await found(`${name} ${name.slice(0, 6)}`)).toEqual([customer.id]);
    expect(await found(`${name} nobody`)).toEqual([]);
    const path = `/api/admin/clients/${customer.id}/domain`;
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    expect((await app.call('DELETE', path, { token: reader.token })).status).toBe(403);
    expect((await app.call('DELETE', path, { token: customer.token })).status).toBe(401);
    for (let times = 0; times < 2; times += 1) {
      const answer = await app.call('DELETE', path, { token: staff.token });
      expect([answer.status, answer.body.data.cabinet.own_domain]).toEqual([200, null]);
    }
    const nobody = '/api/admin/clients/0198c0de-0000-7000-8000-000000000009/domain';
    expect((await app.call('DELETE', nobody, { token: staff.token })).status).toBe(404);
  });
});
