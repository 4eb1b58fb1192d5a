import * as z from 'zod';
import { acrossFields, moment } from '../kernel/primitives.ts';
import { oidcProof } from './oidc.ts';
import { passkeyAnswer } from './passkey.ts';

/** The codes of an authenticator app (RFC 6238, with every app's defaults). */
export const oneTimeCode = { digits: 6, periodSeconds: 30 } as const;
export const recoveryCodeCount = 10;
/** For how long after the password the second factor is accepted. */
export const challengeSeconds = 600;

/** Six digits as people copy them: spaces between them are ignored. */
const code = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1)
      .regex(/^\d{6}$/, { error: 'validation.oneTimeCode' }),
  );

/** Case, spaces and hyphens are ignored. */
const recoveryCode = z.string().trim().min(1).max(40);

interface Given {
  code?: string | undefined;
  recovery_code?: string | undefined;
}

/** A code from the app, or a recovery code; exactly one of the two. */
const oneOfBoth = acrossFields<Given>(({ code: given, recovery_code: recovery }, refuse) => {
  if (given === undefined && recovery === undefined) refuse('code', 'validation.required');
  if (given !== undefined && recovery !== undefined) refuse('recovery_code', 'validation.notAllowed');
});

const secondFactor = { code: code.optional(), recovery_code: recoveryCode.optional() };
export type SecondFactor = z.output<z.ZodObject<typeof secondFactor>>;

/** `POST admin/auth/second-factor`: after a right password. */
export const secondFactorInput = z
  .strictObject({ challenge: z.string().min(1).max(200), ...secondFactor })
  .check(oneOfBoth);
export type SecondFactorInput = z.output<typeof secondFactorInput>;

const currentPassword = z.string().min(1).max(255);

/** Starts to set up a second factor. */
export const twoFactorBeginInput = z.strictObject({ current_password: currentPassword });

/** Proves that the app shows right codes. */
export const twoFactorConfirmInput = z.strictObject({ code });

/** Switches it off, or makes new recovery codes; needs both factors. */
export const twoFactorProofInput = z
  .strictObject({ current_password: currentPassword, ...secondFactor })
  .check(oneOfBoth);
export type TwoFactorProofInput = z.output<typeof twoFactorProofInput>;

const proof = {
  current_password: currentPassword.optional(),
  ...secondFactor,
  passkey: passkeyAnswer.optional(),
};

interface GivenProof extends Given {
  current_password?: string | undefined;
  passkey?: unknown;
  oidc_answer?: string | undefined;
}

/** One way at a time. Whether the second factor is missing is known only to the server. */
const oneProof = acrossFields<GivenProof>((given, refuse) => {
  const typed = (['current_password', 'code', 'recovery_code'] as const).filter(
    (name) => given[name] !== undefined,
  );
  if (given.passkey !== undefined && given.oidc_answer !== undefined) {
    refuse('oidc_answer', 'validation.notAllowed');
  }
  if (given.passkey !== undefined || given.oidc_answer !== undefined) {
    for (const name of typed) refuse(name, 'validation.notAllowed');
  } else if (given.current_password === undefined) refuse('current_password', 'validation.required');
  else if (given.code !== undefined && given.recovery_code !== undefined) {
    refuse('recovery_code', 'validation.notAllowed');
  }
});

/** A proof of the person: a passkey, or the password, and the second factor where it is on. */
export const reauthenticateInput = z.strictObject(proof).check(oneProof);
export type ReauthenticateInput = z.output<typeof reauthenticateInput>;

/** `POST admin/auth/reauthenticate`: the same, or a fresh answer of the identity provider. */
export const staffProofInput = z
  .strictObject({ ...proof, oidc_answer: oidcProof.optional() })
  .check(oneProof);
export type StaffProofInput = z.output<typeof staffProofInput>;

/** Until when sensitive acts are open. */
export const provedAnswer = z.object({ proved_until: moment });

/** One's own second factor. `required`: it can't be left off. */
export const twoFactorState = z.object({
  on_since: moment.nullable(),
  required: z.boolean(),
  recovery_codes_left: z.int(),
});
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** For setting up an app: `uri` as a QR code, `secret` to type. Shown only during the set-up. */
export const twoFactorSecret = z.object({ secret: z.string(), uri: z.string() });

/** Shown once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
