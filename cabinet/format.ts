import type { MetricUnit } from '#contract/entities/catalogue/metric.ts';
import { moneyFormat } from '#contract/money/money-text.ts';
import type { Locale } from '#contract/variants.ts';

/** An amount in minor units, in the reader's notation. */
export function money(
  minorUnits: number,
  { currency, locale }: { currency: string; locale: Locale },
): string {
  return moneyFormat(locale, currency)(minorUnits / 100);
}

export function number(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** A number of a metric, by its unit. */
export function amountOf(
  value: number,
  { unit, currency, locale }: { unit: MetricUnit; currency: string; locale: Locale },
): string {
  if (unit === 'money') return money(value, { currency, locale });
  if (unit === 'minutes')
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' }).format(value);
  if (unit === 'bytes') return size(value, locale);
  return number(value, locale);
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** In the largest unit that it fills, of 1000. */
function size(bytes: number, locale: Locale): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
  const unit = sizes[step] ?? 'byte';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** step);
}

/** A calendar day, in the cabinet's time zone. */
export function day(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(moment);
}

export function dayAndTime(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  const inDigits = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const format = new Intl.DateTimeFormat(locale, {
    ...inDigits,
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return format.format(moment);
}

/** Minor units as a decimal number in text: 1250 is `12.50`. Not below 0. */
export function wholeUnits(minorUnits: number): string {
  const digits = String(minorUnits).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A day of the calendar, such as `2026-03-31`. */
export function dateText(day: string, locale: Locale): string {
  return calendar(locale, { dateStyle: 'long' }).format(new Date(day));
}

/** The same without its year. */
export function dayAndMonth(day: string, locale: Locale): string {
  return calendar(locale, { day: 'numeric', month: 'long' }).format(new Date(day));
}

/** The month of a day of the calendar, with its year. */
export function monthText(day: string, locale: Locale): string {
  return calendar(locale, { month: 'long', year: 'numeric' }).format(new Date(day));
}

function calendar(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
}

export function time(moment: Date, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(moment);
}
