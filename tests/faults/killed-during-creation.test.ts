import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, tokenOf } from '#tests/support/http.ts';
import { registration } from '#tests/support/people.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Passw0rd-of-tests' };
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-killed-'));
});
afterAll(async () => {
  await killAll();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (more: Record<string, string> = {}) => startProcess({ DATA_DIR: dataDir, ...admin, ...more });

async function register(): Promise<{ email: string; hash: string }> {
  const body = registration();
  const answer = await call(`${server.url}/api/auth/register`, 'POST', { body });
  expect(answer.status).toBe(201);
  const hash = await until('the link', () => {
    const line = server.said().find((printed) => printed.startsWith(`confirm ${body.email} `));
    return line && tokenOf(line);
  });
  return { email: body.email, hash };
}

async function confirm(hash: string): Promise<string> {
  const answer = await call(`${server.url}/api/auth/confirm`, 'POST', { body: { hash } });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
}

const statusOf = async (token: string) =>
  (await call(`${server.url}/api/cabinet/status`, 'GET', { token })).body.data;

describe('a server killed with kill -9 while it makes a cabinet', () => {
  it.each([40])(
    'ends in the cabinet after the next start (killed %i ms after the confirmation)',
    async (ms) => {
      server = await start();
      const { email, hash } = await register();
      const token = await confirm(hash);
      await delay(ms);
      await server.kill('SIGKILL');

      server = await start();
      const state = await until('the cabinet', async () => {
        const data = await statusOf(token);
        return data.status === 'active' && data;
      });
      expect(state.steps.every((step: { state: string }) => step.state === 'done')).toBe(true);

      const entered = await call(`${server.url}/api/cabinet/sign-in`, 'POST', { token });
      const ticket = new URL(entered.body.data.url);
      const inside = await call(
        `http://127.0.0.1:${server.cabinetPort}${ticket.pathname}${ticket.search}`,
        'GET',
        {
          headers: { 'x-forwarded-host': 'ignored' },
        },
      );
      expect(inside.status).toBe(404); // under another host name it is not a cabinet

      const staff = await call(`${server.url}/api/admin/auth/login`, 'POST', {
        body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
      });
      const { body } = await call(`${server.url}/api/admin/emails?filter[to][eq]=${email}`, 'GET', {
        token: staff.body.access_token,
      });
      const kinds = body.data.map((mail: { kind: string }) => mail.kind);
      // The welcome is there if the creation took its time.
      expect(kinds.filter((kind: string) => kind !== 'welcome').sort()).toEqual(['cabinet_ready', 'confirm']);
      await server.kill('SIGKILL');
    },
  );

  it('resumes at the step that had failed when nobody hosted cabinets', async () => {
    server = await start({ ROLES: 'web,worker' });
    const { hash } = await register();
    const token = await confirm(hash);
    await until('a failed try', async () => (await statusOf(token)).step === 'database');
    await server.kill('SIGKILL');

    server = await start();
    await until('the cabinet', async () => (await statusOf(token)).status === 'active');
    expect(await server.kill('SIGTERM')).toBe(0);
  });
});

describe('starting', () => {
  it('refuses a second server on the same DATA_DIR with one line', async () => {
    server = await start();
    const second = await startProcess({ DATA_DIR: dataDir }, { ready: null });
    expect(await second.ended()).toBe(1);
    expect(second.said()).toEqual([expect.stringContaining(dataDir)]);
  });

  it.each(['PORT', 'CABINET_PORT'])('refuses a taken %s with one line that names it', async (variable) => {
    const taken = String(variable === 'PORT' ? server.port : server.cabinetPort);
    const other = await mkdtemp(path.join(tmpdir(), 'tenantry-port-'));
    const second = await startProcess({ DATA_DIR: other, [variable]: taken }, { ready: null });
    expect(await second.ended()).toBe(1);
    expect(second.said()).toEqual([
      `${variable}: port ${taken} is taken by another program; set ${variable} to a free one.`,
    ]);
    expect(JSON.parse(second.output())).toMatchObject({ level: 60, version: expect.any(String) });
    await rm(other, { recursive: true, force: true });
  });

  it('refuses a wrong value with one line that names it and what is accepted', async () => {
    const second = await startProcess({ DATA_DIR: dataDir, VARIANT: 'pl' }, { ready: null });
    expect(await second.ended()).toBe(1);
    expect(second.said()).toEqual(['VARIANT: "pl" is not accepted; it takes ua or lt.']);
  });
});
