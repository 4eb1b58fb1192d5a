import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askPage, cookieHeader } from '#conformance/ask-page.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { call, tokenOf } from '#tests/support/http.ts';
import { registration } from '#tests/support/people.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';

/** Two web servers, a worker and a cabinet host, each a process on the same database. */
let dataDir: string;
let database: TestDatabase;
let web: [ServerProcess, ServerProcess];
let workers: ServerProcess[];
let common: Record<string, string>;
let healthPorts: Record<'worker' | 'cabinets', string>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-roles-'));
  database = await freshDatabase();
  const port = await freePort();
  common = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
    PUBLIC_URL: `http://localhost:${port}`,
    CABINET_PORT: String(await freePort()),
  };
  healthPorts = { worker: String(await freePort()), cabinets: String(await freePort()) };
  // At the same time: the first one migrates, the others wait for it.
  const [first, second, worker] = await Promise.all([
    startProcess({ ...common, ROLES: 'web', PORT: String(port) }),
    startProcess({ ...common, ROLES: 'web' }),
    startProcess({ ...common, ROLES: 'worker', HEALTH_PORT: healthPorts.worker }, { ready: 'runs: worker' }),
    startProcess(
      { ...common, ROLES: 'cabinets', HEALTH_PORT: healthPorts.cabinets },
      { ready: 'runs: cabinets' },
    ),
  ]);
  web = [first, second];
  workers = [worker];
});
afterAll(async () => {
  await killAll();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Registers at one server; the worker that sends the email prints the link. */
async function registered(at: ServerProcess): Promise<string> {
  const body = registration();
  expect((await call(`${at.url}/api/auth/register`, 'POST', { body })).status).toBe(201);
  return until('the link', () => {
    const lines = workers.flatMap((worker) => worker.said());
    const line = lines.find((printed) => printed.startsWith(`confirm ${body.email} `));
    return line && tokenOf(line);
  });
}

async function confirmed(at: ServerProcess, hash: string): Promise<string> {
  const answer = await call(`${at.url}/api/auth/confirm`, 'POST', { body: { hash } });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
}

const isActive = (at: ServerProcess, token: string) =>
  until('the cabinet', async () => {
    const { body } = await call(`${at.url}/api/cabinet/status`, 'GET', { token });
    return body.data.status === 'active';
  });

describe('roles in processes of their own', () => {
  it.each(['worker', 'cabinets'] as const)(
    'say how a process for %s is, to those who may know',
    async (role) => {
      const ask = (path: string) => fetch(`http://127.0.0.1:${healthPorts[role]}${path}`);
      expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok' });
      expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'ready', database: true });
      expect(await (await ask('/metrics')).text()).toContain('tenantry_jobs{');
      expect((await ask('/api/admin/clients')).status).toBe(404);
    },
  );

  it('bring a customer into a cabinet, whichever server is asked', async () => {
    const [one, other] = web;
    const token = await confirmed(other, await registered(one));
    await isActive(one, token);
    const entered = await call(`${one.url}/api/cabinet/sign-in`, 'POST', { token });
    const signedIn = await askPage(new URL(entered.body.data.url), { timeoutMs: 10_000 });
    expect(signedIn.status).toBe(303);
    const home = new URL('/', entered.body.data.url);
    expect((await askPage(home, { timeoutMs: 10_000, cookie: cookieHeader(signedIn) })).status).toBe(200);
    await call(`${one.url}/api/auth/logout`, 'POST', { token });
    expect((await call(`${other.url}/api/auth/me`, 'GET', { token })).status).toBe(401);
  });

  it('go on when a worker is killed and another one comes', async () => {
    const [one] = web;
    const token = await confirmed(one, await registered(one));
    await workers[0]?.kill('SIGKILL');
    workers.push(await startProcess({ ...common, ROLES: 'worker' }, { ready: 'runs: worker' }));
    await isActive(one, token);
  });
});
