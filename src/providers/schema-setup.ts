import * as z from 'zod';

// The pages' CSP has no unsafe-eval. Must run before the first schema is made: zod looks for eval then.
z.config({ jitless: true });
