import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { probe } from '#server/cabinets/drivers/probe.ts';

const open: { close(): void }[] = [];
/** Long, because time decides no test. */
const timeoutMs = 30_000;

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

describe('probe', () => {
  it.each([200, 301, 401, 404, 500, 503])('takes %i for an answer', async (status) => {
    const port = await listen((_request, response) => response.writeHead(status).end('body'));
    expect(await probe(`http://127.0.0.1:${port}`, { timeoutMs })).toEqual({ answered: true, status });
  });

  it('asks for the health check under the name of the cabinet, which it finds on this machine', async () => {
    const asked: string[] = [];
    const port = await listen((request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      response.end();
    });
    await probe(`http://shop.localhost:${port}/`, { timeoutMs });
    expect(asked).toEqual([`shop.localhost:${port}/api/system/health-check`]);
  });

  it('follows no redirect', async () => {
    let asked = 0;
    const port = await listen((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await probe(`http://127.0.0.1:${port}`, { timeoutMs })).toEqual({ answered: true, status: 302 });
    expect(asked).toBe(1);
  });

  it('stops reading an endless answer', async () => {
    let sent = 0;
    const port = await listen((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      response.on('drain', pour);
      pour();
    });
    expect(await probe(`http://127.0.0.1:${port}`, { timeoutMs })).toEqual({ answered: true, status: 200 });
    expect(sent).toBeLessThan(50_000_000);
  });

  it('takes a status without the rest of the body for an answer', async () => {
    const port = await listen((_request, response) => void response.writeHead(200).write('…'));
    expect(await probe(`http://127.0.0.1:${port}`, { timeoutMs })).toEqual({
      answered: true,
      status: 200,
    });
  });

  it('says that nothing listens', async () => {
    const port = await listen(() => undefined);
    open.splice(0)[0]?.close();
    expect(await probe(`http://127.0.0.1:${port}`, { timeoutMs })).toEqual({
      answered: false,
      reason: 'refused',
    });
  });

  it('does not wait longer than it may', async () => {
    const port = await listen(() => undefined);
    expect(await probe(`http://127.0.0.1:${port}`, { timeoutMs: 50 })).toEqual({
      answered: false,
      reason: 'timeout',
    });
  });

  it('does not take something that is not HTTP for an answer', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0\r\n'));
    const port = await listenOn(server);
    expect(await probe(`http://127.0.0.1:${port}`, { timeoutMs })).toEqual({
      answered: false,
      reason: 'unreachable',
    });
  });

  it('does not take a server without TLS for a secure one', async () => {
    const port = await listen((_request, response) => response.end());
    const result = await probe(`https://127.0.0.1:${port}`, { timeoutMs });
    expect(result.answered).toBe(false);
  });

  it('says that the name is unknown', async () => {
    const lookup = (
      name: string,
      _options: object,
      done: (error: NodeJS.ErrnoException, address: string) => void,
    ) => done(Object.assign(new Error(name), { code: 'ENOTFOUND' }), '');
    expect(await probe('http://shop.example', { timeoutMs, lookup })).toEqual({
      answered: false,
      reason: 'unknown_name',
    });
  });

  it.each(['', 'shop.localhost', 'ftp://shop.localhost', 'http://'])(
    'refuses the address %j',
    async (url) => {
      expect(await probe(url, { timeoutMs })).toEqual({ answered: false, reason: 'bad_address' });
    },
  );
});

function listen(listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener);
  return listenOn(server);
}

async function listenOn(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  });
  return (server.address() as AddressInfo).port; // a TCP server's address is always this
}
