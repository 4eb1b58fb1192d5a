import type { ClientType } from '#contract/contact/registration.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Random } from '../random.ts';

export interface PersonName {
  first: string;
  last: string;
  full: string;
}

/** Who lives where a variant sells. Emails are at domains that can't exist (RFC 2606). */
export interface People {
  country: 'UA' | 'LT';
  mailHosts: readonly string[];
  /** Languages with their weights. */
  locales: readonly (readonly [Locale, number])[];
  /** How somebody calls what they pay for. */
  product: string;
  /** Where somebody says they heard of it. */
  sources: readonly string[];
  /** Why colleagues enter a cabinet, and why they give discounts: one for each of the demo's. */
  visitReasons: readonly string[];
  discountReasons: readonly string[];
  /** Why clients are deleted. */
  deletionReasons: readonly string[];
  /** Why a top-up was taken back. */
  mistake: string;
  person(random: Random): PersonName;
  company(random: Random): string;
  phone(random: Random): string;
  address(random: Random): string;
  ident(random: Random, type: ClientType): string;
  vatNumber(random: Random): string;
  bankAccount(random: Random): { bank: string; mfo: string | null; account: string };
}
