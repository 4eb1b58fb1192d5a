import * as z from 'zod';
import { line, moment } from '../kernel/primitives.ts';

/**
 * Passkeys: WebAuthn credentials that a device keeps and that only its owner can use there (docs/decisions/0195). The
 * shapes are WebAuthn's own in JSON, as browsers make them (W3C WebAuthn level 3, section 5.1).
 */
export const passkeyLimits = {
  name: { max: 60 },
  /** Of one account. */
  count: { max: 20 },
} as const;

/** How long an authenticator's answer is waited for. */
export const passkeySeconds = 300;

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const base64url = z
  .string()
  .max(100_000)
  .regex(/^[\w-]+$/);
const credentialId = z
  .string()
  .min(1)
  .max(1400)
  .regex(/^[\w-]+$/);

/** What browsers add to it is left aside: they say more with each version. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
};

const transports = z.array(z.string().min(1).max(30)).max(10);

/** An authenticator's answer that makes a passkey. */
export const newPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
  }),
});

/** An authenticator's answer that proves one. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** `POST …/passkeys` */
export const newPasskeyInput = z.strictObject({ name: line(passkeyLimits.name), answer: newPasskeyAnswer });
export type NewPasskeyInput = z.output<typeof newPasskeyInput>;

/** `POST …/passkey/verify` */
export const passkeySignInInput = z.strictObject({ answer: passkeyAnswer });

/** For the browser's own call; its members are WebAuthn's. */
export const passkeyOptions = z.record(z.string(), z.unknown());
