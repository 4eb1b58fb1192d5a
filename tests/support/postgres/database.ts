import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  connection: pg.PoolConfig;
  /** The same in the form of DATABASE_URL. */
  url: string;
  /** Ends the remaining connections. Databases that are not dropped disappear at the end of the run. */
  drop(): Promise<void>;
}

/** A separate database for each test file, with the schema and the data of the migrations. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('database');
  const database = `${template}_${randomBytes(6).toString('hex')}`;
  // Copying files is faster than writing them through the log, and as safe where nobody else works.
  await inMaintenance((client) =>
    client.query(`create database ${database} template ${template} strategy file_copy`),
  );
  return {
    connection: { ...connection, database },
    url: urlOf(database),
    drop: () => inMaintenance((client) => dropDatabase(client, database)),
  };
}

let pool: pg.Pool | undefined;

/** One connection for all databases of a worker; it doesn't keep the worker alive. */
async function inMaintenance(act: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const { connection, maintenance: database } = inject('database');
  pool ??= new pg.Pool({
    ...connection,
    database,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => undefined); // cut at the end of the run
  const client = await pool.connect();
  try {
    await act(client);
  } finally {
    client.release();
  }
}

/**
 * A pool reports its end a moment before its connections end: one that is cut in that moment would raise an error
 * without a listener. Connections that are still open after a second are cut.
 */
async function dropDatabase(client: pg.PoolClient, database: string): Promise<void> {
  for (const deadline = performance.now() + 1_000; performance.now() < deadline; await delay(5)) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database]);
    if (rowCount === 0) break;
  }
  await client.query(`drop database if exists ${database} with (force)`);
}

/** With the host as a parameter, which may also be a folder with a socket. */
function urlOf(database: string): string {
  const { host, port, user, password } = inject('database').connection;
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  url.searchParams.set('host', host);
  return url.href;
}
