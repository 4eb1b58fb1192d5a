import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { connectExternal } from '#server/postgres/external-postgres.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { prepareTemplate } from './database-template.ts';

/** What `freshDatabase` needs to know about the run's PostgreSQL. */
export interface TestServer {
  connection: { host: string; port: number; user: string; password: string };
  /** The database to connect to for creating others. */
  maintenance: string;
  /** Also the prefix of the run's databases. */
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    database: TestServer;
  }
}

/** The server warns about connections that tests cut. */
const log = pino({ level: 'error' });

/**
 * vitest's globalSetup: one PostgreSQL for a run, embedded or the one of TEST_DATABASE_URL, with a template database
 * that has the schema (STYLE example 19). None if only pure functions are tested.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return undefined;
  // For all that tests write, in the processes of the workers too: cabinets, profiles of Chromium, other databases.
  process.env.TMPDIR = await fastFolder();
  const url = process.env.TEST_DATABASE_URL;
  const server = url ? await givenServer(url) : await embeddedServer();
  const template = `tenantry_template_${randomBytes(4).toString('hex')}`;
  const { connection, maintenance } = server;
  try {
    await inMaintenance(server, (client) =>
      client.query(`create database ${template} template template0 encoding 'UTF8'`),
    );
    await prepareTemplate({ ...connection, database: template });
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('database', { connection, maintenance, template });

  return async () => {
    // The embedded one is deleted with its folder.
    if (url) await inMaintenance(server, (client) => dropAll(client, template));
    await server.stop();
  };
}

type RunServer = Pick<TestServer, 'connection' | 'maintenance'> & { stop(): Promise<void> };

async function embeddedServer(): Promise<RunServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-test-'));
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    // These data need not survive a loss of power. Everything else is as in production.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  });
  const { database, ...connection } = server.connection;
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { connection, maintenance: database, stop };
}

/**
 * In memory nobody waits for a disk: copying the template takes 15 ms there and 350 ms on a disk. Containers often have
 * only 64 MB of it.
 */
async function fastFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  const free = Math.min(memory ? memory.bavail * memory.bsize : 0, process.availableMemory());
  return free > 4 * 2 ** 30 ? '/dev/shm' : tmpdir();
}

async function givenServer(url: string): Promise<RunServer> {
  // pg knows every form of the address.
  const { host, port, user, password, database } = new pg.Client(await connectExternal(url, log));
  if (!user || !database) throw new Error('TEST_DATABASE_URL names no user or no database');
  return {
    connection: { host, port, user, password: password ?? '' },
    maintenance: database,
    stop: async () => {},
  };
}

async function inMaintenance(server: RunServer, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...server.connection, database: server.maintenance });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

async function dropAll(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
}
