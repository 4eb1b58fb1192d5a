import { randomBytes } from 'node:crypto';
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
  await inMaintenance(`create database ${database} template ${template} strategy file_copy`);
  return {
    connection: { ...connection, database },
    url: urlOf(database),
    drop: () => inMaintenance(`drop database if exists ${database} with (force)`),
  };
}

async function inMaintenance(statement: string): Promise<void> {
  const { connection, maintenance } = inject('database');
  const client = new pg.Client({ ...connection, database: maintenance });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
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
