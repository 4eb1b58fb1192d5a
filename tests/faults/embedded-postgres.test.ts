import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase } from '#server/postgres/connect.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type PostgresConnection,
} from '#server/postgres/embedded-postgres.ts';

const program = fileURLToPath(new URL('../support/processes/database-parent.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const log = pino({ level: 'silent' });

let seed: string;
let folder: string;
let dataDir: string;
let parents: ChildProcess[];
let servers: EmbeddedPostgres[];

beforeAll(async () => {
  seed = await realpath(await mkdtemp(join(tmpdir(), 'tenantry-fault-')));
  await (await startEmbeddedPostgres({ dataDir: join(seed, 'data'), log })).stop();
});

afterAll(() => rm(seed, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tenantry-fault-')));
  dataDir = join(folder, 'data');
  parents = [];
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  for (const parent of parents) await kill(parent, 'SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

describe('two servers on one DATA_DIR', () => {
  test('the second is refused with one line, and the first works on', async () => {
    copySeed();
    const first = await startParent([dataDir]);
    expect(await refusalOf([dataDir])).toBe(
      `DATA_DIR "${dataDir}" is in use by another server: stop it or set another DATA_DIR\n`,
    );
    expect(await answer(first.connection)).toBe(1);
  });

  test('of several that start in the same instant, on an empty folder, one wins', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => startParent([dataDir])));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('after kill -9 of the server', () => {
  test('the next start has every acknowledged row, and no process of the old one', async () => {
    copySeed();
    const first = await startParent([dataDir, 'writing']);
    await expect.poll(() => first.lines.length).toBeGreaterThan(200);
    await kill(first.parent, 'SIGKILL');
    const acknowledged = Number(first.lines.at(-1));
    const old = postmasterOf(dataDir);

    const second = await startParent([dataDir]);
    expect(postmasterOf(dataDir)).not.toBe(old);
    expect(isRunning(old)).toBe(false);
    const rows = await query(second.connection, 'select n from rows order by n');
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
    expect(rows.slice(0, acknowledged)).toEqual(
      Array.from({ length: acknowledged }, (_, index) => ({ n: index + 1 })),
    );
  });

  test('and of its database in the same instant, the next start recovers', async () => {
    copySeed();
    const first = await startParent([dataDir, 'writing']);
    await expect.poll(() => first.lines.length).toBeGreaterThan(50);
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    await kill(first.parent, 'SIGKILL');
    const acknowledged = Number(first.lines.at(-1));

    const second = await startParent([dataDir]);
    expect((await query(second.connection, 'select n from rows')).length).toBeGreaterThanOrEqual(
      acknowledged,
    );
  });

  test('while it sets up the folder, the next start begins again', async () => {
    const cutOff = run([dataDir]);
    await expect.poll(() => unfinished()).toHaveLength(1);
    await kill(cutOff, 'SIGKILL');
    expect(await answer((await startParent([dataDir])).connection)).toBe(1);
    await kill(parents.at(-1), 'SIGTERM');
    await (await start()).stop();
    expect(unfinished()).toEqual([]); // including the password of that attempt
  });

  test('a pid file whose number is another program by now stops nobody and ends nobody', async () => {
    copySeed();
    const bystander = run([join(folder, 'elsewhere')]);
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(pidFile, `${bystander.pid}\n${join(dataDir, 'postgres')}\n`);
    expect(await answer((await start()).connection)).toBe(1);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });
});

describe('the end of the server', () => {
  test('stop leaves no process and no pid file, and may be called twice', async () => {
    copySeed();
    const server = await start();
    const postmaster = postmasterOf(dataDir);
    const client = await connect(server.connection);
    await Promise.all([server.stop(), server.stop()]);
    await client.end().catch(() => undefined);
    expect(isRunning(postmaster)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test.each(['throwing', 'ending'])(
    'takes the database along when the program is %s without a stop',
    async (act) => {
      copySeed();
      const { parent } = await startParent([dataDir, act]);
      const postmaster = postmasterOf(dataDir);
      await ended(parent);
      await expect.poll(() => isRunning(postmaster)).toBe(false);
      await start();
    },
  );

  test('Ctrl+C in the terminal reaches the server alone', async () => {
    copySeed();
    const { parent, connection } = await startParent([dataDir], { detached: true });
    parent.once('exit', () => undefined);
    const client = await connect(connection);
    // Like a terminal: a signal to the whole process group in front.
    if (parent.pid) process.kill(-parent.pid, 'SIGINT');
    await ended(parent);
    expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await start();
  });
});

test('a database that ends by itself is started again at the same place', async () => {
  copySeed();
  const { connection } = await start();
  const old = postmasterOf(dataDir);
  process.kill(old, 'SIGKILL');
  await expect.poll(() => answer(connection)).toBe(1);
  expect(postmasterOf(dataDir)).not.toBe(old);
});

describe('paths', () => {
  test('a DATA_DIR too long for a socket gets a short folder for it, for its owner alone', async () => {
    dataDir = join(folder, 'a'.repeat(100), 'data, with "signs"');
    const { connection } = await start();
    expect(connection.host.startsWith(dataDir)).toBe(false);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(await answer(connection)).toBe(1);
    await servers[0]?.stop();
    expect(existsSync(connection.host)).toBe(false);
  });

  test('a path with signs that settings and shells know is taken as it is', async () => {
    dataDir = join(folder, `d, 'a' "t" $a`);
    expect(await answer((await start()).connection)).toBe(1);
  });

  test('a DATA_DIR that cannot be written is refused with one line', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await refusalOf([join(file, 'data')])).toMatch(
      /^DATA_DIR ".*\/file\/data" cannot be written \(ENOTDIR\): .*\n$/,
    );
  });

  test.runIf(process.platform === 'linux')('a DATA_DIR below /proc is refused at once', async () => {
    expect(await refusalOf(['/proc/none/data'])).toMatch(/cannot be written \(E[A-Z]+\)/);
  });

  test.skipIf(isRoot)('a DATA_DIR without the right to write is refused with one line', async () => {
    await mkdir(dataDir);
    chmodSync(dataDir, 0o500);
    expect(await refusalOf([dataDir])).toMatch(/cannot be written \(EACCES\)/);
  });

  test('a folder that is no database, or one of another version, is refused and left alone', async () => {
    const cluster = join(dataDir, 'postgres');
    await mkdir(cluster, { recursive: true });
    await expect(start()).rejects.toThrow(/is not a database of this program/);
    await writeFile(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/is of PostgreSQL 17 and this program brings 18/);
    expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  });
});

describe.runIf(isRoot)('started by root', () => {
  test('the database runs as another account, below a folder that is closed to it', async () => {
    copySeed();
    chmodSync(folder, 0o700);
    const { connection } = await start();
    expect(await answer(connection)).toBe(1);
    const owner = statSync(join(dataDir, 'postgres')).uid;
    expect(owner).not.toBe(0);
    expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(owner);
  });

  test("a cluster that came back from a backup as root's is given to the account", async () => {
    copySeed();
    const owner = statSync(join(dataDir, 'postgres')).uid;
    execFileSync('chown', ['-R', '0:0', dataDir]);
    expect(await answer((await start()).connection)).toBe(1);
    expect(statSync(join(dataDir, 'postgres', 'base')).uid).toBe(owner);
  });
});

test('without DATABASE_URL the program connects to it, and closing ends both', async () => {
  copySeed();
  const database = await connectDatabase({ databaseUrl: undefined, dataDir, log });
  const postmaster = postmasterOf(dataDir);
  expect(database.embedded).toBe(true);
  const { rows } = await database.pool.query(`select 1::bigint as one, current_setting('TimeZone') as zone`);
  expect(rows).toEqual([{ one: 1, zone: 'UTC' }]);
  await database.close();
  expect(isRunning(postmaster)).toBe(false);
});

test('nothing listens on the network', async () => {
  copySeed();
  const { connection } = await start();
  expect(await query(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await query(connection, 'show fsync')).toEqual([{ fsync: 'on' }]);
});

test('over TCP, as on Windows, only loopback and only with the password', async () => {
  copySeed();
  const { connection } = await start({ transport: 'tcp' });
  expect(connection.host).toBe('127.0.0.1');
  expect(await answer(connection)).toBe(1);
  await expect(answer({ ...connection, password: 'wrong' })).rejects.toThrow(
    /password authentication failed/,
  );
});

test('text folds case in Cyrillic and sorts by the rules of Ukrainian', async () => {
  copySeed();
  const { connection } = await start();
  const [row] = await query(
    connection,
    `select lower('ЇЖАК') as lower, 'ЇЖАК' ilike '%їж%' as found,
            array(select x from unnest('{я,і,ґ,а,є,ї,г}'::text[]) x order by x collate "uk-x-icu") as sorted`,
  );
  expect(row).toEqual({ lower: 'їжак', found: true, sorted: ['а', 'г', 'ґ', 'є', 'і', 'ї', 'я'] });
});

/** For tests that are not about the first start, which takes a second. */
function copySeed(): void {
  execFileSync('mkdir', ['-p', dataDir]);
  execFileSync('cp', ['-a', `${join(seed, 'data')}/.`, dataDir]);
}

async function start(options: { transport?: 'tcp' } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, ...options });
  servers.push(server);
  return server;
}

interface Parent {
  parent: ChildProcess;
  connection: PostgresConnection;
  /** The lines after it was ready. */
  lines: string[];
}

function run(args: string[], options: { detached?: boolean } = {}): ChildProcess {
  const parent = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  parents.push(parent);
  return parent;
}

async function startParent(args: string[], options: { detached?: boolean } = {}): Promise<Parent> {
  const parent = run(args, options);
  const errors = textOf(parent.stderr);
  const lines: string[] = [];
  const connection = await new Promise<PostgresConnection>((resolve, reject) => {
    if (!parent.stdout) throw new Error('no output to read');
    createInterface(parent.stdout)
      .once('line', (line) => resolve(JSON.parse(line)))
      .on('line', (line) => lines.push(line));
    parent.once('close', () => void errors.then((said) => reject(new Error(said))));
  });
  lines.shift();
  return { parent, connection, lines };
}

/** The whole output of a refused start. */
async function refusalOf(args: string[]): Promise<string> {
  const parent = run(args);
  const errors = textOf(parent.stderr);
  await ended(parent);
  expect(parent.exitCode).toBe(1);
  return errors;
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

async function kill(parent: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  parent?.kill(signal);
  if (parent) await ended(parent);
}

/** Waits for its end and the last output. */
async function ended(parent: ChildProcess): Promise<void> {
  if (parent.stdout?.closed && (parent.exitCode !== null || parent.signalCode !== null)) return;
  parent.stdout?.resume();
  await once(parent, 'close');
}

function unfinished(): string[] {
  return existsSync(dataDir)
    ? readdirSync(dataDir).filter((name) => name.startsWith('postgres-unfinished-'))
    : [];
}

function postmasterOf(dir: string): number {
  return Number.parseInt(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Dead processes that were not reaped yet (in a container without an init) still answer signals. */
function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  if (process.platform === 'linux')
    return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function connect(connection: PostgresConnection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // ending the server under it is the test
  await client.connect();
  return client;
}

async function query(connection: PostgresConnection, text: string): Promise<unknown[]> {
  const client = await connect(connection);
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function answer(connection: PostgresConnection): Promise<unknown> {
  const [row] = await query(connection, 'select 1 as one');
  return row && typeof row === 'object' && 'one' in row ? row.one : undefined;
}
