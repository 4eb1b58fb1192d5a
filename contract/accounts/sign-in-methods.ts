import * as z from 'zod';
import { moment } from '../kernel/primitives.ts';
import { passkey } from './passkey.ts';

/** How somebody else signs in besides a password, for those who may change the account (docs/decisions/0229). */
export const signInMethods = z.object({
  passkeys: z.array(passkey),
  /** Since when the second factor is on. */
  two_factor_at: moment.nullable(),
  /** The issuer of the connected account at the identity provider; null for customers. */
  oidc_issuer: z.string().nullable(),
});
export type SignInMethods = z.infer<typeof signInMethods>;
