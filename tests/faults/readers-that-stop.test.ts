import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { call } from '#tests/support/http.ts';
import { password } from '#tests/support/people.ts';
import { killAll, type ServerProcess, startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';

/** A hundred people who request a file and then read nothing of it. */
let dataDir: string;
let database: TestDatabase;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-readers-'));
  database = await freshDatabase();
  server = await startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
    ROLES: 'web',
  });
  const body = { token: await server.setUpToken(), name: 'A', email: 'a@example.com' };
  const joined = await call(`${server.url}/api/admin/auth/register`, 'POST', {
    body: { ...body, password, password_confirmation: password },
  });
  token = joined.body.access_token;
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(
    `insert into partners (id, code, name, kind, created_at, updated_at)
     select gen_random_uuid(), 'code-' || n, repeat('A partner ', 6) || n, 'bank', now(), now()
     from generate_series(1, 9000) n`,
  );
  await client.end();
});
afterAll(async () => {
  await killAll();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

describe.runIf(process.platform === 'linux')('a hundred readers that stop reading', () => {
  it('cost the server less than 100 MB', async () => {
    const file = await call(`${server.url}/api/admin/partners?format=csv`, 'GET', { token });
    expect([file.status, file.body.length > 900_000]).toEqual([200, true]);
    const before = residentMb();
    const readers = await Promise.all(Array.from({ length: 100 }, () => stalledReader()));
    // Those with a connection hold it; the others were told to come back.
    await until('everybody to have an answer', () => readers.every(({ heard }) => heard()));
    const grown = residentMb() - before;
    expect(grown).toBeLessThan(100);
    for (const { socket } of readers) socket.destroy();
    await until('the server to answer as ever', async () => {
      const again = await call(`${server.url}/api/admin/partners?format=csv`, 'GET', { token });
      return again.status === 200 && again.body === file.body;
    });
  });
});

/** Reads the beginning of the answer and nothing more. */
async function stalledReader(): Promise<{ socket: Socket; heard(): boolean }> {
  const socket = connect(server.port, '127.0.0.1');
  let isAnswered = false;
  socket.once('data', () => {
    isAnswered = true;
    socket.pause();
  });
  socket.on('error', () => undefined);
  await new Promise<void>((connected) => socket.once('connect', () => connected()));
  socket.write(
    `GET /api/admin/partners?format=csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return { socket, heard: () => isAnswered };
}
