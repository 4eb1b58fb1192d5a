import { enableCompileCache } from 'node:module';
import { compileCache } from './compile-cache.ts';

// Before anything else is loaded: a later start neither strips types nor compiles again.
enableCompileCache(compileCache);
await import('./process.ts');
