import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';

/** An embedded database without rows, in a folder of its own; disposing deletes it. */
export async function emptyDatabase(): Promise<AsyncDisposable & { database: Database; dataDir: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-bench-'));
  const database = await connectDatabase({
    databaseUrl: undefined,
    dataDir,
    log: pino({ level: 'silent' }),
  });
  return {
    database,
    dataDir,
    async [Symbol.asyncDispose]() {
      await database.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
