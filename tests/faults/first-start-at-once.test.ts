import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { call } from '#tests/support/http.ts';
import { password } from '#tests/support/people.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';

/** Four processes that find an empty database at the same time (GROWTH section 20, "First start"). */
let dataDir: string;
let database: TestDatabase;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-first-'));
  database = await freshDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('drop schema public cascade; drop schema if exists jobs cascade; create schema public');
  await client.end();
});
afterEach(async () => {
  await killAll();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function startFour(more: Record<string, string> = {}): Promise<ServerProcess[]> {
  const common = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
    ...more,
  };
  const web = () => startProcess({ ...common, ROLES: 'web' });
  return Promise.all([
    web(),
    web(),
    web(),
    startProcess({ ...common, ROLES: 'worker' }, { ready: 'runs: worker' }),
  ]);
}

const email = 'first@example.com';

describe('four first starts at once', () => {
  it('print one set-up link, which every one of them takes', async () => {
    const processes = await startFour();
    const webs = processes.slice(0, 3);
    expect(processes.map((one) => one.isRunning())).toEqual([true, true, true, true]);
    const tokens = await Promise.all(webs.map((one) => one.setUpToken()));
    expect(new Set(tokens).size).toBe(1);
    const [token] = tokens;
    for (const web of webs) {
      const asked = await call(`${web.url}/api/admin/auth/invitation`, 'POST', { body: { hash: token } });
      expect([asked.status, asked.body.data?.purpose]).toEqual([200, 'setup']);
    }
    const body = { token, email, name: 'First', password, password_confirmation: password };
    const answers = await Promise.all(
      webs.map((web) => call(`${web.url}/api/admin/auth/register`, 'POST', { body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
  });

  it('make the administrator of the configuration once, and none of them dies of it', async () => {
    const processes = await startFour({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
    expect(processes.map((one) => one.isRunning())).toEqual([true, true, true, true]);
    for (const web of processes.slice(0, 3)) {
      expect(web.output()).not.toContain('/set-up/');
      const answer = await call(`${web.url}/api/admin/auth/login`, 'POST', { body: { email, password } });
      expect(answer.status).toBe(200);
    }
    const client = new pg.Client(database.connection);
    await client.connect();
    const { rows } = await client.query('select email from users');
    await client.end();
    expect(rows).toEqual([{ email }]);
  });
});
