import type { Logger } from 'pino';
import { migrate } from '#server/db/migrate.ts';
import { createQueue } from '#server/jobs/queue.ts';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';

/** Starts an embedded database in an empty `dataDir`, makes all its tables and the queue's, and stops it after `use`. */
export async function withEmptyDatabase<T>(
  { dataDir, log }: { dataDir: string; log: Logger },
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await connectDatabase({ databaseUrl: undefined, dataDir, log });
  try {
    await migrate({ db: database.db, log });
    const queue = createQueue({ connection: database.connection, log });
    await queue.start({ supervise: false });
    await queue.stop(1000);
    return await use(database);
  } finally {
    await database.close();
  }
}
