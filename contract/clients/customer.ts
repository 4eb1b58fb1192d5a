import * as z from 'zod';
import { customerAccount } from '../accounts/auth.ts';
import {
  limits,
  line,
  locale,
  moment,
  multiline,
  optionalEmail,
  password,
  passwordsMatch,
} from '../kernel/primitives.ts';
import { contactFields, contactRules } from '../contact/registration.ts';
import type { Variant } from '../kernel/variants.ts';

const optionalLine = line({ min: 0, max: limits.generic.max }).nullable();

/** Payment details of a client (specification, section 3). */
export const paymentFields = {
  payment_payer: optionalLine,
  payment_code: optionalLine,
  payment_ipn: optionalLine,
  payment_bank: optionalLine,
  payment_mfo: optionalLine,
  payment_account: optionalLine,
  payment_address: optionalLine,
  payment_phone: optionalLine,
  payment_product: optionalLine,
  /** Gets a copy of every document. */
  documents_email: optionalEmail,
} as const;

/** A customer's own profile. */
export const customerProfile = customerAccount.extend({
  type: contactFields.type,
  country_code: z.string(),
  phone: z.string(),
  phone_e164: z.string(),
  ident: z.string(),
  address: z.string().nullable(),
  vat_number: z.string().nullable(),
  /** A new email that waits to be confirmed. */
  pending_email: z.string().nullable(),
  ...(Object.fromEntries(Object.keys(paymentFields).map((key) => [key, z.string().nullable()])) as {
    [Field in keyof typeof paymentFields]: z.ZodNullable<z.ZodString>; // fromEntries loses the type of the keys
  }),
  updated_at: moment,
});
export type CustomerProfile = z.infer<typeof customerProfile>;

/** `GET auth/sign-ins`: when staff signed in to the cabinet as the customer (DESIGN section 10.14). */
export const staffSignIn = z.object({
  id: z.string(),
  at: moment,
  by: z.string().nullable(),
  reason: z.string().nullable(),
  read_only: z.boolean(),
});
export type StaffSignIn = z.infer<typeof staffSignIn>;

/**
 * A sign-in to the cabinet. `by` names who it was, null for the person who asks; `current` came from the session that
 * asks; `user_agent` is null for staff and where it is not known.
 */
export const cabinetSignIn = z.object({
  id: z.string(),
  at: moment,
  kind: z.enum(['own', 'staff']),
  by: z.string().nullable(),
  user_agent: z.string().nullable(),
  current: z.boolean(),
  ended: z.boolean(),
});
export type CabinetSignIn = z.infer<typeof cabinetSignIn>;

/** `PUT auth/me`. A new email or password needs `current_password`. */
export function customerProfileInput(variant: Variant) {
  return z
    .strictObject({
      ...contactFields,
      address: multiline({ max: limits.generic.max }).nullable(),
      vat_number: optionalLine,
      ...paymentFields,
      locale,
      password,
    })
    .partial()
    .extend({
      current_password: z.string().max(255).optional(),
      password_confirmation: z.string().optional(),
      updated_at: moment.optional(),
    })
    .check(contactRules(variant))
    .check(passwordsMatch);
}
export type CustomerProfileInput = z.infer<ReturnType<typeof customerProfileInput>>;
