import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { cli } from '#tests/support/processes/cli.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-migrate-'));
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const migrate = (...words: string[]) =>
  cli(['migrate', ...words], {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret for tests that nobody else has to know',
  });

it('brings an empty database to this version once, and says before and after what is left', async () => {
  const before = await migrate('--check', '--json');
  expect([before.code, before.json<{ left: string[] }>().left.length]).toEqual([1, expect.any(Number)]);
  const done = await migrate('--json');
  expect(done.code).toBe(0);
  expect(done.json<{ run: string[] }>().run).toEqual(before.json<{ left: string[] }>().left);
  expect((await migrate('--check')).code).toBe(0);
  expect(await migrate()).toMatchObject({ code: 0, out: 'The database is of this version.\n' });
});

it('waits for a process that migrates, and ends at once where nothing is left', async () => {
  expect(await migrate('--wait')).toMatchObject({ code: 0, out: 'The database is of this version.\n' });
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  const [waited, done] = await Promise.all([migrate('--wait'), migrate()]);
  expect([waited.code, done.code, (await migrate('--check')).code]).toEqual([0, 0, 0]);
});

it('says where there is no installation', async () => {
  const { code, err } = await cli(['migrate'], { DATA_DIR: path.join(dataDir, 'none') });
  expect([code, err]).toEqual([1, expect.stringContaining('has no installation')]);
});
