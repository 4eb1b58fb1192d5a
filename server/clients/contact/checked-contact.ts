import { e164 } from '#contract/contact/phone.ts';
import { identLength } from '#contract/contact/registration.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import type { ClientRow } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';

type Contact = Pick<ClientRow, 'type' | 'ident' | 'country_code' | 'phone'>;

/** The full phone number of a contact whose schema has been checked. */
export function phoneOf({ country_code, phone }: Pick<Contact, 'country_code' | 'phone'>): string {
  const whole = e164(country_code, phone);
  if (!whole) throw fieldError('phone', 'validation.phoneTooLong');
  return whole;
}

/**
 * Checks a change together with the unchanged fields: an ident by its type, a phone by its country. Returns the
 * columns derived from them.
 */
export function checkedContact(
  variant: Variant,
  before: Contact,
  changes: { [Field in keyof Contact]?: Contact[Field] | undefined },
): { phone_e164?: string } {
  const type = changes.type ?? before.type;
  const ident = changes.ident ?? before.ident;
  const { min, max } = identLength(variant, type);
  const isIdentTouched =
    changes.ident !== undefined || (changes.type !== undefined && changes.type !== before.type);
  if (isIdentTouched && (ident.length < min || ident.length > max)) {
    const key = min === max ? 'validation.identLength' : 'validation.identRange';
    throw new AppError('validation_failed', { fields: { ident: [{ key, params: { min, max } }] } });
  }
  if (changes.phone === undefined && changes.country_code === undefined) return {};
  return {
    phone_e164: phoneOf({
      country_code: changes.country_code ?? before.country_code,
      phone: changes.phone ?? before.phone,
    }),
  };
}
