import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { workOnCabinet } from '#tests/support/cabinets/cabinet-work.ts';
import { customerWithCabinet, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { until } from '#tests/support/until.ts';

/** The cabinet host behind a proxy with faults; browsers and health checks still reach it. */
let app: TestApp;
let between: Server;
let fault: Fault;
let calls: number;
let hostPort: number;

/** The fault at the nth call; `pass` forwards it and returns the answer. */
type Fault = (nth: number, response: ServerResponse, pass: () => Promise<Passed>) => unknown;
interface Passed {
  status: number;
  body: Buffer;
}
const hand = (response: ServerResponse, { status, body }: Passed) => response.writeHead(status).end(body);

beforeAll(async () => {
  const port = await freePort();
  hostPort = await freePort();
  between = createServer((asked, response) => void passOn(asked, response));
  between.listen(port, '127.0.0.1');
  await once(between, 'listening');
  app = await startApp({
    CABINET_PORT: String(hostPort),
    CABINET_HOST_URL: `http://127.0.0.1:${port}`,
  });
});
beforeEach(() => (calls = 0));
afterAll(async () => {
  await app.close();
  between.closeAllConnections();
  between.close();
});

async function passOn(asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(asked);
  const { method, headers, url: path } = asked;
  const pass = () =>
    new Promise<Passed>((done, fail) => {
      const onward = request({ host: '127.0.0.1', port: hostPort, method, path, headers }, (answer) => {
        buffer(answer).then((text) => done({ status: answer.statusCode ?? 0, body: text }), fail);
      });
      onward.on('error', fail).end(body);
    });
  calls += 1;
  await fault(calls, response, pass);
}

it.each<[string, Fault]>([
  [
    'answers 500 after doing the work',
    async (nth, response, pass) => {
      const passed = await pass();
      hand(response, nth <= 2 ? { ...passed, status: 500 } : passed);
    },
  ],
  ['hangs up', async (nth, response, pass) => (nth <= 2 ? response.destroy() : hand(response, await pass()))],
  [
    'hangs up after doing the work',
    async (nth, response, pass) => {
      const passed = await pass();
      if (nth <= 2) response.destroy();
      else hand(response, passed);
    },
  ],
  [
    'gets every call twice, of which the second is refused as seen',
    async (_nth, response, pass) => {
      hand(response, await pass());
      expect((await pass()).status).toBe(401);
    },
  ],
])('a host that %s has the cabinet made, closed and opened all the same', async (_name, one) => {
  fault = one;
  const { db } = app.platform.database;
  const customer = await registeredCustomer(app);
  await app.call('POST', '/api/auth/confirm', {
    body: { hash: await app.linkTo(customer.email, 'confirm') },
  });
  const isNow = (status: string) =>
    until(status, async () => {
      await workOnCabinet(app, customer.id); // without the pause after a failure
      const found = await db
        .selectFrom('clients')
        .selectAll()
        .where('id', '=', customer.id)
        .executeTakeFirst();
      return found?.cabinet_status === status && found;
    });
  const { domain } = await isNow('active');
  const health = () => statusOf(domain ?? '');
  expect(await health()).toBe(200);
  for (const [status, cabinet, answers] of [
    ['blocked', 'suspended', 503],
    ['trial', 'active', 200],
  ] as const) {
    calls = 0;
    await db.updateTable('clients').set({ status }).where('id', '=', customer.id).execute();
    await isNow(cabinet);
    expect(await health()).toBe(answers);
  }
});

it('leaves a backup out for good once a colleague said so, even when destroying fails as well', async () => {
  const { db } = app.platform.database;
  fault = async (_nth, response, pass) => hand(response, await pass());
  const customer = await customerWithCabinet(app);
  const staff = await staffMember(app);
  const address = `/api/admin/clients/${customer.id}`;
  const steps = async () => (await app.call('GET', address, { token: staff.token })).body.data.cabinet.steps;
  const fails = (step: string) =>
    until('the failure', async () => {
      await workOnCabinet(app, customer.id);
      const now = await steps();
      return (
        now.some((one: { key: string; state: string }) => one.key === step && one.state === 'failed') && now
      );
    });
  fault = async (nth, response, pass) =>
    nth === 1 ? hand(response, await pass()) : response.writeHead(500).end();
  calls = 0; // its suspension happens first
  await db.updateTable('clients').set({ status: 'archived' }).where('id', '=', customer.id).execute();
  await fails('backup');
  await app.call('POST', `${address}/cabinet/delete-without-backup`, { token: staff.token });
  expect(await fails('destroy')).toMatchObject([{ state: 'skipped', error: null }, { state: 'failed' }, {}]);
  await app.call('POST', `${address}/cabinet/retry`, { token: staff.token });
  expect(await fails('destroy')).toMatchObject([
    { state: 'skipped' },
    { state: 'failed' },
    { state: 'pending' },
  ]);

  fault = async (_nth, response, pass) => hand(response, await pass());
  await until('the deletion', async () => {
    await workOnCabinet(app, customer.id);
    const { body } = await app.call('GET', address, { token: staff.token });
    const { deletions, status } = body.data.cabinet;
    return status === 'deleted' && deletions[0].backup === null;
  });
});

function statusOf(domain: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const path = '/api/system/health-check';
    request({ host: '127.0.0.1', port: hostPort, path, headers: { host: domain } }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    })
      .on('error', fail)
      .end();
  });
}
