import { enableCompileCache, flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { compileCache } from '#server/processes/compile-cache.ts';

/** After an install: does what a first start would otherwise do itself. A start also works without it. */
enableCompileCache(compileCache);
await import('#server/server.ts');
flushCompileCache();

const { connectDatabase } = await import('#server/postgres/connect.ts');
const { migrate } = await import('#server/db/migrate.ts');
const { keepAsBlank } = await import('#server/postgres/blank.ts');
const { createQueue } = await import('#server/jobs/queue.ts');
const log = pino({ level: 'silent' });
try {
  await keepAsBlank(async (dataDir) => {
    const database = await connectDatabase({ databaseUrl: undefined, dataDir, log });
    try {
      await migrate({ db: database.db, log });
      const queue = createQueue({ connection: database.connection, log });
      await queue.start({ supervise: false });
      await queue.stop(1000);
    } finally {
      await database.close();
    }
  });
} catch (error) {
  console.log(`No blank database was prepared: ${error instanceof Error ? error.message : String(error)}`);
}
