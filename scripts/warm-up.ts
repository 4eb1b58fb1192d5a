import { enableCompileCache, flushCompileCache } from 'node:module';
import { compileCache } from '#server/compile-cache.ts';

/** After an install: what a first start would otherwise do itself. Without it a start works all the same. */
enableCompileCache(compileCache);
await import('#server/server.ts');
flushCompileCache();

const { makeBlank } = await import('#server/db/postgres-blank.ts');
await makeBlank().catch((error: Error) => console.log(`No empty database was prepared: ${error.message}`));
