import type { Locale } from '#contract/variants.ts';

/** An amount of minor units in the reader's notation. */
export function money(
  minorUnits: number,
  { currency, locale }: { currency: string; locale: Locale },
): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(minorUnits / 100);
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
