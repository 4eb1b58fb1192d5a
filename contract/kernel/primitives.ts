import * as z from 'zod';
import { hasOnlyPlainCharacters } from './plain-text.ts';
import { locales } from './variants.ts';

/**
 * Every bound of the specification's section 5 and of API.md, by name.
 */
export const limits = {
  generic: { min: 1, max: 255 },
  email: { max: 255 },
  tariffName: { max: 35 },
  tariffSubtitle: { max: 100 },
  tariffDescription: { max: 1000 },
  offer: { max: 50_000 },
  password: { min: 8, max: 50 },
  phone: { min: 6, max: 15 },
  internationalPhone: { max: 15 },
  inn: { length: 10 },
  edrpou: { length: 8 },
  ident: { min: 8, max: 10 },
  /** Of a person in Lithuania. */
  personalCode: { length: 11 },
  invoice: { min: 1, max: 50 },
  /** The latest year is in `wallet.ts`, because it depends on the date. */
  invoiceYear: { min: 2000, max: 9999 },
  senderName: { max: 100 },
  idempotencyKey: { max: 255 },
  note: { max: 1000 },
  reason: { min: 1, max: 255 },
  /** Minor units. */
  topUp: { min: 1, max: 100_000_000_000 },
  /** Minor units: the largest number that JSON carries exactly. */
  money: { max: Number.MAX_SAFE_INTEGER },
  /** The largest number of things that the database can count. */
  count: { max: 2_147_483_647 },
  days: { min: 0, max: 3650 },
  page: { min: 1, max: 1_000_000 },
  pageSize: { min: 1, max: 200, default: 25 },
} as const;

interface TextBounds {
  min?: number;
  max: number;
}

/**
 * One line of text: trimmed, NFC, within bounds, without invisible characters. `min: 0` allows an empty one.
 */
export function line({ min = 1, max }: TextBounds) {
  return z
    .string()
    .refine((value) => hasOnlyPlainCharacters(value.trim()), {
      error: 'validation.invalidCharacter',
      abort: true,
    })
    .trim()
    .normalize('NFC')
    .min(min)
    .max(max);
}

/** The name of a person or a company: a line in which a run of blanks, as tables of old files have it, is one space. */
export function nameLine(bounds: TextBounds) {
  return line(bounds).overwrite((name) => name.replace(/\s{2,}/gu, ' '));
}

/** Text of several lines (descriptions, notes, the offer); otherwise like `line`. */
export function multiline({ min = 0, max }: TextBounds) {
  return z
    .string()
    .refine((value) => hasOnlyPlainCharacters(value, { lines: true }), {
      error: 'validation.invalidCharacter',
      abort: true,
    })
    .trim()
    .normalize('NFC')
    .min(min)
    .max(max);
}

const emailPattern =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u;

/** An email address as typed (NFC). Two addresses are the same when their `emailKey` is. */
export const email = line({ max: limits.email.max }).regex(emailPattern, { error: 'validation.email' });

/** The same, or nothing. */
export const optionalEmail = line({ min: 0, max: limits.email.max })
  .regex(new RegExp(`^$|${emailPattern.source}`, 'u'), { error: 'validation.email' })
  .nullable();

/** The key by which email addresses are compared: NFC, case folded. */
export function emailKey(address: string): string {
  return address.normalize('NFC').toLowerCase();
}

/**
 * 8 to 50 characters with a digit, an upper-case and a lower-case Latin letter (specification, section 5).
 */
export const password = z
  .string()
  .min(1)
  .refine((value) => hasOnlyPlainCharacters(value), { error: 'validation.invalidCharacter', abort: true })
  .min(limits.password.min)
  .max(limits.password.max)
  .regex(/\d/, { error: 'validation.passwordDigit' })
  .regex(/[A-Z]/, { error: 'validation.passwordUpper' })
  .regex(/[a-z]/, { error: 'validation.passwordLower' });

/** The rules of a password one by one, for a form that shows which are met. */
export const passwordRules = {
  length: (value: string) => value.length >= limits.password.min && value.length <= limits.password.max,
  digit: (value: string) => /\d/.test(value),
  upper: (value: string) => /[A-Z]/.test(value),
  lower: (value: string) => /[a-z]/.test(value),
} as const;

/** A password typed to sign in. It has no rules but a bound, so that the answer to a wrong one reveals nothing. */
export const typedPassword = z.string().min(1).max(255);

/** The digits of a phone after the country's calling code. The bound on the whole number is in `phone.ts`. */
export const phoneDigits = z
  .string()
  .trim()
  .min(1)
  .regex(/^\d*$/, { error: 'validation.phoneIncorrect' })
  .min(limits.phone.min, whileFine('validation.phoneLength'))
  .max(limits.phone.max, whileFine('validation.phoneLength'));

/** For a rule that is checked only while those before it hold. With `abort` no rule across fields would be checked. */
function whileFine(error: string) {
  return { error, when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };
}

/**
 * In lower case, as the database writes it: so comparing ids as text gives the same result as comparing them as
 * UUIDs.
 */
export const id = z.uuid({ error: 'validation.id' }).toLowerCase();
export const locale = z.enum(locales);

/** A moment in JSON: ISO 8601, UTC. */
export const moment = z.iso.datetime();

/** Money: an integer of minor units. */
export const minorUnits = z.int();

/** A token of a one-time link: 256 bits, base64url. Anything else is answered like an unknown one. */
export const linkToken = z.string().min(1).max(200);

export const countryCode = z.string().regex(/^[A-Z]{2}$/, { error: 'validation.country' });

/**
 * A rule across the fields of an object. It runs together with the fields' own rules, so that a form shows all
 * refusals at once; a field that is refused already is skipped.
 */
export function acrossFields<Value extends object>(
  rule: (value: Partial<Value>, refuse: Refuse) => void,
): z.core.$ZodCheck<Value> {
  const check = z.check<Value>(({ value, issues }) => {
    if (typeof value !== 'object' || value === null) return;
    const isRefused = (field: string) => issues.some(({ path }) => path?.[0] === field);
    // A rule reads texts; values refused for being something else are skipped.
    const readable = Object.entries(value).filter(
      ([name, one]) => typeof one === 'string' || !isRefused(name),
    );
    rule(Object.fromEntries(readable) as Partial<Value>, (field, key, params) => {
      if (isRefused(field)) return;
      issues.push({
        code: 'custom',
        message: key,
        path: [field],
        input: undefined,
        ...(params && { params }),
      });
    });
  });
  check._zod.def.when = () => true;
  return check;
}

/** `password_confirmation` must equal `password`. */
export const passwordsMatch = acrossFields<{
  password?: string | undefined;
  password_confirmation?: string | undefined;
}>(({ password: chosen, password_confirmation: repeated }, refuse) => {
  if (chosen === repeated || (chosen === undefined && !repeated)) return;
  refuse('password_confirmation', 'validation.passwordsDiffer');
});

type Refuse = (field: string, key: string, params?: Record<string, string | number>) => void;
