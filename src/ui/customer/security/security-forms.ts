import * as z from 'zod';
import { passkeyLimits } from '#contract/accounts/passkey.ts';
import { reauthenticateInput } from '#contract/accounts/two-factor.ts';
import { email, line, password, passwordsMatch } from '#contract/kernel/primitives.ts';

/** The input of `PUT auth/me` for a new email or password, which needs the present password. */
const current_password = z.string().min(1).max(255);

export const emailChangeForm = z.strictObject({ email, current_password });
export const passwordChangeForm = z
  .strictObject({ current_password, password, password_confirmation: z.string().min(1) })
  .check(passwordsMatch);

/** A passkey's name, and what `POST auth/passkeys/options` wants, in one form. */
export const passkeyForm = reauthenticateInput.safeExtend({ name: line(passkeyLimits.name) });
