import { isCodeDoubtful } from '../contact/code-check.ts';
import type { Variant } from '../kernel/variants.ts';
import { isMistypedIban } from './iban.ts';

/**
 * What is wrong with a payer's account or code: a shape that it can't have, or check digits that don't fit. Both are
 * questioned and not refused, because the specification takes any text there. Pure.
 */
export type PaymentDoubt = 'shape' | 'digits';

const ibans = { ua: { country: 'UA', length: 29 }, lt: { country: 'LT', length: 20 } } as const;

/** Of an account that begins as the variant's IBAN, or hardly has a digit. */
export function accountDoubt(variant: Variant, account: string): PaymentDoubt | null {
  const text = account.replaceAll(/\s/g, '').toUpperCase();
  const { country, length } = ibans[variant];
  if (text.startsWith(country) && !new RegExp(`^${country}\\d{${length - 2}}$`).test(text)) return 'shape';
  return isMistypedIban(account) ? 'digits' : null;
}

const codes = { ua: /^(\d{8}|\d{10})$/, lt: /^\d{7,11}$/ } as const;

/** Of the number of a company or person. */
export function payerCodeDoubt(variant: Variant, code: string): PaymentDoubt | null {
  const text = code.replaceAll(/\s/g, '');
  if (text === '') return null;
  if (!codes[variant].test(text)) return 'shape';
  const type = text.length >= 10 ? 'individual' : 'legal';
  return isCodeDoubtful(variant, type, text) ? 'digits' : null;
}

/** Whether an account is written as an IBAN, so that its bank needs no code. */
export function isIban(account: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(account.replaceAll(/\s/g, '').toUpperCase());
}
