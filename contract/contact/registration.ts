import * as z from 'zod';
import { isCountry } from './calling-codes.ts';
import { e164 } from './phone.ts';
import {
  acrossFields,
  countryCode,
  email,
  id,
  limits,
  line,
  locale,
  nameLine,
  password,
  passwordsMatch,
  phoneDigits,
} from '../kernel/primitives.ts';
import type { Variant } from '../kernel/variants.ts';

/** `individual` is labelled FOP, `legal` TOV (specification, section 1). */
export const clientTypes = ['individual', 'legal'] as const;
export type ClientType = (typeof clientTypes)[number];

/**
 * How many digits an ident has: INN 10, EDRPOU 8, in variant `lt` 8 to 10 (DESIGN section 5), for persons up to 11,
 * because a Lithuanian personal code has as many.
 */
export function identLength(variant: Variant, type: ClientType): { min: number; max: number } {
  if (variant === 'lt')
    return type === 'legal' ? limits.ident : { ...limits.ident, max: limits.personalCode.length };
  const { length } = type === 'individual' ? limits.inn : limits.edrpou;
  return { min: length, max: length };
}

/** The fields that both customers and staff fill in, and the rules across them. */
export const contactFields = {
  type: z.enum(clientTypes),
  name: nameLine(limits.generic),
  email,
  country_code: countryCode.refine(isCountry, { error: 'validation.country' }),
  phone: phoneDigits,
  ident: z.string().trim().min(1).regex(/^\d*$/, { error: 'validation.digitsOnly' }),
} as const;

interface Contact {
  type?: ClientType | undefined;
  country_code?: string | undefined;
  phone?: string | undefined;
  ident?: string | undefined;
}

/** The ident by type and variant, and the length of the whole phone number. */
export function contactRules(variant: Variant) {
  return acrossFields<Contact>(({ type, country_code, phone, ident }, refuse) => {
    if (type !== undefined && clientTypes.includes(type) && typeof ident === 'string') {
      const { min, max } = identLength(variant, type);
      const key = min === max ? 'validation.identLength' : 'validation.identRange';
      if (ident.length < min || ident.length > max) refuse('ident', key, { min, max });
    }
    if (typeof country_code !== 'string' || typeof phone !== 'string') return;
    if (isCountry(country_code) && !e164(country_code, phone)) refuse('phone', 'validation.phoneTooLong');
  });
}

/** The tariff that a customer begins with: a public one by its id, or one that is sold by link by its code. */
const tariffWish = { tariff_id: id.optional(), link_code: line({ max: 50 }).optional() };

const utmWord = line({ max: 100 }).optional();
/** The marks of the link that somebody came by. */
const utm = z.strictObject({ source: utmWord, medium: utmWord, campaign: utmWord });

/** `GET auth/register/tariff`: what a link to the registration chooses. */
export const startQuery = z.strictObject({ ...tariffWish, partner: line({ max: 50 }).optional() });
export type StartQuery = z.infer<typeof startQuery>;

/**
 * What a registration begins with (GROWTH section 17, "A front"). Money in minor units. `seller`: who sells, empty
 * before the operator has entered it; `partner`: null for an unknown code.
 */
export const registrationStart = z.object({
  tariff: z.object({
    id: z.string(),
    name: z.string(),
    subtitle: z.string(),
    price_month: z.int(),
    price_year: z.int(),
    year_saving: z.int(),
    recommended: z.boolean(),
  }),
  free_days: z.int(),
  seller: z.string(),
  partner: z.object({ code: z.string(), name: z.string() }).nullable(),
});
export type RegistrationStart = z.infer<typeof registrationStart>;

/** `POST auth/register` (specification, sections 2 and 5; API.md). */
export function registrationInput(variant: Variant) {
  return z
    .strictObject({
      ...contactFields,
      password,
      password_confirmation: z.string().min(1),
      terms: z.literal(true, { error: 'validation.terms' }),
      promo_code: line({ max: 50 }).optional(),
      partner: line({ max: 50 }).optional(),
      ...tariffWish,
      billing_period: z.enum(['month', 'year']).optional(),
      utm: utm.optional(),
      locale: locale.optional(),
    })
    .check(contactRules(variant))
    .check(passwordsMatch);
}
export type RegistrationInput = z.infer<ReturnType<typeof registrationInput>>;

export const partnerKinds = ['bank', 'alliance'] as const;
export const partnerChoice = z.object({ code: z.string(), name: z.string(), kind: z.enum(partnerKinds) });
export type PartnerChoice = z.infer<typeof partnerChoice>;

export const offer = z.object({ title: z.string(), body: z.string(), version: z.int(), locale });
export type Offer = z.infer<typeof offer>;
