import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servingConfig } from '#cabinet/single/own-config.ts';
import { startSingleCabinet } from '#cabinet/single/single-cabinet.ts';
import { checkConformance } from '#conformance/check-cabinet.ts';
import type { Point } from '#conformance/point.ts';
import { signRequest } from '#contract/cabinets/webhook-signature.ts';
import { runCli } from '#cli/run-cli.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { freePort } from '#tests/support/processes/ports.ts';

const publicUrl = 'https://platform.example';
const clientId = '0198c0de-0000-7000-8000-000000000001';
const secret = 'the secret of this cabinet';
let folder: string;
let platformPort: number;
const closes: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-conformance-'));
  platformPort = await freePort();
});
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
  await rm(folder, { recursive: true });
});

async function reference(): Promise<string> {
  const config = servingConfig({
    CABINET_CLIENT_ID: clientId,
    CABINET_SECRET: secret,
    CABINET_URL: 'http://localhost',
    PLATFORM_API_URL: `http://127.0.0.1:${platformPort}/api`,
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder,
    PORT: '0',
  });
  const log = pino({ level: 'silent' });
  const cabinet = await startSingleCabinet(config, { log, now: () => new Date(), version: '1.2.3' });
  closes.push(cabinet.close);
  return `http://127.0.0.1:${cabinet.port}`;
}

type Change = (request: IncomingMessage, answer: Answered) => Partial<Answered> | undefined;
interface Answered {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** The reference cabinet behind a proxy that breaks its answers. */
async function spoilt(change: Change): Promise<string> {
  const behind = await reference();
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address is always this
  return `http://127.0.0.1:${port}`;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cookie = request.headers.cookie ?? '';
    const real = await fetch(behind + (request.url ?? ''), { redirect: 'manual', headers: { cookie } });
    const headers: Answered['headers'] = Object.fromEntries(real.headers);
    if (real.headers.getSetCookie().length > 0) headers['set-cookie'] = real.headers.getSetCookie();
    for (const hop of ['content-length', 'connection', 'keep-alive', 'transfer-encoding'])
      delete headers[hop];
    const answered = { status: real.status, headers, body: await real.text() };
    const { status, headers: sent, body } = { ...answered, ...change(request, answered) };
    response.writeHead(status, sent).end(body);
  }
}

const check = (
  url: string,
  { usageMs = 10, endMs = 10, ...given }: { usageMs?: number; endMs?: number; secret?: string } = {},
) =>
  checkConformance(url, {
    publicUrl,
    usageMs,
    endMs,
    platform: { clientId, secret, host: '127.0.0.1', port: platformPort, ...given },
  });
const keysOf = (points: Point[], result: Point['result']) =>
  points.filter((one) => one.result === result).map(({ key }) => key);
const at = (request: IncomingMessage, start: string) => request.url?.startsWith(start) ?? false;

