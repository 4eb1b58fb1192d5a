import { enableCompileCache } from 'node:module';

// Before anything else is loaded: a later start neither strips types nor compiles again.
enableCompileCache();
await import('./process.ts');
