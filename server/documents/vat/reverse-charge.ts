import { variants, type Variant } from '#contract/kernel/variants.ts';
import type { ClientRow } from '#server/db/tables.ts';

/** The prefixes of countries that VIES checks; Greece uses `EL`. */
const countries = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** A VAT number of the European Union as VIES asks for it; null for anything else. Pure. */
export function vatNumberOf(written: string | null): { country: string; number: string } | null {
  const [, country = '', number = ''] =
    /^([A-Z]{2})([0-9A-Z+*]{2,12})$/.exec(written?.replaceAll(/[\s.-]/g, '').toUpperCase() ?? '') ?? [];
  return countries.has(country) ? { country, number } : null;
}

/** A number as it is kept: `DE123456789`. */
export function vatKey(written: string | null): string | null {
  const vat = vatNumberOf(written);
  return vat && `${vat.country}${vat.number}`;
}

/**
 * Whether the buyer owes the tax: a business of another country of the Union, seller in one too, with a number that
 * VIES has called valid. Pure.
 */
export function owesTax(
  { vat_number }: Pick<ClientRow, 'vat_number'>,
  { variant, valid }: { variant: Variant; valid: ReadonlySet<string> },
): boolean {
  const { country } = variants[variant];
  const key = vatKey(vat_number);
  return key !== null && countries.has(country) && !key.startsWith(country) && valid.has(key);
}
