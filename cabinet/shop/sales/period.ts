import { isDay } from '#contract/kernel/list-query.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import { dayAfter } from '../../month.ts';

export const periodKinds = ['today', 'yesterday', 'week', 'month'] as const;

/** The days that a page of sales is about, both included. */
export interface Period {
  kind: (typeof periodKinds)[number] | 'day';
  from: string;
  to: string;
}

/** Weeks begin on Monday. Weeks and months end today. */
export function periodOf(kind: (typeof periodKinds)[number], today: string): Period {
  switch (kind) {
    case 'today':
      return { kind, from: today, to: today };
    case 'yesterday':
      return { kind, from: dayAfter(today, -1), to: dayAfter(today, -1) };
    case 'week':
      return { kind, from: dayAfter(today, -((new Date(today).getUTCDay() + 6) % 7)), to: today };
    case 'month':
      return { kind, from: `${today.slice(0, 7)}-01`, to: today };
  }
}

/** One day; today and yesterday go by their names. Undefined for a day that is not over or never was. */
export function dayPeriod(day: string, today: string): Period | undefined {
  if (!isDay(day) || day > today) return undefined;
  if (day === today) return periodOf('today', today);
  return day === dayAfter(today, -1) ? periodOf('yesterday', today) : { kind: 'day', from: day, to: day };
}

/**
 * A day as people write it in a language, such as 31.03.2026, as `2026-03-31`; without a year it is the last such day.
 * What is no such day stays as it was typed.
 */
export function typedDay(typed: string, { locale, today }: { locale: Locale; today: string }): string {
  const numbers = typed
    .trim()
    .split(/[\s./-]+/)
    .filter((part) => part !== '');
  if (numbers.length < 2 || numbers.length > 3 || numbers.some((part) => !/^\d{1,4}$/.test(part)))
    return typed;
  const order = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : orderOf(locale, numbers.length);
  const part = (name: string) => numbers[order.indexOf(name)] ?? '';
  const short = `${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`;
  const year = part('year');
  if (year !== '') return `${year.length === 2 ? `20${year}` : year}-${short}`;
  const ofThisYear = `${today.slice(0, 4)}-${short}`;
  return ofThisYear <= today ? ofThisYear : `${Number(today.slice(0, 4)) - 1}-${short}`;
}

/** A day in the digits of a language. */
export function dayInDigits(day: string, locale: Locale): string {
  const format = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(intlTags[locale], format).format(new Date(day));
}

/** The order of day, month and year in a language, without the year if only two numbers were typed. */
function orderOf(locale: Locale, count: number): string[] {
  const parts = new Intl.DateTimeFormat(intlTags[locale], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  const order = parts.formatToParts(0).map(({ type }) => type as string);
  return order.filter((type) => type === 'day' || type === 'month' || (type === 'year' && count === 3));
}
