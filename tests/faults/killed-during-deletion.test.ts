import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/postgres/connect.ts';
import { call, tokenOf } from '#tests/support/http.ts';
import { registration } from '#tests/support/people.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Passw0rd-of-tests' };
let dataDir: string;
let server: ServerProcess;
let staff: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-deleted-'));
});
afterAll(async () => {
  await killAll();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startProcess({ DATA_DIR: dataDir, ...admin });
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  staff = (await call(`${server.url}/api/admin/auth/login`, 'POST', { body })).body.access_token;
}

/** Archives a client while nothing runs, as months would. */
async function archive(id: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const database = await connectDatabase({ databaseUrl: undefined, dataDir, log });
  await database.db
    .updateTable('clients')
    .set({ status: 'archived', next_event_at: null })
    .where('id', '=', id)
    .execute();
  await database.close();
}

async function customer(): Promise<string> {
  const body = registration();
  const { body: registered } = await call(`${server.url}/api/auth/register`, 'POST', { body });
  const hash = await until('the link', () => {
    const line = server.said().find((printed) => printed.startsWith(`confirm ${body.email} `));
    return line && tokenOf(line);
  });
  await call(`${server.url}/api/auth/confirm`, 'POST', { body: { hash } });
  await until('the cabinet', async () => (await show(registered.data.id)).cabinet_status === 'active');
  return registered.data.id;
}

const show = async (id: string) =>
  (await call(`${server.url}/api/admin/clients/${id}`, 'GET', { token: staff })).body.data;
const fileOf = (id: string) => path.join(dataDir, 'cabinets', `${id}.sqlite`);

describe('a server killed with kill -9 while it deletes and restores a cabinet', () => {
  it.each([40])(
    'ends where it should after the next start, nothing lost (killed %i ms after it began)',
    async (ms) => {
      await start();
      const id = await customer();
      const open = new DatabaseSync(fileOf(id));
      open.exec("INSERT INTO goods (id, name, price, quantity, created_at) VALUES ('1', 'Хліб', 1, 1, 1)");
      open.close();
      await server.kill('SIGTERM');
      await archive(id);

      await start();
      await delay(ms);
      await server.kill('SIGKILL');
      await start();
      const { cabinet } = await until('the deletion', async () => {
        const seen = await show(id);
        return seen.cabinet_status === 'deleted' && seen;
      });
      expect(existsSync(fileOf(id))).toBe(false);
      expect(cabinet.deletions).toHaveLength(1);
      const [backup] = cabinet.backups;
      expect(cabinet.deletions[0].backup.id).toBe(backup.id);
      expect(readdirSync(path.join(dataDir, 'backups'))).toContain(`${backup.id}.backup`);

      const restoring = `${server.url}/api/admin/clients/${id}/backups/${backup.id}/restore`;
      expect((await call(restoring, 'POST', { token: staff })).status).toBe(200);
      await delay(ms);
      await server.kill('SIGKILL');
      await start();
      // First suspended; the tariff is free, so the next run opens it.
      await until('the restored cabinet', async () => {
        const { cabinet_status, cabinet: seen } = await show(id);
        return seen.task === null && ['suspended', 'active'].includes(cabinet_status);
      });
      const restored = new DatabaseSync(fileOf(id));
      expect(restored.prepare('SELECT name FROM goods').all()).toEqual([{ name: 'Хліб' }]);
      restored.close();
      await server.kill('SIGKILL');
    },
  );
});
