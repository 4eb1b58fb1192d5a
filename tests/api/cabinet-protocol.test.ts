import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entitlements, logoutInput, ticketAnswer, usageInput } from '#contract/cabinets/cabinet.ts';
import {
  provisionerCall,
  provisionerListReply,
  provisionerReply,
  provisionerResult,
} from '#contract/cabinets/provisioner.ts';
import { isSignedBy, signatureHeaders, signRequest } from '#contract/cabinets/webhook-signature.ts';
import { askPage } from '#conformance/ask-page.ts';
import { type CabinetDriver, DriverError } from '#server/cabinets/drivers/driver.ts';
import { webhookDriver } from '#server/cabinets/drivers/webhook/webhook-driver.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person } from '#tests/support/people.ts';
import { differences, type Example, exampleNamed, examples } from '#tests/support/cabinets/protocol-page.ts';

/** Replays every example of docs/cabinet-protocol.md: an example that is no longer true fails here. */
const provisionerSecret = 'the-secret-of-the-provisioner-in-tests';
const replayed = new Set<string>();
let app: TestApp;
let customer: Person;

beforeAll(async () => {
  app = await startApp({
    CABINET_WEBHOOK_URL: 'http://127.0.0.1:9/',
    CABINET_WEBHOOK_SECRET: provisionerSecret,
    CABINET_WEBHOOK_ALLOW_PRIVATE: '1',
  });
  customer = await customerWithCabinet(app);
});
afterAll(() => app.close());

function take(name: string): Example {
  replayed.add(name);
  return exampleNamed(name);
}

interface Replay {
  secret: string;
  /** Replaces the example's "…". */
  body?: string;
  id?: string;
  at?: string;
}

/** Sends an example with today's date, a valid signature and real ids. */
async function replay(example: Example, { secret, body = example.body, id, at = app.url }: Replay) {
  const named = id ?? `msg_${randomUUID()}`;
  const timestamp = Math.floor(app.clock.now().getTime() / 1000);
  const path = example.path.replace('0198c0de-0000-7000-8000-000000000001', customer.id);
  const { method } = example;
  const headers = {
    ...example.headers,
    ...(signatureHeaders.cabinet in example.headers && { [signatureHeaders.cabinet]: customer.id }),
    [signatureHeaders.id]: named,
    [signatureHeaders.timestamp]: String(timestamp),
    [signatureHeaders.signature]: await signRequest(secret, { id: named, timestamp, method, path, body }),
  };
  expect(Object.keys(headers).sort()).toEqual(Object.keys(example.headers).sort());
  const answer = await fetch(at + path, { method, headers, ...(body !== '' && { body }) });
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() };
}

function expectLike(example: Example, real: Awaited<ReturnType<typeof replay>>): void {
  expect(real.status).toBe(example.answer.status);
  expect(real.type).toContain(example.answer.headers['content-type']);
  expect(differences(JSON.parse(example.answer.body), real.body)).toEqual([]);
}

async function cabinetSecret(): Promise<string> {
  const { secret_sealed } = await app.platform.database.db
    .selectFrom('cabinets')
    .select('secret_sealed')
    .where('client_id', '=', customer.id)
    .executeTakeFirstOrThrow();
  return app.platform.secrets.open(secret_sealed);
}

const cabinetUrl = async () =>
  (await app.call('GET', '/api/cabinet/status', { token: customer.token })).body.data.cabinet_url;

describe('what a cabinet says to the platform', () => {
  it('redeems a ticket', async () => {
    const example = take('tickets');
    const { body } = await app.call('POST', '/api/cabinet/sign-in', { token: customer.token });
    const ticket = new URL(body.data.url).searchParams.get('ticket');
    const real = await replay(example, { secret: await cabinetSecret(), body: JSON.stringify({ ticket }) });
    expectLike(example, real);
    ticketAnswer.parse(JSON.parse(example.answer.body).data);
  });

  it('is told that a ticket was used', async () => {
    const example = take('ticket-spent');
    expectLike(example, await replay(example, { secret: await cabinetSecret() }));
  });

  it('asks what the tariff gives', async () => {
    const example = take('entitlements');
    expectLike(example, await replay(example, { secret: await cabinetSecret() }));
    entitlements.parse(JSON.parse(example.answer.body).data);
  });

  it('says that somebody signed out', async () => {
    const example = take('logout');
    expectLike(example, await replay(example, { secret: await cabinetSecret() }));
    logoutInput.parse(JSON.parse(example.body));
  });

  it('reports what is used', async () => {
    const example = take('usage');
    expectLike(example, await replay(example, { secret: await cabinetSecret() }));
    usageInput.parse(JSON.parse(example.body));
  });

  it('is refused when a message comes again', async () => {
    const example = take('unauthorized');
    const secret = await cabinetSecret();
    const id = `msg_${randomUUID()}`;
    expect((await replay(example, { secret, id })).status).toBe(200);
    expectLike(example, await replay(example, { secret, id }));
  });
});

