import * as z from 'zod';

// The pages' CSP has no unsafe-eval, and zod tests for eval with its first schema. So this must run before.
z.config({ jitless: true });
