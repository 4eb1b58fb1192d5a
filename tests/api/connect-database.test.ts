import { connect as dial, createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';

const log = pino({ level: 'silent' });
let given: TestDatabase;
let database: Database;

beforeAll(async () => {
  given = await freshDatabase();
  database = await connect(given.url);
});

afterAll(async () => {
  await database.close();
  await given.drop();
});

test('reads each type of column as the code expects it', async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as big, '{1,NULL,-2}'::bigint[] as bigs, '{}'::bigint[] as none,
           '2025-03-30'::date as day, '{2025-03-30,NULL}'::date[] as days, 1.10::numeric as amount,
           '2025-03-30T00:30:00Z'::timestamptz as moment`.execute(database.db);
  expect(rows).toEqual([
    {
      big: Number.MAX_SAFE_INTEGER,
      bigs: [1, null, -2],
      none: [],
      day: '2025-03-30',
      days: ['2025-03-30', null],
      amount: '1.10',
      moment: new Date('2025-03-30T00:30:00Z'),
    },
  ]);
});

test('refuses to read a number that would come out wrong, and the connection works on', async () => {
  await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow(RangeError);
  await expect(sql`select array[9007199254740993]`.execute(database.db)).rejects.toThrow(RangeError);
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
});

test('sessions count in UTC and plan for many short queries', async () => {
  const { rows } = await sql`select current_setting('TimeZone') as zone, current_setting('jit') as jit,
    current_setting('max_parallel_workers_per_gather') as workers`.execute(database.db);
  expect(rows).toEqual([{ zone: 'UTC', jit: 'off', workers: '0' }]);
});

test('a connection that is cut, idle or in a transaction, fails its own work only', async () => {
  const broken = database.db.transaction().execute(async (transaction) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
  });
  await expect(broken).rejects.toThrow();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  await expect.poll(async () => (await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
});

// At the same time, because two of them wait for the whole time limit.
describe.concurrent('a DATABASE_URL that cannot be used is refused with one line without the password', () => {
  test('not an address', async () => {
    const refusal = await refusalOf('postgres://user:hush@host:notaport/name');
    expect(refusal).toMatch(/^DATABASE_URL is not an address: /);
  });

  test('no such database', async () => {
    const refusal = await refusalOf(given.url.replace(/_[0-9a-f]+\?/, '_missing?'));
    expect(refusal).toMatch(/^DATABASE_URL: \S+:\d+ refused: database ".*_missing" does not exist$/);
  });

  test('something else listens there', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await expect.poll(() => server.listening).toBe(true);
    const { port } = server.address() as AddressInfo; // what a server on TCP has
    const refusal = await refusalOf(`postgres://user:hush@127.0.0.1:${port}/name`);
    server.close();
    expect(refusal).toContain(`DATABASE_URL: `);
    expect(refusal).toContain(`127.0.0.1:${port}`);
  });

  test('nobody there, after some patience', async () => {
    const began = performance.now();
    expect(await refusalOf('postgres://user:hush@127.0.0.1:9/name')).toMatch(
      /^DATABASE_URL: no answer from 127\.0\.0\.1:9: .*ECONNREFUSED/,
    );
    expect(performance.now() - began).toBeGreaterThan(9_000);
  });
});

test('waits for a database that comes up a moment later', async () => {
  const { host, port } = given.connection;
  if (!host || !port) throw new Error('the test server has no address');
  const proxy = createServer((socket) => {
    const onward = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  // A port that is free now, and answers only after the first attempt was refused.
  proxy.listen(0, '127.0.0.1');
  await expect.poll(() => proxy.listening).toBe(true);
  const { port: free } = proxy.address() as AddressInfo; // what a server on TCP has
  await new Promise((closed) => proxy.close(closed));
  const waiting = vi.spyOn(log, 'info');
  const url = new URL(given.url);
  url.search = '';
  url.host = `127.0.0.1:${free}`;
  const connecting = connect(url.href);
  await expect
    .poll(() => waiting.mock.calls)
    .toContainEqual([`waiting for the database at 127.0.0.1:${free}`]);
  proxy.listen(free, '127.0.0.1');
  const late = await connecting;
  await late.close();
  proxy.close();
});

function connect(databaseUrl: string): Promise<Database> {
  return connectDatabase({ databaseUrl, dataDir: '', log, maxConnections: 5 });
}

async function refusalOf(databaseUrl: string): Promise<string> {
  const outcome = await connect(databaseUrl).catch((error: unknown) => error);
  expect(outcome).toHaveProperty('name', 'StartupError');
  const message = outcome instanceof Error ? outcome.message : '';
  expect(message).not.toContain('hush');
  expect(message).not.toContain('\n');
  return message;
}
