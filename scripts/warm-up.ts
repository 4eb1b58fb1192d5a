import { enableCompileCache, flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { compileCache } from '#server/processes/compile-cache.ts';

/** After an install: does what a first start would otherwise do itself. A start also works without it. */
enableCompileCache(compileCache);
await import('#server/server.ts');
flushCompileCache();

const { keepAsBlank } = await import('#server/postgres/blank.ts');
const { withEmptyDatabase } = await import('./release/empty-database.ts');
const log = pino({ level: 'silent' });
try {
  await keepAsBlank((dataDir) => withEmptyDatabase({ dataDir, log }, () => Promise.resolve()));
} catch (error) {
  console.log(`No blank database was prepared: ${error instanceof Error ? error.message : String(error)}`);
}
