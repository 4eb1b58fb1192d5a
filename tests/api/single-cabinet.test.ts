import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCopyServer } from '#cabinet/single/copy-server.ts';
import { copyingConfig, servingConfig } from '#cabinet/single/own-config.ts';
import { signRequest } from '#contract/cabinets/webhook-signature.ts';
import { startSingleCabinet } from '#cabinet/single/single-cabinet.ts';
import { openStorePool } from '#cabinet/store/store-pool.ts';
import type { CabinetDriver, Progress } from '#server/cabinets/drivers/driver.ts';
import { kubernetesClient } from '#server/cabinets/drivers/kubernetes/kubernetes-client.ts';
import { kubernetesDriver } from '#server/cabinets/drivers/kubernetes/kubernetes-driver.ts';
import { type ApiServer, startApiServer } from '#tests/support/kubernetes/api-server.ts';
import {
  exampleCabinet as cabinet,
  exampleTemplate,
  exampleValues,
} from '#tests/support/kubernetes/template.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { until } from '#tests/support/until.ts';

const deps = { log: pino({ level: 'silent' }), now: () => new Date() };
const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
const closes: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-single-'));
});
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
  await rm(folder, { recursive: true });
});

const environment = (more: Record<string, string> = {}) => ({
  CABINET_CLIENT_ID: cabinet.clientId,
  CABINET_SECRET: cabinet.secret,
  CABINET_URL: cabinet.url,
  PLATFORM_API_URL: 'http://127.0.0.1:9/api',
  PUBLIC_URL: 'https://platform.example',
  DATA_DIR: path.join(folder, 'data'),
  PORT: '0',
  ...more,
});

describe('one cabinet in a process of its own', () => {
  it('answers under any name, and sends strangers to log in', async () => {
    const server = await startSingleCabinet(servingConfig(environment()), deps);
    closes.push(server.close);
    const at = `http://127.0.0.1:${server.port}`;
    expect((await fetch(`${at}/api/system/health-check`)).status).toBe(200);
    const page = await fetch(at, { redirect: 'manual' });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toMatch(
      /^https:\/\/platform\.example\/client\/login\?cabinet=[0-9a-f-]{36}$/,
    );
  });

  it('says what it lacks, and nothing of what it was given', () => {
    expect(() => servingConfig({ CABINET_SECRET: 'too short' })).toThrow(
      /^Missing or not accepted: CABINET_CLIENT_ID, CABINET_SECRET, CABINET_URL, PLATFORM_API_URL, PUBLIC_URL\.$/,
    );
  });

  it('is the program that the image runs', async () => {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'cabinet/main.ts', 'serve'],
      {
        cwd: root,
        env: { PATH: process.env.PATH, ...environment({ PORT: String(port) }) },
      },
    );
    const ended = once(child, 'exit');
    closes.push(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    const status = () =>
      fetch(`http://127.0.0.1:${port}/api/system/health-check`).then(
        (answer) => answer.status,
        () => undefined,
      );
    expect(await until('the cabinet', status)).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('its backup and restore jobs', () => {
  let api: ApiServer;
  let driver: CabinetDriver;
  /** The port of the present job. */
  let port: number;

  beforeEach(async () => {
    api = await startApiServer();
    closes.push(api.close);
    // Like the API server: passes the request on to the pod.
    api.serve((request, response) => {
      const { method, url, headers } = request;
      const onward = requestHttp({ port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    driver = kubernetesDriver({
      client: kubernetesClient({ kubeconfig: await api.writeKubeconfig(path.join(folder, 'config')) }),
      template: exampleTemplate(),
      values: exampleValues,
      now: deps.now,
    });
  });

  async function startJob(data: string): Promise<void> {
    const server = await startCopyServer(copyingConfig(environment({ DATA_DIR: data })), deps);
    closes.push(server.close);
    port = server.port;
  }

  async function finish(act: () => Promise<Progress>): Promise<void> {
    await until('the end', async () => (await act()).state === 'done');
  }

  it('carry a database from one cabinet to the next, by the driver', async () => {
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
    await startJob(from);
    const before = openStorePool(from);
    before.create(cabinet.clientId);
    const person = {
      client_id: cabinet.clientId,
      name: 'Олена Ковальчук',
      locale: 'uk' as const,
      person: null,
      acting_user: null,
      read_only: false,
      session_id: null,
      signed_in_at: null,
    };
    const { token } = before.use(cabinet.clientId, (store) =>
      store.startSession(person, { now: deps.now(), replaces: undefined }),
    );
    await finish(() => driver.create(cabinet, { id: 'a', step: 'database' }));
    let copy = Buffer.alloc(0);
    const keep = async (stream: Readable) => void (copy = await buffer(stream));
    await finish(() => driver.backup(cabinet, { id: 'b', keep }));
    before.closeAll();

    await startJob(to);
    const backup = {
      id: 'c',
      bytes: copy.length,
      open: () => Readable.from([copy]),
      sha256: createHash('sha256').update(copy).digest('hex'),
    };
    await finish(() => driver.create(cabinet, { id: 'd', step: 'database', backup }));
    const after = openStorePool(to);
    expect(after.exists(cabinet.clientId)).toBe(true);
    const session = after.use(cabinet.clientId, (store) => store.findSession(token, deps.now()));
    expect(session?.name).toBe('Олена Ковальчук');
    after.closeAll();
  });

  it('give nothing for the headers of another call, and nothing twice', async () => {
    await startJob(folder);
    openStorePool(folder).create(cabinet.clientId);
    const at = `http://127.0.0.1:${port}/backup`;
    const ask = async (path: string, protocols: readonly (1 | 2)[], id = `msg_${randomUUID()}`) => {
      const timestamp = Math.floor(deps.now().getTime() / 1000);
      const message = { id, timestamp, method: 'GET', path, body: '' };
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await signRequest(cabinet.secret, message, protocols),
      };
      return (await fetch(at, { headers })).status;
    };
    expect(await ask('/api/cabinet-api/entitlements', [2, 1])).toBe(401);
    expect(await ask('/backup', [1])).toBe(401);
    const id = `msg_${randomUUID()}`;
    expect(await ask('/backup', [2, 1], id)).toBe(200);
    expect(await ask('/backup', [2, 1], id)).toBe(401);
  });

  it('answer nobody else', async () => {
    await startJob(folder);
    const at = `http://127.0.0.1:${port}/backup`;
    expect((await fetch(at)).status).toBe(401);
    expect((await fetch(at, { method: 'PUT', body: 'x' })).status).toBe(401);
  });
});
