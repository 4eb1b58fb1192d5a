import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';
import { clientRow, daysAhead, newTariff } from '#tests/support/subscriptions/subscribers.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { until } from '#tests/support/until.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';

let app: TestApp;
let customer: Person;
beforeAll(async () => {
  app = await startApp();
  await sellingGoods(app);
  customer = await customerWithCabinet(app);
  await app.platform.database.db
    .updateTable('clients')
    .set({ status: 'grace', next_event_at: null })
    .where('id', '=', customer.id)
    .execute();
});
afterAll(() => app.close());

async function signedIn(): Promise<Visitor> {
  const entered = await app.call('POST', '/api/cabinet/sign-in', { token: customer.token });
  const { host, pathname, search } = new URL(entered.body.data.url);
  const visitor: Visitor = { host, cookie: '' };
  const arrived = await ask(visitor, 'GET', `${pathname}${search}`);
  return { host, cookie: arrived.cookie };
}

describe('an expired cabinet in grace', () => {
  it('is open while the setting is off', async () => {
    const visitor = await signedIn();
    const added = await ask(visitor, 'POST', '/goods', 'name=Bread&price=10&quantity=3');
    expect(added.status).toBe(303);
  });

  it('is look, export and pay only once the setting is on, and says why', async () => {
    const staff = await staffMember(app);
    const body = { key: 'expired_read_only', value: true };
    expect((await app.call('POST', '/api/admin/settings', { token: staff.token, body })).status).toBe(201);
    app.clock.advance(11); // entitlements are asked for every 10 s
    const visitor = await signedIn();
    for (const path of ['/goods', '/goods/delete', '/goods/restore', '/sale']) {
      const refused = await ask(visitor, 'POST', path, 'name=Milk&price=10&quantity=3&id=1');
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.body).toContain('Період закінчився');
    }
    const page = await ask(visitor, 'GET', '/goods');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Bread');
    expect(page.body).not.toMatch(/href="\/goods\/new"|method="post" action="\/(goods|sale)/);
    expect(page.body).toContain(`${app.platform.config.publicUrl}/account/wallet`);
    const file = await ask(visitor, 'GET', '/goods.csv');
    expect([file.status, file.body.split('\r\n')[1]]).toEqual([200, 'Bread;10,00;3;шт.;;;;']);
    expect((await ask(visitor, 'GET', '/')).body).toContain(app.platform.config.publicUrl);
  });
});

describe('a cabinet follows its client', () => {
  it('is suspended, resumed, suspended again, deleted, and made again, as time passes and money comes', async () => {
    const { subscriptions, database } = app.platform;
    const { id } = await customerWithCabinet(app);
    const tariff_id = await newTariff(app, { month: 10_000 });
    await database.db
      .updateTable('clients')
      .set({ tariff_id, status: 'grace', trial_ends: daysAhead(app, -6) })
      .where('id', '=', id)
      .execute();
    const after = async (days: number) => {
      app.clock.advance(days * 86_400);
      await database.db
        .updateTable('clients')
        .set({ next_event_at: app.clock.now() })
        .where('id', '=', id)
        .execute();
      await runBilling(subscriptions);
    };
    const pays = async () => {
      const { token } = await staffMember(app);
      const body = { service: 'cash', amount: 10_000 };
      const { status } = await app.call('POST', `/api/admin/clients/${id}/replenish`, { token, body });
      expect(status).toBe(201);
    };
    const becomes = (status: string) =>
      until(status, async () => (await clientRow(app, id)).cabinet_status === status);
    await after(2);
    await becomes('suspended');
    await pays();
    await becomes('active');
    await after(31 + 7);
    await becomes('suspended');
    await after(31);
    await becomes('deleted');
    await pays();
    await becomes('active');
  });
});

interface Visitor {
  host: string;
  cookie: string;
}

/** `fetch` doesn't let a Host be chosen. */
function ask({ host, cookie }: Visitor, method: string, path: string, body = '') {
  return new Promise<{ status: number; body: string; cookie: string }>((done, fail) => {
    const headers = {
      host,
      cookie,
      'accept-language': 'uk',
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }),
    };
    request({ host: '127.0.0.1', port: app.cabinetPort, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const [first = ''] = response.headers['set-cookie'] ?? [];
        done({ status: response.statusCode ?? 0, body: text, cookie: first.split(';', 1)[0] ?? '' });
      });
    })
      .on('error', fail)
      .end(body);
  });
}
