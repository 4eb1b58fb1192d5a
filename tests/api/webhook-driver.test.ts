import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { webhookDriver } from '#server/cabinets/drivers/webhook/webhook-driver.ts';
import { json, provisionerSecret as secret } from '#tests/support/cabinets/provisioner.ts';

const id = '0198c0de-0000-7000-8000-0000000000f1';
const sha256 = 'a'.repeat(64);
const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function provisioner(
  answer: (response: ServerResponse, request: IncomingMessage) => unknown,
  { timeoutMs = 30_000 } = {},
) {
  const server = createServer((request, response) => void answer(response, request));
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address is always this
  const url = `http://127.0.0.1:${port}/`;
  const options = {
    url,
    secrets: [secret],
    apiUrl: 'https://platform.example/api',
    now: () => new Date(),
    timeoutMs,
  };
  const driver = webhookDriver({ ...options, allowPrivate: true });
  const cabinet = {
    clientId: id,
    domain: 'ganok.localhost',
    url: `http://ganok.localhost:${port}`,
    ownDomain: null,
    secret: 'own',
  };
  return { driver, cabinet, options, url };
}

describe('the webhook driver', () => {
  // oxfmt-ignore
  it.each<[string, (response: ServerResponse) => unknown, string]>([
    ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'redirected'],
    ['answers without end', (response) => response.writeHead(200).end('x'.repeat(100_000)), 'answer_too_long'],
    ['answers nonsense', (response) => json(response, 200, { status: 'fine' }), 'answer_invalid'],
    ['says 202 and done', (response) => json(response, 202, { status: 'done' }), 'answer_invalid'],
    ['says 200 and pending', (response) => json(response, 200, { status: 'pending' }), 'answer_invalid'],
    ['answers an address that is none', (response) => json(response, 200, { status: 'done', domain: 'http://x' }), 'answer_invalid'],
    ['says that it failed', (response) => json(response, 200, { status: 'failed', message: 'no disk' }), 'failed'],
    ['answers 500', (response) => json(response, 500, {}), 'failed'],
    ['refuses', (response) => json(response, 403, {}), 'rejected'],
    ['hangs up', (response) => response.destroy(), 'unreachable'],
    ['is silent', () => undefined, 'timeout'],
  ])('does not believe one that %s', async (_name, answer, reason) => {
    const { driver, cabinet } = await provisioner(answer, { ...(reason === 'timeout' && { timeoutMs: 300 }) });
    await expect(driver.resume(cabinet, { id })).rejects.toMatchObject({ reason });
  });

  it('says what it wants in one signed message', async () => {
    const seen: unknown[] = [];
    const { driver, cabinet } = await provisioner(async (response, request) => {
      seen.push(JSON.parse(await text(request)), request.headers['webhook-id']);
      json(response, 200, { status: 'done', domain: 'elsewhere.example' });
    });
    const backup = {
      id,
      bytes: 5,
      sha256,
      open: () => {
        throw new Error('fetched by the provisioner');
      },
    };
    expect(await driver.create(cabinet, { id, step: 'database', backup })).toEqual({
      state: 'done',
      domain: 'elsewhere.example',
    });
    expect(seen).toEqual([
      {
        type: 'cabinet.create',
        step: 'database',
        backup: { url: `https://platform.example/api/provisioner/backups/${id}`, bytes: 5, sha256 },
        operation: id,
        protocol: 1,
        cabinet: { client_id: id, domain: cabinet.domain, own_domain: null, url: cabinet.url, secret: 'own' },
        callback_url: 'https://platform.example/api/provisioner/results',
      },
      id,
    ]);
  });

  it('reads a list page by page until an empty one, and not for ever', async () => {
    const ids = ['1', '2', '3'].map((digit) => id.slice(0, -1) + digit);
    const pages = (lengthOf: (after: string | null) => string[]) =>
      provisioner(async (response, request) => {
        const { after } = JSON.parse(await text(request));
        const cabinets = lengthOf(after).map((client_id) => ({
          client_id,
          database: true,
          instance: 'none',
          domain: null,
        }));
        json(response, 200, { status: 'done', cabinets });
      });
    const listed = async ({ driver }: Awaited<ReturnType<typeof provisioner>>) => {
      const found: string[] = [];
      for await (const { clientId } of driver.inventory?.() ?? []) found.push(clientId);
      return found;
    };
    const good = await pages((after) => ids.filter((one) => after === null || one > after).slice(0, 2));
    expect(await listed(good)).toEqual(ids);
    await expect(listed(await pages(() => ids))).rejects.toMatchObject({ reason: 'answer_invalid' });
    const none = await provisioner((response) => json(response, 404, {}));
    await expect(listed(none)).rejects.toMatchObject({ reason: 'rejected' });
  });

  it('waits as long as it is told', async () => {
    const { driver, cabinet } = await provisioner((response) =>
      json(response, 202, { status: 'pending', look_again_seconds: 7 }),
    );
    expect(await driver.destroy(cabinet, { id })).toEqual({ state: 'pending', lookAgainSeconds: 7 });
  });

  it('takes no backup but the one that was spoken of', async () => {
    for (const [content, bytes] of [
      ['short', 9],
      ['much too long', 3],
      ['other', 5],
    ] as const) {
      const { driver, cabinet } = await provisioner((response, { url, headers }) =>
        url === '/file'
          ? response.end(content)
          : json(response, 200, {
              status: 'done',
              backup: { url: `http://${headers.host}/file`, bytes, sha256 },
            }),
      );
      const keep = async (stream: NodeJS.ReadableStream) => void (await text(stream));
      await expect(driver.backup(cabinet, { id, keep })).rejects.toMatchObject({
        reason: bytes === 3 ? 'answer_too_long' : 'backup_missing',
      });
    }
  });

  it('takes none for a backup that is said to be done', async () => {
    const { driver, cabinet } = await provisioner((response) => json(response, 200, { status: 'done' }));
    const keep = () => Promise.reject(new Error('there is nothing to keep'));
    await expect(driver.backup(cabinet, { id, keep })).rejects.toMatchObject({ reason: 'answer_invalid' });
  });

  it('calls nobody in a private network unless that is allowed, nor probes there', async () => {
    let asked = 0;
    const { options, cabinet, url } = await provisioner((response) => {
      asked += 1;
      json(response, 200, { status: 'done' });
    });
    for (const address of [
      url,
      url.replace('127.0.0.1', 'localhost'),
      url.replace('127.0.0.1', '[::ffff:7f00:1]'),
    ]) {
      const driver = webhookDriver({ ...options, url: address, allowPrivate: false });
      await expect(driver.resume(cabinet, { id })).rejects.toMatchObject({ reason: 'forbidden_address' });
      expect(await driver.probe({ ...cabinet, url: address })).toEqual({
        answered: false,
        reason: 'forbidden_address',
      });
    }
    expect(asked).toBe(0);
  });
});
