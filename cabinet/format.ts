import { moneyFormat, withoutZeros } from '#contract/money/money-text.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';

/** An amount in minor units, in the reader's notation. */
export function money(
  minorUnits: number,
  { currency, locale }: { currency: string; locale: Locale },
): string {
  return moneyFormat(locale, currency)(minorUnits / 100);
}

/** The same of what is added or taken off. */
export function signedMoney(minorUnits: number, notation: { currency: string; locale: Locale }): string {
  return `${minorUnits > 0 ? '+' : ''}${money(minorUnits, notation)}`;
}

/** The same of a price that is offered. */
export function price(minorUnits: number, notation: { currency: string; locale: Locale }): string {
  return withoutZeros(money(minorUnits, notation));
}

export function number(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** A calendar day, in the cabinet's time zone. */
export function day(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  return new Intl.DateTimeFormat(intlTags[locale], { dateStyle: 'long', timeZone }).format(moment);
}

export function dayAndTime(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  // English digits would leave open which of them is the month.
  const month = locale === 'en' ? 'short' : '2-digit';
  const format = new Intl.DateTimeFormat(intlTags[locale], {
    day: '2-digit',
    month,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return format.format(moment);
}

/** Minor units as a decimal number in text: 1250 is `12.50`. */
export function wholeUnits(minorUnits: number): string {
  const digits = String(Math.abs(minorUnits)).padStart(3, '0');
  return `${minorUnits < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same as somebody types it. */
export function typedSum(minorUnits: number, locale: Locale): string {
  const plain = wholeUnits(minorUnits);
  return locale === 'en' ? plain : plain.replace('.', ',');
}

/** A day of the calendar, such as `2026-03-31`. */
export function dateText(day: string, locale: Locale): string {
  return calendar(locale, { dateStyle: 'long' }).format(new Date(day));
}

/** The same without its year. */
export function dayAndMonth(day: string, locale: Locale): string {
  return calendar(locale, { day: 'numeric', month: 'long' }).format(new Date(day));
}

/** Two days without their year, such as 23–27 March. */
export function daysAndMonth(from: string, to: string, locale: Locale): string {
  return calendar(locale, { day: 'numeric', month: 'long' }).formatRange(new Date(from), new Date(to));
}

/** The month of a day of the calendar, with its year. */
export function monthText(day: string, locale: Locale): string {
  return calendar(locale, { month: 'long', year: 'numeric' }).format(new Date(day));
}

function calendar(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(intlTags[locale], { ...options, timeZone: 'UTC' });
}

export function time(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  return new Intl.DateTimeFormat(intlTags[locale], { timeStyle: 'short', timeZone }).format(moment);
}
