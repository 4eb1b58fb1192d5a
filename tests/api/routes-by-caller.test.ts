import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayAs, memberRoles } from '#contract/accounts/member-role.ts';
import { routes } from '#contract/api.ts';
import { anyOf, can, type Permission, permissions, type Wanted } from '#contract/kernel/permissions.ts';
import { type Route, writes } from '#contract/http/route.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { memberOf, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let customer: string;
let client: string;
const staff = new Map<string, string>();

beforeAll(async () => {
  app = await startApp();
  ({ token: customer, id: client } = await registeredCustomer(app));
});
afterAll(() => app.close());

const nobodysId = '0197a3c0-0000-7000-8000-000000000001';

/** Calls the route as this caller, for an unknown id and with an empty body. */
function call({ method, path }: Route, token?: string): Promise<Answer> {
  return app.call(method, `/api${path.replace(/:\w+/g, nobodysId)}`, {
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { body: {} }),
  });
}

/** The token of a colleague with exactly these permissions. */
async function holding(...held: Permission[]): Promise<string> {
  const key = held.join();
  const known = staff.get(key);
  if (known) return known;
  const { token } = await staffMember(app, { permissions: held });
  staff.set(key, token);
  return token;
}

const expectRefused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([status, code]);
/** The caller is admitted; the answer about the id or body does not matter here. */
const expectLetIn = ({ status, body }: Answer) => {
  expect([401, 403, 405, 500], JSON.stringify(body)).not.toContain(status);
};
const named = (wanted: readonly Route[]) =>
  wanted.map((route) => [`${route.method} ${route.path}`, route] as const);
const byWho = (who: Route['access']['who']) => named(routes.filter(({ access }) => access.who === who));

describe('a public route', () => {
  it.each(byWho('public'))('%s breaks for nobody', async (_name, route) => {
    for (const token of [undefined, 'invented']) expect((await call(route, token)).status).toBeLessThan(500);
  });
});

describe("a customer's route", () => {
  it.each(byWho('customer'))('%s is open to the customer alone', async (_name, route) => {
    expectRefused(await call(route), 401, 'unauthorized');
    expectRefused(await call(route, 'invented'), 401, 'unauthorized');
    expectRefused(
      await call(route, await holding(...permissions.filter((name) => name !== 'read_only'))),
      401,
      'unauthorized',
    );
    expectLetIn(await call(route, customer));
  });
});

describe.each([...memberRoles])("a customer's route, called as %s", (role) => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await memberOf(app, client, role));
  });

  it.each(named(routes.filter(({ access }) => access.who === 'customer')))('%s', async (_name, route) => {
    const { access } = route;
    if (access.who !== 'customer') throw new Error('not a route of customers');
    const answer = await call(route, token);
    if (!mayAs(role, access.role)) return expectRefused(answer, 403, 'role_required');
    expectLetIn(answer);
    // A member who leaves is replaced.
    if (route.path === '/auth/me/membership') ({ token } = await memberOf(app, client, role));
  });
});

describe("a cabinet's or the provisioner's route", () => {
  it.each([...byWho('cabinet'), ...byWho('provisioner')])('%s is open to no token', async (_name, route) => {
    for (const token of [undefined, customer, await holding('clients.write')]) {
      expectRefused(await call(route, token), 401, 'unauthorized');
    }
  });
});

describe('a route of staff', () => {
  const routesOfStaff = byWho('staff');

  it.each(routesOfStaff)('%s is closed to nobody and to customers', async (_name, route) => {
    for (const token of [undefined, 'invented', customer]) {
      expectRefused(await call(route, token), 401, 'unauthorized');
    }
  });

  it.each(routesOfStaff)(
    '%s is closed without its permission, whatever else is held',
    async (_name, route) => {
      const wanted = permissionOf(route);
      if (!wanted) return expectLetIn(await call(route, await holding('audit.read')));
      const others = permissions.filter(
        (name) => name !== 'read_only' && !can([name], wanted, { write: false }).allowed,
      );
      expectRefused(await call(route, await holding(...others)), 403, 'forbidden');
    },
  );

  it.each(routesOfStaff)('%s is open with it', async (_name, route) => {
    for (const permission of anyOf(permissionOf(route) ?? 'audit.read')) {
      expectLetIn(await call(route, await holding(permission)));
    }
  });

  it.each(routesOfStaff)('%s changes nothing for read-only staff', async (_name, route) => {
    const answer = await call(
      route,
      await holding(...anyOf(permissionOf(route) ?? 'audit.read'), 'read_only'),
    );
    if (isLocked(route)) expectRefused(answer, 403, 'read_only');
    else expectLetIn(answer);
  });

  describe('during maintenance', () => {
    beforeAll(async () => {
      const now = app.clock.now();
      await app.platform.database.db
        .insertInto('settings')
        .values({ id: newId(now), key: 'read_only', value: 'true', updated_at: now })
        .execute();
    });
    afterAll(async () => {
      await app.platform.database.db.deleteFrom('settings').where('key', '=', 'read_only').execute();
    });

    it.each(routesOfStaff)('%s changes nothing', async (_name, route) => {
      const answer = await call(route, await holding(...anyOf(permissionOf(route) ?? 'audit.read')));
      if (isLocked(route)) expectRefused(answer, 403, 'maintenance');
      else expectLetIn(answer);
    });
  });
});

describe('the table of routes', () => {
  it('says who may call, and has each address once', () => {
    const addresses = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const { access } of routes)
      expect(['public', 'customer', 'cabinet', 'provisioner', 'staff']).toContain(access.who);
  });

  it('asks staff for a permission, except for their own account, views, warnings and the metrics that screens show', () => {
    const free = routes.filter((route) => route.access.who === 'staff' && !permissionOf(route));
    for (const { path } of free) expect(path).toMatch(/^\/admin\/(auth\/|views|alarms$|metrics\/used$)/);
  });
});

function permissionOf({ access }: Route): Wanted | null {
  return access.who === 'staff' ? access.permission : null;
}

/** A write that read-only staff, and everybody during maintenance, may not do. */
function isLocked(route: Route): boolean {
  return route.access.who === 'staff' && writes(route) && !route.access.readOnlyMay;
}
