import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Server, startServer } from '#server/server.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { freePort } from '#tests/support/processes/ports.ts';

export interface RunningHost {
  port: number;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Whether a client's database is here. */
  has(clientId: string): boolean;
  fileOf(clientId: string): string;
}

/** A platform without a worker, and several cabinet hosts beside it, each with a folder of its own. */
export async function startHosts(
  names: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ app: TestApp; hosts: Record<string, RunningHost> }> {
  const ports = await Promise.all(names.map(() => freePort()));
  const list = names.map((name, index) => `${name}=http://127.0.0.1:${ports[index]}`).join(',');
  const app = await startApp({
    ROLES: 'web',
    CABINET_HOSTS: list,
    CABINET_PORT: String(ports[0]),
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'a-token-for-metrics-in-tests',
    ...environment,
  });
  const hosts: Record<string, RunningHost> = {};
  for (const [index, name] of names.entries()) {
    hosts[name] = await startHost(app, { name, port: ports[index] ?? 0 });
  }
  return { app, hosts };
}

async function startHost(app: TestApp, { name, port }: { name: string; port: number }): Promise<RunningHost> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `tenantry-host-${name}-`));
  const { config, log } = app.platform;
  const cabinets = { ...config.cabinets, hostName: name, listenPort: port };
  let server: Server | undefined;
  const host: RunningHost = {
    port,
    has: (clientId) => existsSync(host.fileOf(clientId)),
    fileOf: (clientId) => path.join(dataDir, 'cabinets', `${clientId}.sqlite`),
    async start() {
      const own = { ...config, roles: ['cabinets' as const], dataDir, cabinets };
      server ??= await startServer({ config: own, clock: app.clock, log, print: () => undefined });
    },
    async stop() {
      await server?.stop({ isHurried: true });
      server = undefined;
    },
  };
  await host.start();
  app.closeFirst(async () => {
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return host;
}
