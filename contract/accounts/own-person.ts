import * as z from 'zod';
import { contactFields, contactRules } from '../contact/registration.ts';
import { moment } from '../kernel/primitives.ts';
import type { Variant } from '../kernel/variants.ts';

/** `GET auth/me/person`: who is signed in, whatever they are for the client. */
export const ownPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** They registered a company and have given no name of their own: `name` is the company's. */
  lacks_name: z.boolean(),
  country_code: z.string().nullable(),
  /** Null: they have given none. */
  phone: z.string().nullable(),
  updated_at: moment,
});
export type OwnPerson = z.infer<typeof ownPerson>;

/** `PUT auth/me/person`; email, password and language are changed by `PUT auth/me`. */
export function ownPersonInput(variant: Variant) {
  return z
    .strictObject({
      name: contactFields.name,
      country_code: contactFields.country_code,
      phone: contactFields.phone,
    })
    .partial()
    .extend({ updated_at: moment.optional() })
    .check(contactRules(variant));
}
export type OwnPersonInput = z.infer<ReturnType<typeof ownPersonInput>>;
