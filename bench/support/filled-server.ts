import type pg from 'pg';
import { pino } from 'pino';
import type { StaffLoginAnswer } from '#contract/accounts/auth.ts';
import { connectDatabase } from '#server/postgres/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ensureSearchIndex } from '#server/db/search-index.ts';
import { call } from '#tests/support/http.ts';
import type { ServerProcess } from '#tests/support/processes/process.ts';
import { admin, emptyDataDir, startOwn } from './own-server.ts';
import { fillClients } from './million-clients.ts';

export interface FilledServer extends AsyncDisposable {
  server: ServerProcess;
  /** Signs the first administrator in; the token works for a quarter of an hour. */
  signIn(): Promise<string>;
  /** The embedded database, for plain statements to compare with. */
  connection: pg.PoolConfig;
  dataDir: string;
}

/** A running server with that many clients. */
export async function filledServer(clients: number): Promise<FilledServer> {
  const dataDir = await filledDataDir(clients);
  const { connection } = dataDir;
  const server = await startOwn(dataDir.path);
  return {
    server,
    connection,
    dataDir: dataDir.path,
    async signIn() {
      const { body } = await call(`${server.url}/api/admin/auth/login`, 'POST', { body: admin });
      const answer: StaffLoginAnswer = body;
      return answer.access_token;
    },
    async [Symbol.asyncDispose]() {
      await server.kill('SIGTERM');
      await dataDir[Symbol.asyncDispose]();
    },
  };
}

/** A folder for DATA_DIR with that many clients; nothing runs on it. */
export async function filledDataDir(
  clients: number,
): Promise<AsyncDisposable & { path: string; connection: pg.PoolConfig }> {
  const dataDir = await emptyDataDir();
  return { ...dataDir, connection: await fill(dataDir.path, clients) };
}

async function fill(dataDir: string, clients: number): Promise<pg.PoolConfig> {
  const log = pino({ level: 'error' });
  const database = await connectDatabase({ databaseUrl: undefined, dataDir, log });
  try {
    await migrate({ db: database.db, log });
    await ensureSearchIndex(database.db, log);
    await fillClients(database.db, clients);
    return database.connection;
  } finally {
    await database.close();
  }
}
