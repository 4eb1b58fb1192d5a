import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The processes of cabinets, one each, on ports of their own. */
export function startCabinets({ command: [program, ...words], publicUrl, apiUrl }) {
  const running = new Map();

  /** Starts a cabinet, again if it runs, and waits until it answers. */
  async function start({ id, url, secret, dataFile }) {
    await stop(id);
    const port = await freePort();
    const child = spawn(program, words, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        PATH: process.env.PATH,
        CABINET_CLIENT_ID: id,
        CABINET_SECRET: secret,
        CABINET_URL: url,
        PUBLIC_URL: publicUrl,
        PLATFORM_API_URL: apiUrl,
        DATA_FILE: dataFile,
        PORT: String(port),
      },
    });
    running.set(id, { child, port });
    for (let tries = 0; tries < 100; tries += 1) {
      if (child.exitCode !== null) throw new Error(`the cabinet ended with ${child.exitCode}`);
      const answer = await fetch(`http://127.0.0.1:${port}/api/system/health-check`).catch(() => undefined);
      if (answer?.ok) return;
      await wait(100);
    }
    throw new Error('the cabinet does not answer');
  }

  async function stop(id) {
    const cabinet = running.get(id);
    if (!cabinet) return;
    running.delete(id);
    if (cabinet.child.exitCode !== null || cabinet.child.signalCode !== null) return;
    const ended = once(cabinet.child, 'exit');
    cabinet.child.kill();
    await ended;
  }

  return {
    start,
    stop,
    stopAll: () => Promise.all([...running.keys()].map(stop)),
    /** Passes a request on to a cabinet's process. */
    pass(id, request, response) {
      const { method, url: address, headers } = request;
      const target = { host: '127.0.0.1', port: running.get(id)?.port, method, path: address, headers };
      const passed = requestHttp(target, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
      request.pipe(passed);
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