describe('the conformance check', () => {
  it('finds nothing lacking in the reference cabinet', async () => {
    const points = await check(await reference(), { usageMs: 20_000, endMs: 20_000 });
    expect(points.filter(({ result }) => result === 'lacks')).toEqual([]);
    expect(keysOf(points, 'advice')).toEqual([]);
    expect(keysOf(points, 'unchecked')).toEqual([]);
  });

  it('checks what a stranger sees without a secret, and says what it did not', async () => {
    const points = await checkConformance(await reference(), { publicUrl });
    expect(keysOf(points, 'lacks')).toEqual([]);
    expect(keysOf(points, 'unchecked')).toEqual(expect.arrayContaining(['entered', 'signed', 'outage']));
  });

  it('finds sessions that never end', async () => {
    const url = await spoilt((r) =>
      r.url === '/' && r.headers.cookie ? { status: 200, headers: {} } : undefined,
    );
    expect(keysOf(await check(url, { endMs: 12_000 }), 'lacks')).toEqual([
      'ends_all',
      'ends_person',
      'ends_acting',
      'ends_session',
    ]);
  });

  it('finds that others lose their session with the one that ended', async () => {
    let visits = 0;
    const url = await spoilt((r) => {
      if (r.url !== '/' || !r.headers.cookie) return undefined;
      visits += 1;
      return visits > 7 ? { status: 303, headers: { location: `${publicUrl}/client/login` } } : undefined;
    });
    expect(keysOf(await check(url), 'lacks')).toEqual(['ends_no_other']);
  });

  it.each<[string, string[], Change]>([
    ['a broken health check', ['health_status'], (r) => (at(r, '/api/system') ? { status: 503 } : undefined)],
    [
      'a health check that no page may read',
      ['health_cors'],
      (_r, { headers: { 'access-control-allow-origin': _, ...headers } }) => ({ headers }),
    ],
    [
      'pages for everybody',
      ['stranger'],
      (r) => (r.url === '/' && !r.headers.cookie ? { status: 200, headers: {} } : undefined),
    ],
    [
      'a refusal that leads nowhere',
      ['no_ticket', 'bad_ticket', 'foreign'],
      (r, { headers }) =>
        at(r, '/sign-in') && String(headers.location).includes('/client/login')
          ? { status: 403, headers: {} }
          : undefined,
    ],
    [
      'a session that scripts can read',
      ['cookie'],
      (_r, { headers }) =>
        headers['set-cookie']
          ? {
              headers: {
                ...headers,
                'set-cookie': [headers['set-cookie']].flat().map((c) => c.replace('; HttpOnly', '')),
              },
            }
          : undefined,
    ],
    [
      'the ticket in the address',
      ['entered'],
      (r, { headers }) =>
        headers.location === '/' ? { headers: { ...headers, location: r.url ?? '' } } : undefined,
    ],
    [
      'a colleague whom nobody sees',
      ['acting_user'],
      (_r, { body }) => ({ body: body.replaceAll('Colleague of the Check', '') }),
    ],
    [
      'a colleague who stays for a month',
      ['acting_time'],
      (_r, { headers }) =>
        headers['set-cookie']
          ? {
              headers: {
                ...headers,
                'set-cookie': [headers['set-cookie']]
                  .flat()
                  .map((c) => c.replace(/Max-Age=\d+/, 'Max-Age=2592000')),
              },
            }
          : undefined,
    ],
    [
      'an empty page inside',
      ['home'],
      (r) => (r.url === '/' && r.headers.cookie ? { status: 500 } : undefined),
    ],
  ])('finds %s', async (_name, lacking, change) => {
    const points = (await check(await spoilt(change))).filter(({ key }) => !key.startsWith('ends_'));
    expect(keysOf(points, 'lacks')).toEqual(expect.arrayContaining(lacking));
    const others = keysOf(points, 'lacks').filter((key) => !lacking.includes(key));
    // One broken point may hide others.
    expect(others.filter((key) => !['home', 'acting_user', 'entitlements', 'outage'].includes(key))).toEqual(
      [],
    );
  });

  it('finds calls that are signed with something else', async () => {
    const points = await check(await reference(), { secret: 'another secret altogether' });
    const signed = points.find(({ key }) => key === 'signed');
    expect(signed).toMatchObject({ result: 'lacks', detail: expect.stringContaining('webhook-signature') });
    expect(keysOf(points, 'lacks')).toEqual(
      expect.arrayContaining(['entered', 'cookie', 'home', 'entitlements']),
    );
  });

  it.each<[string, object, [string, string]]>([
    ['takes', { metrics: { storage_bytes: 4096 } }, ['ok', 'ok']],
    ['asks for no', { goods_count: 3 }, ['ok', 'unchecked']],
    ['finds unknown', { goods_count: 3, metrics: { horses: 2 } }, ['ok', 'lacks']],
    ['finds broken', { metrics: { storage_bytes: 0.5 } }, ['ok', 'lacks']],
    ['finds misspelt fields beside', { goods: 3, metrics: { storage_bytes: 1 } }, ['lacks', 'unchecked']],
  ])('%s metrics by key in a report of usage: %o', async (_name, usage, found) => {
    const product = createServer((request, response) => {
      const isVisit = at(request, '/sign-in?ticket=');
      void (isVisit ? report({ ...usage, last_visit: null }) : Promise.resolve()).finally(() =>
        response.writeHead(200).end('hello'),
      );
    });
    product.listen(0, '127.0.0.1');
    await once(product, 'listening');
    closes.push(async () => product.close());
    const points = await check(`http://127.0.0.1:${(product.address() as AddressInfo).port}`); // a TCP server's address
    const resultOf = (wanted: string) => points.find(({ key }) => key === wanted)?.result;
    expect([resultOf('usage'), resultOf('usage_metrics')]).toEqual(found);
  });

  /** A report as a product signs it. */
  async function report(usage: object): Promise<void> {
    const [id, body] = [`msg_${randomUUID()}`, JSON.stringify(usage)];
    const [timestamp, path] = [Math.floor(Date.now() / 1000), '/api/cabinet-api/usage'];
    await fetch(`http://127.0.0.1:${platformPort}${path}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-cabinet': clientId,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await signRequest(secret, { id, timestamp, method: 'POST', path, body }),
      },
    });
  }

  it('finds a product that never calls', async () => {
    const silent = createServer((_request, response) => void response.writeHead(200).end('hello'));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closes.push(async () => silent.close());
    const { port } = silent.address() as AddressInfo; // a TCP server's address is always this
    const points = await check(`http://127.0.0.1:${port}`);
    expect(keysOf(points, 'lacks')).toEqual([
      'health_cors',
      'stranger',
      'no_ticket',
      'bad_ticket',
      'ticket_redeemed',
      'signed',
      'entered',
      'cookie',
      'home',
      'entitlements',
      'foreign',
      'acting_user',
      'acting_time',
      'ends_all',
      'ends_person',
      'ends_acting',
      'ends_session',
      'ends_no_other',
    ]);
    expect(keysOf(points, 'advice')).toContain('outage');
  });

  it.each(['http://127.0.0.1:9', 'nonsense', 'ftp://x'])('says that nothing is at %s', async (url) => {
    expect(keysOf(await check(url), 'lacks')).toEqual(['reachable']);
  });
});

describe('npm run cli -- cabinet check', () => {
  async function run(...words: string[]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const code = await runCli(['cabinet', 'check', ...words], {
      environment: { PUBLIC_URL: publicUrl },
      clock: systemClock,
      stdout,
      stderr,
    });
    stdout.end();
    stderr.end();
    return { code, out: await text(stdout), err: await text(stderr) };
  }
  const playing = () => [
    '--secret',
    secret,
    '--client-id',
    clientId,
    '--listen',
    `127.0.0.1:${platformPort}`,
  ];

  it('answers people', async () => {
    const { code, out } = await run(await reference(), ...playing());
    expect(code).toBe(0);
    expect(out).toContain('Nothing is lacking.');
    expect(out).toMatch(/^ok +The address answers$/m);
  });

  it('answers programs', async () => {
    const { code, out } = await run('http://127.0.0.1:9', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      url: 'http://127.0.0.1:9',
      lacking: 1,
      points: [{ key: 'reachable', result: 'lacks', detail: 'ECONNREFUSED' }],
    });
  });

  it('says what is typed wrongly', async () => {
    expect((await run()).code).toBe(2);
    const { code, err } = await run('http://127.0.0.1:9', '--secret', 'x');
    expect(code).toBe(2);
    expect(err).toContain('belong together');
  });
});
