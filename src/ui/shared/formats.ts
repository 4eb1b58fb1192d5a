import type { MetricUnit } from '#contract/catalogue/metric.ts';
import { measureText } from '#contract/catalogue/measure-text.ts';
import { currencySign, moneyFormat, withMinus } from '#contract/money/money-text.ts';
import { intlTags, type Locale, namesMonths } from '#contract/kernel/variants.ts';

/** What formats depend on: the reader's language, the installation's currency and time zone. */
export interface FormatPlace {
  locale: Locale;
  currency: string;
  timeZone: string;
}

export interface Formats {
  /** Minor units as an amount with its currency. */
  money(minorUnits: number, currency?: string): string;
  number(value: number): string;
  /** A number of a metric in its unit. */
  measure(value: number, unit: MetricUnit): string;
  /** What stands beside a sum: `₴`. Labels of inputs name it. */
  sign: string;
  /** A day with its whole year, and the time. A line may only break before the time. */
  moment(iso: string): string;
  /** A line doesn't break at its spaces. */
  day(iso: string): string;
}

/** Formats for one reader. Amounts are converted as text, never as a float (DESIGN section 5). */
export function formatsOf({ locale, currency, timeZone }: FormatPlace): Formats {
  const tag = intlTags[locale];
  const number = new Intl.NumberFormat(tag);
  const isMonthNamed = namesMonths(locale);
  const month = isMonthNamed ? 'short' : '2-digit';
  const parts = { day: isMonthNamed ? 'numeric' : '2-digit', month, year: 'numeric', timeZone } as const;
  const day = new Intl.DateTimeFormat(tag, parts);
  const moment = new Intl.DateTimeFormat(tag, { ...parts, hour: '2-digit', minute: '2-digit' });
  const amounts = new Map<string, ReturnType<typeof moneyFormat>>();
  const money = (minorUnits: number, own = currency) => {
    const format = amounts.get(own) ?? moneyFormat(tag, own);
    amounts.set(own, format);
    return format(wholeUnits(minorUnits));
  };
  return {
    money,
    measure: (value, unit) => measureText(value, unit, { tag, money: (minorUnits) => money(minorUnits) }),
    sign: currencySign(tag, currency),
    number: (value) => withMinus(number.format(value)),
    moment: (iso) => moment.format(new Date(iso)).replaceAll(/ (?=.* )/g, '\u00a0'),
    day: (iso) => day.format(new Date(iso)).replaceAll(' ', '\u00a0'),
  };
}

/** Minor units as a decimal number in text: -5 is `-0.05`. */
export function wholeUnits(minorUnits: number): `${number}` {
  const digits = String(Math.abs(minorUnits)).padStart(3, '0');
  const sign = minorUnits < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`; // digits around a point, made above
}
