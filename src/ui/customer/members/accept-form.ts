import * as z from 'zod';
import { limits, line, password, passwordsMatch } from '#contract/kernel/primitives.ts';

/** What somebody without an account fills in to accept an invitation. */
export const acceptForm = z
  .strictObject({ name: line(limits.generic), password, password_confirmation: z.string().min(1) })
  .check(passwordsMatch);
