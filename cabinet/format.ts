import type { Locale } from '#contract/variants.ts';

/** An amount in minor units, in the reader's notation. */
export function money(
  minorUnits: number,
  { currency, locale }: { currency: string; locale: Locale },
): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(minorUnits / 100);
}

export function number(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** A calendar day, in the cabinet's time zone. */
export function day(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(moment);
}

export function dayAndTime(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(moment);
}

/** Minor units as a decimal number in text: 1250 is `12.50`. Not below 0. */
export function wholeUnits(minorUnits: number): string {
  const digits = String(minorUnits).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
