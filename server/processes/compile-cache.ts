import { fileURLToPath } from 'node:url';

/** Where the program keeps its compiled modules. The install fills it, so that the first start is quick too. */
export const compileCache = fileURLToPath(new URL('../../dist/compile-cache', import.meta.url));
