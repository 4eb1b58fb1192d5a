import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { type Route, writes } from '#contract/http/route.ts';
import { operatorsOf } from '#contract/kernel/list-query.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';
import { isBusy } from '#tests/support/races/races.ts';
import { type Scene, type SceneName, scenesOf } from '#tests/support/scenes.ts';
import { clientRow, linesOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: { id: string; token: string };
let scenes: Awaited<ReturnType<typeof scenesOf>>;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  scenes = await scenesOf(app);
});
afterAll(() => app.close());

const asIs = (id: string) => id;
const upper = (id: string) => id.toUpperCase();
/** An id may have no letters to change the case of. */
const withIds = routes.filter(({ path }) => path.includes('/:'));
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}` as SceneName;

function send(route: Route, scene: Scene, write: (id: string) => string): Promise<Answer> {
  const given = [...scene.params];
  const path = route.path.replace(/:\w+/g, () => write(given.shift() ?? ''));
  return app.call(route.method, `/api${path}${scene.query ? `?${scene.query}` : ''}`, {
    token: scene.token,
    locale: 'en',
    ...(scene.body !== undefined && { body: scene.body }),
  });
}

/** The comparable part of actions on two rows: ids replaced by their order, without times and numbered names. */
function alike(value: unknown): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(value)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id ${ids.size + 1}`);
      return ids.get(id) ?? '';
    })
    .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"moment"')
    .replace(
      /(Сцена |SCENE-|scene[-_]|staff-|Manager |Tariff |Subscriber |subscriber-|member-)\d+(-\d+)?/gi,
      '$1',
    )
    .replace(/PF-\d{4}-\d{6}/g, 'PF')
    .replace(/"link_code":"[\w-]+"/g, '"link_code":"code"')
    .replace(/whsec_[\w+/=]+/g, 'secret')
    .replace(/"position":\d+/g, '"position":0')
    .replace(/"phone":"\d+"/g, '"phone":"number"')
    .replace(/\+?\d{9,}/g, 'number');
  return JSON.parse(text);
}

/** The number of rows of each table, without those that cabinets and list totals change meanwhile: a cabinet that fails raises an alarm. */
async function rowCounts(): Promise<Record<string, number>> {
  const { db } = app.platform.database;
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name !~ '^(alarm|cabinet|list_)' order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    counts[name] = counted.rows[0]?.n ?? 0;
  }
  return counts;
}

/** Jobs of what was made before would add rows meanwhile, such as the email about a cabinet that is ready. */
const idleQueue = () => until('an idle queue', async () => !(await isBusy(app.platform.database.pool)));

async function effectOf(act: () => Promise<Answer>) {
  await idleQueue();
  const before = await rowCounts();
  const { status, body } = await act();
  await idleQueue();
  const after = await rowCounts();
  const grown = Object.entries(after).filter(([name, count]) => count !== before[name]);
  return {
    status,
    body: alike({ ...body, request_id: null }),
    grown: grown.map(([name, count]) => [name, count - (before[name] ?? 0)]),
  };
}

describe('a route with an id in its address', () => {
  it.each(withIds.map((route) => [nameOf(route), route] as const))(
    '%s answers and acts alike for either case',
    async (name, route) => {
      const scene = scenes[name];
      if (!scene) {
        const nobody = { params: route.path.match(/:\w+/g)?.map(() => nobodysId) ?? [], token: admin.token };
        const [small, large] = [await send(route, nobody, asIs), await send(route, nobody, upper)];
        return expect([large.status, large.body.code]).toEqual([small.status, small.body.code]);
      }
      if (!writes(route)) {
        const given = await scene();
        const [small, large] = [await send(route, given, asIs), await send(route, given, upper)];
        expect(large.status).toBe(small.status);
        return expect({ ...large.body, request_id: null }).toEqual({ ...small.body, request_id: null });
      }
      const first = await scene();
      const small = await effectOf(() => send(route, first, asIs));
      const second = await scene();
      const large = await effectOf(() => send(route, second, upper));
      expect(large).toEqual(small);
    },
  );

  it('is tried on rows of its own', () => {
    const without = withIds.map(nameOf).filter((name) => !scenes[name]);
    expect(without).toEqual([
      'GET /provisioner/backups/:id', // by a signature over the address as it is sent
      // Files, which name the moment at which they were made.
      'GET /admin/documents/:id/pdf',
      'GET /admin/documents/:id/xml',
      'GET /auth/me/documents/:id/pdf',
      'GET /auth/me/documents/:id/xml',
      'POST /payments/:provider/events', // the name of a gateway, not an id
      // Rows that a gateway's answer makes: tests/api/online-payments.test.ts.
      'GET /auth/me/payments/:id',
      'DELETE /auth/me/cards/:id',
      // The name of a mail and a language, not ids.
      'GET /admin/email-templates/:kind/:locale',
      'PUT /admin/email-templates/:kind/:locale',
      'DELETE /admin/email-templates/:kind/:locale',
      'DELETE /auth/sessions/:id', // below
    ]);
  });
});

const nobodysId = '0197a3c0-aaaa-7bcd-8def-00000000000f';

