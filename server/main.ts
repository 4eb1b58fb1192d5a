import { enableCompileCache } from 'node:module';
import { compileCache } from './processes/compile-cache.ts';
import { listenForSignals } from './processes/stop-on-signals.ts';

// A signal ends a process that listens to none, and at once; the first process of a container it doesn't, unless that
// listens. While modules load, who listens hears nothing: so only that one begins here.
if (process.pid === 1) listenForSignals();
// Before anything else is loaded: a later start neither strips types nor compiles again.
enableCompileCache(compileCache);
await import('./process.ts');
