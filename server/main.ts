import { enableCompileCache } from 'node:module';
import { compileCache } from './processes/compile-cache.ts';
import { listenForSignals } from './processes/stop-on-signals.ts';

// Process 1 of a container ignores a signal unless it listens; any other process ends at once if it does not listen.
// A process that listens hears nothing while modules load, so only process 1 begins to listen here.
if (process.pid === 1) listenForSignals();
// Before anything else is loaded, so that later starts need not strip types and compile again.
enableCompileCache(compileCache);
await import('./process.ts');
