import * as z from 'zod';
import { passwordsMatch } from '#contract/accounts/auth.ts';
import { email, password } from '#contract/primitives.ts';

/** What `PUT auth/me` takes for another e-mail or password: there the present password is needed. */
const current_password = z.string().min(1).max(255);

export const emailChangeForm = z.strictObject({ email, current_password });
export const passwordChangeForm = z
  .strictObject({ current_password, password, password_confirmation: z.string().min(1) })
  .check(passwordsMatch);