describe('calls to a provisioner, and its answers', () => {
  const clientId = '0198c0de-0000-7000-8000-000000000001';
  const domain = 'ganok.cabinets.example';
  const cabinet = { clientId, domain, ownDomain: null, url: `https://${domain}`, secret: '…' };
  const copy = Buffer.from('a copy');

  /** The result of the driver when a provisioner answers as in the example. */
  async function told(example: Example, act: (driver: CabinetDriver) => Promise<unknown>) {
    let seen: { body: string; headers: IncomingMessage['headers']; line: string } | undefined;
    const server = createServer((request, response) => {
      if (request.method === 'GET') return void response.end(copy);
      void text(request).then((body) => {
        seen = { body, headers: request.headers, line: `${request.method} ${request.url}` };
        response.writeHead(example.answer.status, example.answer.headers);
        response.end(withLocalCopy(example.answer.body, server.address()));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a TCP server's address is always this
    const driver = webhookDriver({
      url: `http://127.0.0.1:${port}/`,
      secrets: [provisionerSecret],
      allowPrivate: true,
      apiUrl: 'https://platform.example/api',
      now: () => app.clock.now(),
    });
    const outcome = await act(driver).catch((error: unknown) => error);
    server.closeAllConnections();
    server.close();
    return { outcome, seen };
  }

  function withLocalCopy(answer: string, address: ReturnType<ReturnType<typeof createServer>['address']>) {
    const parsed = JSON.parse(answer);
    (parsed.cabinets ? provisionerListReply : provisionerReply).parse(parsed);
    if (!parsed.backup || typeof address !== 'object') return answer;
    const sha256 = createHash('sha256').update(copy).digest('hex');
    const url = `http://127.0.0.1:${address?.port}/copies/1`;
    return JSON.stringify({ ...parsed, backup: { url, bytes: copy.length, sha256 } });
  }

  let kept: Buffer | undefined;
  it.each<[string, (driver: CabinetDriver, id: string) => Promise<unknown>, unknown]>([
    ['create-database', (driver, id) => driver.create(cabinet, { id, step: 'database' }), { state: 'done' }],
    [
      'create-instance',
      (driver, id) => driver.create(cabinet, { id, step: 'instance' }),
      { state: 'done', domain: 'ganok.elsewhere.example' },
    ],
    [
      'suspend-pending',
      (driver, id) => driver.suspend(cabinet, { id, reason: 'unpaid' }),
      { state: 'pending', lookAgainSeconds: 20 },
    ],
    [
      'resume-failed',
      (driver, id) => driver.resume(cabinet, { id }),
      new DriverError('failed', 'node 7 has no memory left', { ended: true }),
    ],
    [
      'backup',
      (driver, id) =>
        driver.backup(cabinet, { id, keep: async (stream) => void (kept = await buffer(stream)) }),
      { state: 'done' },
    ],
    [
      'domain',
      async (driver, id) => driver.serveDomain?.({ ...cabinet, ownDomain: 'kasa.ganok.example' }, { id }),
      { state: 'done' },
    ],
    ['destroy', (driver, id) => driver.destroy(cabinet, { id }), { state: 'done' }],
  ])('%s', async (name, act, expected) => {
    const example = take(name);
    const wanted = provisionerCall.parse(JSON.parse(example.body));
    const { outcome, seen } = await told(example, (driver) => act(driver, wanted.operation));
    expect(outcome).toEqual(expected);
    expect(seen?.line).toBe(`${example.method} ${example.path}`);
    expect(JSON.parse(seen?.body ?? '')).toEqual(JSON.parse(example.body));
    expect(seen?.headers).toMatchObject({ 'webhook-id': example.headers['webhook-id'] });
    expect(Object.keys(example.headers).filter((header) => !(header in (seen?.headers ?? {})))).toEqual([]);
    const signed = {
      id: String(seen?.headers['webhook-id']),
      timestamp: Number(seen?.headers['webhook-timestamp']),
      signature: String(seen?.headers['webhook-signature']),
    };
    const now = app.clock.now();
    expect(await isSignedBy(provisionerSecret, { ...signed, body: seen?.body ?? '', now })).toBe(true);
    if (name === 'backup') expect(kept?.equals(copy)).toBe(true);
  });

  it('list', async () => {
    const example = take('list');
    const { outcome, seen } = await told(example, async (driver) => {
      for await (const found of driver.inventory?.() ?? []) return found;
    });
    expect(outcome).toEqual({ clientId, database: true, instance: 'active', domain });
    const { operation, ...asked } = JSON.parse(seen?.body ?? '');
    expect({ ...asked, operation: '' }).toEqual({ ...JSON.parse(example.body), operation: '' });
    expect(seen?.headers).toMatchObject({ 'webhook-id': operation });
  });

  it.each(['result', 'provisioner-backup'])('says and fetches: %s', async (name) => {
    const example = take(name);
    expectLike(example, await replay(example, { secret: provisionerSecret }));
    if (name === 'result') provisionerResult.parse(JSON.parse(example.body));
  });
});

describe('what a cabinet answers', () => {
  it('is there', async () => {
    const example = take('health');
    const real = await askPage(new URL(example.path, await cabinetUrl()), { timeoutMs: 5000 });
    expect(real.status).toBe(example.answer.status);
    expect(Object.keys(example.answer.headers).filter((name) => !(name in real.headers))).toEqual([]);
    expect(differences(JSON.parse(example.answer.body), JSON.parse(real.body))).toEqual([]);
  });

  it('is suspended by its host', async () => {
    const example = take('host-suspend');
    const at = `http://localhost:${app.cabinetPort}`;
    expectLike(example, await replay(example, { secret: app.platform.secrets.cabinetHostKey, at }));
    const suspended = take('suspended');
    const real = await askPage(new URL(suspended.path, await cabinetUrl()), { timeoutMs: 5000 });
    expect(real.status).toBe(suspended.answer.status);
    expect(JSON.parse(real.body)).toEqual(JSON.parse(suspended.answer.body));
  });
});

describe('the page', () => {
  it('has no example that nobody replays', () => {
    expect(examples.map(({ name }) => name).filter((name) => !replayed.has(name))).toEqual([]);
    expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
  });
});
