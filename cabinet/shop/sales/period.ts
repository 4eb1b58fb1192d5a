import { isDay } from '#contract/kernel/list-query.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import { dayAfter, monthAfter } from '../../month.ts';

export const periodKinds = ['day', 'week', 'month'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** The days that a page of sales is about, both included. */
export interface Period {
  kind: PeriodKind;
  /** The day that was chosen. */
  day: string;
  from: string;
  to: string;
}

/** The day, week or month with this day in it, up to today. Undefined for a day that is later or never was. */
export function periodOf(kind: PeriodKind, day: string, today: string): Period | undefined {
  if (!isDay(day) || day > today) return undefined;
  const { from, to } = wholePeriod(kind, day);
  return { kind, day, from, to: earlier(to, today) };
}

/** The period before, and the one after it unless that is still to come. */
export function periodsAround({ kind, from, to }: Period, today: string): { before: Period; after?: Period } {
  const before = { kind, day: dayAfter(from, -1), ...wholePeriod(kind, dayAfter(from, -1)) };
  if (to >= today) return { before };
  const next = wholePeriod(kind, dayAfter(to, 1));
  const end = earlier(next.to, today);
  return { before, after: { kind, day: end, from: next.from, to: end } };
}

/** Weeks begin on Monday. */
function wholePeriod(kind: PeriodKind, day: string): { from: string; to: string } {
  if (kind === 'day') return { from: day, to: day };
  if (kind === 'month') {
    const month = day.slice(0, 7);
    return { from: `${month}-01`, to: dayAfter(`${monthAfter(month, 1)}-01`, -1) };
  }
  const monday = dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
  return { from: monday, to: dayAfter(monday, 6) };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
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
