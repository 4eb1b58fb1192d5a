import { enableCompileCache, flushCompileCache } from 'node:module';
import { compileCache } from '#server/compile-cache.ts';

/** After an install: compiles the program's modules once, so that its first start need not. */
enableCompileCache(compileCache);
await import('#server/server.ts');
flushCompileCache();
