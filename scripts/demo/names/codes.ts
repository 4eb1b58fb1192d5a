import { isCodeDoubtful } from '#contract/contact/code-check.ts';
import type { ClientType } from '#contract/contact/registration.ts';
import { hasIbanDigits } from '#contract/money/iban.ts';
import type { Variant } from '#contract/kernel/variants.ts';

/** A person's or company's number: these digits, and the check digit that fits them. */
export function withCheckDigit(variant: Variant, type: ClientType, body: string): string {
  const digits = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`);
  return firstOf(digits, (code) => !isCodeDoubtful(variant, type, code));
}

/** An IBAN of a country with its check digits. */
export function ibanOf(country: string, account: string): string {
  const ibans = Array.from(
    { length: 97 },
    (_, digits) => `${country}${String(digits + 2).padStart(2, '0')}${account}`,
  );
  return firstOf(ibans, hasIbanDigits);
}

function firstOf(codes: readonly string[], fits: (code: string) => boolean): string {
  const found = codes.find(fits);
  if (found === undefined) throw new Error(`no check digit for ${codes[0]}`);
  return found;
}
