/** The platform without its web pages, to be killed. As one file it starts three times as fast. */
import { enableCompileCache, flushCompileCache } from 'node:module';

enableCompileCache(process.env.COMPILE_CACHE);
const { doOrders } = await import('./acting-platform.ts');
flushCompileCache(); // otherwise only a process that ends by itself writes the cache
await doOrders();
