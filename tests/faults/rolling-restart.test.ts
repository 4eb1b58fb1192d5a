import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Balancer, startBalancer } from '#tests/support/processes/balancer.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';

/** Servers that are stopped during use (GROWTH section 20, "Draining"). */
let dataDir: string;
let database: TestDatabase;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-rolling-'));
  database = await freshDatabase();
});
afterAll(async () => {
  await killAll();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const startWeb = (more: Record<string, string> = {}): Promise<ServerProcess> =>
  startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
    ROLES: 'web',
    ...more,
  });

describe('two servers behind a proxy', () => {
  it('are restarted one after the other, and no request of fifty a second is lost', async () => {
    const webs = await Promise.all([startWeb(), startWeb()]);
    const balancer = await startBalancer(webs.map(({ port }) => port));
    const load = startLoad(balancer);
    for (const web of webs) {
      const ended = web.kill('SIGTERM');
      await until('the proxy to leave it alone', () => !balancer.isUsing(web.port));
      expect(await ended).toBe(0);
      await startWeb({ PORT: String(web.port) });
      await until('the proxy to come back', () => balancer.isUsing(web.port));
    }
    const { statuses, failures } = await load.stop();
    await balancer.close();
    await killAll();
    expect(failures).toEqual([]);
    expect(statuses).toBeGreaterThan(200);
  });
});

describe('a server that is told to stop', () => {
  it('is not ready at once, answers for DRAIN_SECONDS and gives its connections up', async () => {
    const healthPort = await freePort();
    const web = await startWeb({ HEALTH_PORT: String(healthPort), DRAIN_SECONDS: '3' });
    const kept = await fetch(`${web.url}/api/offer`);
    expect([kept.status, kept.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const ended = web.kill('SIGTERM');
    await until('it to say so', async () => (await fetch(`${web.url}/readyz`)).status === 503);
    for (const port of [web.port, healthPort]) {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        expect.objectContaining({ status: 'not ready', draining: true, database: true }),
      ]);
    }
    const late = await fetch(`${web.url}/api/offer`);
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
    expect(await isListening(web.port)).toBe(false);
  });

  it('waits for nobody where nobody watches, and never on Ctrl+C', async () => {
    const quiet = await startWeb();
    const started = performance.now();
    expect(await quiet.kill('SIGTERM')).toBe(0);
    const watched = await startWeb({ DRAIN_SECONDS: '600' });
    expect((await fetch(`${watched.url}/readyz`)).status).toBe(200);
    expect(await watched.kill('SIGINT')).toBe(0);
    // Far less than ten minutes, however slow the machine is.
    expect(performance.now() - started).toBeLessThan(120_000);
  });
});

function startLoad(balancer: Balancer) {
  const failures: string[] = [];
  let statuses = 0;
  const running = new Set<Promise<void>>();
  const ask = async (address: string) => {
    try {
      const answer = await fetch(`${balancer.url}${address}`);
      await answer.arrayBuffer();
      statuses += 1;
      if (answer.status !== 200) failures.push(`${address}: ${answer.status}`);
    } catch (error) {
      failures.push(`${address}: ${String(error)}`);
    }
  };
  const addresses = ['/api/offer', '/config.json', '/api/auth/partners'];
  let turn = 0;
  const timer = setInterval(() => {
    const asked: Promise<void> = ask(addresses[turn++ % addresses.length] ?? '').finally(() =>
      running.delete(asked),
    );
    running.add(asked);
  }, 20);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return { statuses, failures };
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((told) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      told(true);
    });
    socket.on('error', () => told(false));
  });
}
