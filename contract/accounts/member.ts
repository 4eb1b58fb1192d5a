import * as z from 'zod';
import { contactFields, contactRules } from '../contact/registration.ts';
import {
  acrossFields,
  email,
  id,
  limits,
  linkToken,
  locale,
  moment,
  multiline,
  nameLine,
  password,
} from '../kernel/primitives.ts';
import type { Variant } from '../kernel/variants.ts';
import { memberRoles } from './member-role.ts';

/** How long an invitation waits, in seconds. */
export const invitationSeconds = 7 * 86_400;

/** Somebody of a client, or somebody who is invited and has not come yet (`joined` false; `id` is the invitation's). */
export const member = z.object({
  id: z.string(),
  joined: z.boolean(),
  /** Whether it is the person who asks. */
  own: z.boolean(),
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(memberRoles),
  invited_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether a second factor is on. */
  two_factor: z.boolean(),
  /** How many passkeys there are; each counts as two factors. */
  passkeys: z.number(),
  created_at: moment,
  last_used_at: moment.nullable(),
  expires_at: moment.nullable(),
});
export type Member = z.infer<typeof member>;

export const memberInput = z.strictObject({ email, role: z.enum(memberRoles) });
export type MemberInput = z.infer<typeof memberInput>;

/** `email` corrects an invitation that waits, which is sent again; it is none of a member's. */
export const memberChange = z.strictObject({ email: email.optional(), role: z.enum(memberRoles) });
export type MemberChange = z.infer<typeof memberChange>;

/** One of the clients whom a person may act for. */
export const ownCompany = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(memberRoles),
  active: z.boolean(),
  current: z.boolean(),
});
export type OwnCompany = z.infer<typeof ownCompany>;

export const switchInput = z.strictObject({ client_id: id });

/** One more company; the person's phone serves, and is needed from those who have none. */
export function companyInput(variant: Variant) {
  const { type, name, ident, country_code, phone } = contactFields;
  return z
    .strictObject({
      type,
      name,
      ident,
      address: multiline({ max: limits.generic.max }).nullable().optional(),
      country_code: country_code.optional(),
      phone: phone.optional(),
    })
    .check(contactRules(variant))
    .check(
      acrossFields<{ country_code?: string | undefined; phone?: string | undefined }>((given, refuse) => {
        if ((given.country_code === undefined) === (given.phone === undefined)) return;
        refuse(given.phone === undefined ? 'phone' : 'country_code', 'validation.required');
      }),
    );
}
export type CompanyInput = z.infer<ReturnType<typeof companyInput>>;

export const invitationToken = z.strictObject({ token: linkToken });

/** What an invitation is for. `has_account`: it is accepted by signing in with that address. */
export const invitation = z.object({
  client: z.object({ name: z.string() }),
  email: z.string(),
  role: z.enum(memberRoles),
  invited_by: z.string(),
  has_account: z.boolean(),
  expires_at: moment,
});
export type Invitation = z.infer<typeof invitation>;

/** `name` and `password` are for somebody without an account. */
export const acceptInput = z.strictObject({
  token: linkToken,
  name: nameLine(limits.generic).optional(),
  password: password.optional(),
  locale: locale.optional(),
});
export type AcceptInput = z.infer<typeof acceptInput>;
