import { callingCodes, countries, type Country, isCountry } from '#contract/contact/calling-codes.ts';
import { type Locale, type Variant, variants } from '#contract/kernel/variants.ts';
import { visibleText } from './visible-text.ts';

/**
 * The digits after the calling code, from a phone as people type it: with spaces, dashes, brackets, the full number
 * with its plus, or the prefix for calls at home (0 in Ukraine, 0 or 8 in Lithuania).
 */
export function phoneDigitsOf(country: string, typed: string): string {
  const compact = compactPhone(typed);
  const national = withoutCallingCode(country, compact);
  const habit = trunkPrefixes[country];
  return habit?.test(national) ? national.slice(1) : national;
}

/**
 * The country of a full number, if it is not the chosen one; undefined when the number has none, or a code of several
 * (+1, +7, +44 and others).
 */
export function countryOfPhone(chosen: string, typed: string): Country | undefined {
  const whole = /^(?:\+|00)(\d+)$/.exec(compactPhone(typed))?.[1];
  if (whole === undefined) return undefined;
  const among = countries.filter((country) => whole.startsWith(callingCodes[country]));
  if (among.some((country) => country === chosen)) return undefined;
  const longest = Math.max(...among.map((country) => callingCodes[country].length));
  const [one, another] = among.filter((country) => callingCodes[country].length === longest);
  return another === undefined ? one : undefined;
}

/**
 * How many digits a phone should have after its calling code, if it has another number of them: a warning, no refusal,
 * because the specification allows 6 to 15. Undefined for countries whose numbers differ in length.
 */
export function expectedPhoneLength(country: string, digits: string): number | undefined {
  const length = nationalLengths[country];
  // A 0 for calls at home, which is left when the rest is too short, is no digit of the number.
  const own = digits.replace(/^0/, '');
  return /^\d+$/.test(own) && own.length !== length ? length : undefined;
}

const nationalLengths: Record<string, number> = { UA: 9, LT: 8 };

function compactPhone(typed: string): string {
  return visibleText(typed).replace(/[\s().\-‐-―]/g, '');
}

const trunkPrefixes: Record<string, RegExp> = { UA: /^0\d{9}$/, LT: /^[08]\d{8}$/ };

function withoutCallingCode(country: string, compact: string): string {
  if (!isCountry(country)) return compact;
  for (const prefix of [`+${callingCodes[country]}`, `00${callingCodes[country]}`]) {
    if (compact.startsWith(prefix)) return compact.slice(prefix.length);
  }
  return withoutPlus[country]?.test(compact) ? compact.slice(callingCodes[country].length) : compact;
}

/** Full numbers without a plus, where nothing else is possible; address books and autofill write them so. */
const withoutPlus: Record<string, RegExp> = { UA: /^380\d{9}$/, LT: /^370\d{8}$/ };

export interface CountryChoice {
  code: Country;
  name: string;
  callingCode: string;
}

/** The countries that nearly everybody chooses: the variant's own first. */
export function likelyCountries(variant: Variant): Country[] {
  return [...new Set<Country>([variants[variant].country, 'UA', 'LT'])];
}

/** Countries in the reader's language, by default all: the likely ones first, then by name. */
export function countryChoices(
  variant: Variant,
  locale: Locale,
  among: readonly Country[] = countries,
): CountryChoice[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const first = likelyCountries(variant);
  const rank = (code: Country) => (first.includes(code) ? first.indexOf(code) : first.length);
  const order = new Intl.Collator(locale);
  return among
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: callingCodes[code] }))
    .sort((a, b) => rank(a.code) - rank(b.code) || order.compare(a.name, b.name));
}

/** A typed ident without the spaces and dashes between its digits. */
export function identDigitsOf(typed: string): string {
  return visibleText(typed).replace(/[\s-]/g, '');
}
