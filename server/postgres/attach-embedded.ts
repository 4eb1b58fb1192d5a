import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isDataDirHeld } from './data-dir-lock.ts';
import type { EmbeddedPostgres, PostgresConnection } from './embedded-postgres.ts';
import { clusterUser } from './initdb.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

const patienceMilliseconds = 10_000;

/**
 * The database of the server that holds DATA_DIR, for a command that runs at the same time; waits for one that is
 * just starting.
 * @returns undefined when nobody holds DATA_DIR.
 * @throws StartupError when the holder's database doesn't answer.
 */
export async function attachEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    if (!existsSync(dataDir) || !isDataDirHeld(dataDir)) return undefined;
    const connection = await connectionOf(dataDir);
    if (connection && (await answers(connection))) return { connection, stop: () => Promise.resolve() };
    if (performance.now() > deadline) {
      throw new StartupError(
        `DATA_DIR "${dataDir}" is in use, but the database of its server does not answer`,
      );
    }
    await delay(100);
  }
}

/** What a running server wrote into the file: process, folder, start, port, folder of the socket, address. */
async function connectionOf(dataDir: string): Promise<PostgresConnection | undefined> {
  const clusterDir = join(dataDir, 'postgres');
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [, , , port = '', socketDir = '', address = ''] = lines.map((line) => line.trim());
  const host = socketDir === '.' ? clusterDir : socketDir || address;
  if (!host || !(Number(port) > 0)) return undefined;
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8').catch(() => '');
  return { host, port: Number(port), user: clusterUser, database: 'postgres', password };
}

async function answers(connection: PostgresConnection): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
