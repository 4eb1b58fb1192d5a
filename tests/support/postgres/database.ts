import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  connection: pg.PoolConfig;
  /** The same as DATABASE_URL takes it. */
  url: string;
  /** Ends what is still connected. Databases that nobody drops go at the end of the run. */
  drop(): Promise<void>;
}

/** A database of one's own with the schema and no data but what the migrations bring: one a test file. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('database');
  const database = `${template}_${randomBytes(6).toString('hex')}`;
  // Copying files is quicker than writing them through the log, and as safe where nobody else works.
  await inMaintenance((client) =>
    client.query(`create database ${database} template ${template} strategy file_copy`),
  );
  return {
    connection: { ...connection, database },
    url: urlOf(database),
    drop: () => inMaintenance((client) => dropDatabase(client, database)),
  };
}

async function inMaintenance(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { connection, maintenance } = inject('database');
  const client = new pg.Client({ ...connection, database: maintenance });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

/**
 * A pool says that it has ended a moment before its connections have: one that is cut in that moment would raise an
 * error that nobody listens for. After a second, whoever forgot to close is cut.
 */
async function dropDatabase(client: pg.Client, database: string): Promise<void> {
  for (const deadline = performance.now() + 1_000; performance.now() < deadline; await delay(5)) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database]);
    if (rowCount === 0) break;
  }
  await client.query(`drop database if exists ${database} with (force)`);
}

/** With the host as a parameter, where a folder with a socket may stand too. */
function urlOf(database: string): string {
  const { host, port, user, password } = inject('database').connection;
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  url.searchParams.set('host', host);
  return url.href;
}
