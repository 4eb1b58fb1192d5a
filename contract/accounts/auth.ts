import * as z from 'zod';
import { type AlarmKind, alarmKinds } from './alarm.ts';
import { permissions } from '../kernel/permissions.ts';
import { memberRoles } from './member-role.ts';
import {
  email,
  limits,
  linkToken,
  locale,
  moment,
  nameLine,
  password,
  passwordsMatch,
  typedPassword,
} from '../kernel/primitives.ts';

/** The lifetimes in DESIGN section 4 ("Tokens"), in seconds. */
export const tokenSeconds = 900;
export const sessionSeconds = { staff: 8 * 3600, customer: 30 * 86_400 } as const;
export const longestSessionSeconds = { staff: 7 * 86_400, customer: 180 * 86_400 } as const;
export const sessionsPerAccount = 20;
/** For how long the previous token still gets the same successor. */
export const rotationGraceSeconds = 10;
export const linkSeconds = {
  confirm: 86_400,
  reset: 3600,
  invitation: 7 * 86_400,
  /** From the operator's command line: it signs in by itself. */
  recovery: 3600,
  setup: 86_400,
  /** For how long a changed address can be refused from the old one (GROWTH section 15). */
  refusal: 3 * 86_400,
} as const;
export const ticketSeconds = 60;
/** For how long a proof of the person counts for sensitive acts (GROWTH section 18). */
export const proofSeconds = 900;

export const staffAccount = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  permissions: z.array(z.enum(permissions)),
  locale,
  /** The kinds of alarms that are emailed to this person, of those that the permissions allow. */
  alarms: z.array(z.enum(alarmKinds)),
  /** Must have a second factor and has none: nothing else is allowed until it is set up. */
  two_factor_missing: z.boolean(),
  /** Can sign in, and prove who they are, by a password. */
  has_password: z.boolean(),
  /** Is connected with an account at the identity provider. */
  signs_in_by_oidc: z.boolean(),
});
export type StaffAccount = z.infer<typeof staffAccount>;

export const customerAccount = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  confirmed: z.boolean(),
  active: z.boolean(),
  cabinet_url: z.string().nullable(),
  locale,
  /** What the person who is signed in may do for this client. */
  role: z.enum(memberRoles),
  person: z.object({ id: z.string(), name: z.string() }),
});
export type CustomerAccount = z.infer<typeof customerAccount>;

const loginAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  session_ttl: z.int(),
  domain: z.string().nullable(),
});
export const staffLoginAnswer = loginAnswer.extend({ data: staffAccount });
export type StaffLoginAnswer = z.infer<typeof staffLoginAnswer>;
export const customerLoginAnswer = loginAnswer.extend({ data: customerAccount });
export type CustomerLoginAnswer = z.infer<typeof customerLoginAnswer>;

/** A new address was confirmed. No session is opened, and the one that confirmed may have ended. */
export const addressConfirmed = z.object({
  domain: z.string().nullable(),
  data: customerAccount,
  session_kept: z.boolean(),
});
export type AddressConfirmed = z.infer<typeof addressConfirmed>;

/** `email`: the address in effect. `undone`: the new one had been confirmed already. */
export const addressRefused = z.object({ email: z.string(), undone: z.boolean() });
export const staffAddressConfirmed = z.object({ email: z.string(), session_kept: z.boolean() });

export const loginInput = z.strictObject({ email, password: typedPassword });
export type LoginInput = z.infer<typeof loginInput>;

const newPassword = { password, password_confirmation: z.string().min(1) };

/** Staff: the first administrator by set-up token (with `email`), or a manager by invitation. */
export const staffRegisterInput = z
  .strictObject({
    token: linkToken,
    name: nameLine(limits.generic),
    email: email.optional(),
    ...newPassword,
    locale: locale.optional(),
  })
  .check(passwordsMatch);
export type StaffRegisterInput = z.infer<typeof staffRegisterInput>;

/** The token of a link from the command line. */
export const recoverInput = z.strictObject({ token: linkToken });

export const resetSendInput = z.strictObject({ email });
export const passwordChangeInput = z.strictObject({ hash: linkToken, ...newPassword }).check(passwordsMatch);
/**
 * A chosen password, and what its form knows of the person: names and addresses, as far as they are typed, or the token
 * of the emailed link.
 */
export const passwordQuestion = z.strictObject({
  password,
  own: z.array(z.string().max(limits.generic.max)).max(2).default([]),
  hash: linkToken.optional(),
});
/** Why a password would be refused as easy to guess; null: it wouldn't. */
export const passwordVerdict = z.object({
  refusal: z.enum(['validation.passwordCommon', 'validation.passwordOwnName']).nullable(),
});
export const confirmInput = z.strictObject({ hash: linkToken });

export const staffProfileInput = z
  .strictObject({
    name: nameLine(limits.generic).optional(),
    locale: locale.optional(),
    alarms: z
      .array(z.enum(alarmKinds))
      .transform((chosen): AlarmKind[] => alarmKinds.filter((kind) => chosen.includes(kind)))
      .optional(),
    current_password: z.string().max(255).optional(),
    password: password.optional(),
    password_confirmation: z.string().optional(),
  })
  .check(passwordsMatch);
export type StaffProfileInput = z.infer<typeof staffProfileInput>;

export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: moment,
  last_used_at: moment,
});

export const mailSent = z.object({ data: z.object({ sent: z.literal(true), retry_after: z.int() }) });