describe('a list', () => {
  const idFilters = routes.flatMap((route) =>
    route.list && route.access.who === 'staff' && !route.path.includes(':')
      ? Object.entries(route.list.fields)
          .filter(([, { type, shownOnly }]) => type === 'id' && !shownOnly)
          .map(([field, spec]) => [route.path, field, operatorsOf(spec)] as const)
      : [],
  );

  it.each(idFilters)('%s is filtered by %s of either case', async (path, field, operators) => {
    const all = await app.call('GET', `/api${path}?limit=200`, admin);
    const id =
      all.body.data.map((row: Record<string, unknown>) => row[field]).find((value: unknown) => value) ??
      nobodysId;
    for (const op of ['eq', 'ne', 'in'] as const) {
      if (!operators.includes(op)) continue;
      const begin = `filter[${field}][${op}]=${op === 'in' ? `${nobodysId},` : ''}`;
      const ask = (value: string) => app.call('GET', `/api${path}?${begin}${value}`, admin);
      const [small, large] = [await ask(id), await ask(id.toUpperCase())];
      expect(large.status).toBe(200);
      expect(large.body).toEqual(small.body);
    }
  });
});

function newClient() {
  const { password: _, password_confirmation: _again, terms: _read, ...contact } = registration();
  return contact;
}

describe('the same id in another case', () => {
  it("does not let the last keeper of the staff's accounts delete itself", async () => {
    const other = await startApp();
    try {
      const keeper = await staffMember(other);
      const path = `/api/admin/users/${keeper.id.toUpperCase()}`;
      const refused = await other.call('DELETE', path, keeper);
      expect([refused.status, refused.body.code]).toEqual([409, 'last_keeper']);
      expect((await other.call('GET', '/api/admin/auth/me', keeper)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('books money once, and answers what was booked', async () => {
    const tariffId = await newTariff(app, { month: 10_000 });
    const { id } = await subscriber(app, { tariffId, balance: 1000 });
    const path = (written: string) => `/api/admin/clients/${written}/replenish`;
    const headers = { 'idempotency-key': `key-${id}` };
    const body = { service: 'cash', amount: 700 };
    const written = [id, id.toUpperCase(), `${id.slice(0, 8).toUpperCase()}${id.slice(8)}`];
    // An address may also escape any character.
    const paths = [...written.map(path), path(id).replace('admin', '%61dmin')];
    const answers = [];
    for (const address of paths)
      answers.push(await app.call('POST', address, { token: admin.token, headers, body }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const entries = answers.map((answer) => answer.body.data.entry.id);
    expect(new Set(entries).size).toBe(1);
    expect((await clientRow(app, id)).balance).toBe(1700);
    expect(await linesOf(app, id)).toHaveLength(2);
  });

  it('keeps its own email and phone', async () => {
    const client = await app.call('POST', '/api/admin/clients', { token: admin.token, body: newClient() });
    const { id, email, phone, country_code } = client.body.data;
    const { status } = await app.call('PUT', `/api/admin/clients/${id.toUpperCase()}`, {
      token: admin.token,
      body: { email, phone, country_code },
    });
    expect(status).toBe(200);
  });

  it('is invited once in an interval', async () => {
    const client = await app.call('POST', '/api/admin/clients', { token: admin.token, body: newClient() });
    const { id } = client.body.data;
    const user = await app.call('POST', '/api/admin/users', {
      token: admin.token,
      body: { email: `interval-${id}@example.com`, name: 'Interval', permissions: ['clients.read'] },
    });
    for (const [path, one] of [
      ['clients', id],
      ['users', user.body.data.id],
    ]) {
      const first = await app.call('POST', `/api/admin/${path}/${one}/invitation`, { ...admin, body: {} });
      const again = await app.call('POST', `/api/admin/${path}/${one.toUpperCase()}/invitation`, {
        ...admin,
        body: {},
      });
      expect([path, again.status]).toEqual([path, 429]);
      expect(first.status).toBeLessThan(500);
    }
  });

  it("ends a customer's own session", async () => {
    const customer = await registeredCustomer(app);
    await app.call('POST', '/api/auth/login', { body: { email: customer.email, password } });
    const { body } = await app.call('GET', '/api/auth/sessions', customer);
    const other = body.data.find(({ current }: { current: boolean }) => !current);
    const path = `/api/auth/sessions/${other.id.toUpperCase()}`;
    expect((await app.call('DELETE', path, customer)).status).toBe(200);
    expect((await app.call('GET', '/api/auth/sessions', customer)).body.data).toHaveLength(1);
  });

  it('is the same in a body', async () => {
    const tariffId = await newTariff(app);
    const { body: features } = await app.call('GET', '/api/admin/tariff-permissions', admin);
    const [feature] = features.data;
    const twice = [feature.id, feature.id.toUpperCase()];
    const manager = await staffMember(app);
    const { id } = await subscriber(app, { tariffId });
    const put = (path: string, body: unknown) =>
      app.call('PUT', `/api/admin/${path}`, { token: admin.token, body });
    const client = await put(`clients/${id}`, { manager_id: manager.id.toUpperCase() });
    expect(client.body.data.manager_id).toBe(manager.id);
    // Nothing has changed, so nothing is recorded.
    const before = await rowCounts();
    expect((await put(`clients/${id}`, { manager_id: manager.id.toUpperCase() })).status).toBe(200);
    expect((await rowCounts())['audit_entries']).toBe(before['audit_entries']);
    expect((await put(`tariffs/${tariffId}`, { permissions: twice })).status).toBeLessThan(500);
    for (const tariff_ids of [[tariffId.toUpperCase()], [tariffId, tariffId.toUpperCase()]]) {
      const code = newId(app.clock.now());
      const effect = { kind: 'free_days', days: 3 };
      const made = await app.call('POST', '/api/admin/promo-codes', {
        token: admin.token,
        body: { code, effect, tariff_ids },
      });
      expect(made.status).toBe(201);
      expect(new Set(made.body.data.tariff_ids)).toEqual(new Set([tariffId]));
    }
  });
});
